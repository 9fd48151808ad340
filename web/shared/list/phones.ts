import { halfWidth } from '../../ui/fields/digits.ts'
import type { FilterRules } from './search-params.ts'

/** A whole phone number, however it is written. */
const isPhone = (text: string): boolean =>
  /^\+?\d{7,15}$/.test(halfWidth(text).replace(/[\s().\p{Pd}\p{Cf}]/gu, ''))

/** The whole phones among what is looked for: no URL holds one, since histories and logs keep URLs. */
export const phonesAmong = (
  rules: FilterRules,
  filters: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, text]) => rules[name] === 'search' && isPhone(text)),
  )
