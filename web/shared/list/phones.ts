import { halfWidth } from '../../ui/fields/digits.ts'
import type { FilterRules } from './search-params.ts'

/** Whether the text is a complete phone number in any notation. */
const isPhone = (text: string): boolean =>
  /^\+?\d{7,15}$/.test(halfWidth(text).replace(/[\s().\p{Pd}\p{Cf}]/gu, ''))

/**
 * Returns the filter values that contain a complete phone number. They must not be part of the URL, because
 * browser histories and logs store URLs.
 */
export const phonesAmong = (
  rules: FilterRules,
  filters: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, text]) => rules[name] === 'search' && isPhone(text)),
  )
