import type { Locale } from '../../../contract/errors.ts'

/** Each language in itself. */
export const languages: Record<Locale, string> = { 'zh-CN': '简体中文', 'en-US': 'English' }
