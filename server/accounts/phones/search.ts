import { sql } from 'kysely'
import { foldShape } from '../../core/text.ts'
import { may, type Viewer } from '../../core/viewer.ts'
import { normalizePhone } from './phone.ts'

/** Minimum number of digits in a phone search. Fewer digits would match too many phones. */
const minDigits = 4

/**
 * Parses a search text as a phone number. Returns E.164 for a whole number, the digits without separators for
 * a part of one, and null for any other text.
 */
export function phonePart(text: string | null | undefined): string | null {
  const digits = foldShape(text ?? '').replace(/[\s\p{Pd}().]/gu, '')
  if (!/^\+?\d+$/.test(digits) || digits.replace('+', '').length < minDigits) return null
  return normalizePhone(digits) ?? digits
}

/**
 * Like `phonePart`, for searches by an account's phone. Returns null for viewers who see masked phones: with
 * partial searches, they could find out a phone digit by digit.
 */
export const accountPhonePart = (viewer: Viewer, text: string | null | undefined): string | null =>
  may(viewer, 'ACCOUNT_READ') ? phonePart(text) : null

/**
 * Returns an SQL condition that can use the trigram indexes of migration 14. `part` must contain only digits
 * and plus signs, because it is not escaped.
 */
export const phoneContains = (column: string, part: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${part}%`}`
