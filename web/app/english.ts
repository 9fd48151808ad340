import type { English, Words } from '../lib/texts.ts'

/** The English of every `words.ts`, by their names. One file for all pages: it is loaded where English is spoken. */
export const english: English<Words> = Object.assign(
  {},
  ...Object.values(import.meta.glob('../**/words.en.ts', { eager: true, import: 'en' })),
)
