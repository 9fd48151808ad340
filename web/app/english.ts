import type { English, Words } from '../lib/texts.ts'

/**
 * The English texts of all pages, by name. They form one chunk, which is loaded when the user chooses
 * English.
 */
export const english: English<Words> = Object.assign(
  {},
  ...Object.values(import.meta.glob('../**/words.en.ts', { eager: true, import: 'en' })),
)
