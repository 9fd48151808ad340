import { sql } from 'kysely'
import { foldShape } from '../../core/text.ts'
import { may, type Viewer } from '../../core/viewer.ts'
import { normalizePhone } from './phone.ts'

/** Of fewer digits too many phones have them. */
const least = 4

/**
 * What a search box holds, as a phone or a part of one: E.164 of a whole number, else the digits, without what people
 * write between them. null: it is neither.
 */
export function phonePart(text: string | null | undefined): string | null {
  const digits = foldShape(text ?? '').replace(/[\s\p{Pd}().]/gu, '')
  if (!/^\+?\d+$/.test(digits) || digits.replace('+', '').length < least) return null
  return normalizePhone(digits) ?? digits
}

/** The same, for the phones of accounts: null for whom they are masked, or they could be found out digit by digit. */
export const accountPhonePart = (viewer: Viewer, text: string | null | undefined): string | null =>
  may(viewer, 'ACCOUNT_READ') ? phonePart(text) : null

/** As the trigram indexes of migration 14 have it; a part holds digits and a plus sign alone. */
export const phoneContains = (column: string, part: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${part}%`}`
