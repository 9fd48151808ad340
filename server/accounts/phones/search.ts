import { sql } from 'kysely'
import { foldShape } from '../../core/text.ts'
import { may, type Viewer } from '../../core/viewer.ts'
import { normalizePhone } from './phone.ts'

/** The minimum number of digits. Fewer digits match too many phones. */
const minDigits = 4

/**
 * Returns the search text as a phone: E.164 for a whole number, or the digits without separators for a part
 * of one. Returns null if the text is neither.
 */
export function phonePart(text: string | null | undefined): string | null {
  const digits = foldShape(text ?? '').replace(/[\s\p{Pd}().]/gu, '')
  if (!/^\+?\d+$/.test(digits) || digits.replace('+', '').length < minDigits) return null
  return normalizePhone(digits) ?? digits
}

/**
 * Like `phonePart`, for phones of accounts. Returns null for viewers who see masked phones, because they
 * could find out a phone digit by digit.
 */
export const accountPhonePart = (viewer: Viewer, text: string | null | undefined): string | null =>
  may(viewer, 'ACCOUNT_READ') ? phonePart(text) : null

/**
 * Returns a condition that uses the trigram indexes of migration 14. `part` contains only digits and a plus
 * sign.
 */
export const phoneContains = (column: string, part: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${part}%`}`
