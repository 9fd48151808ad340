import type { Locale } from '../../contract/errors.ts'

/** A text in both languages of the project. */
export type Bilingual = readonly [zh: string, en: string]

export const inLanguage = ([zh, en]: Bilingual, locale: Locale): string => (locale === 'zh-CN' ? zh : en)
export const yesOrNo = (value: boolean, locale: Locale): string =>
  inLanguage(value ? ['是', 'Yes'] : ['否', 'No'], locale)
