import type { Locale } from '../../contract/errors.ts'
import * as en from '../../contract/labels/labels.en.ts'
import * as zh from '../../contract/labels/labels.ts'

/** A text in Chinese and English. */
export type Bilingual = readonly [zh: string, en: string]

export const inLanguage = ([zh, en]: Bilingual, locale: Locale): string => (locale === 'zh-CN' ? zh : en)
export const yesOrNo = (value: boolean, locale: Locale): string =>
  inLanguage(value ? ['是', 'Yes'] : ['否', 'No'], locale)

const inBoth = <Value extends string>(
  chinese: Readonly<Record<Value, string>>,
  english: Readonly<Record<Value, string>>,
) =>
  Object.fromEntries(
    Object.entries<string>(chinese).map(([value, label]): [string, Bilingual] => [
      value,
      [label, english[value as Value]],
    ]),
  ) as Readonly<Record<Value, Bilingual>>

export const deviceStatusLabels = inBoth(zh.deviceStatusLabels, en.deviceStatusLabels)
export const tenantStatusLabels = inBoth(zh.tenantStatusLabels, en.tenantStatusLabels)
export const roleLabels = inBoth(zh.roleLabels, en.roleLabels)
