import { halfWidth } from './digits.ts'

/** Number of characters in an invitation code. Dashes do not count. */
export const joinCodeLength = 16

/**
 * Extracts the letters and digits of an invitation code from typed or pasted text. The text can be a whole
 * link.
 */
export function plainJoinCode(text: string): string {
  return halfWidth(text)
    .replace(/^.*\/join\//s, '')
    .replace(/[?#].*$/s, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, joinCodeLength)
}

/** Formats a code in groups of four characters: ABCD-EFGH-JKLM-NPQR. */
export const groupJoinCode = (text: string): string =>
  plainJoinCode(text)
    .match(/.{1,4}/g)
    ?.join('-') ?? ''
