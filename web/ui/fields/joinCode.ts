import { halfWidth } from './digits.ts'

/** Number of letters and digits of an invitation code. */
export const joinCodeLength = 16

/** Extracts the letters and digits of an invitation code from typed or pasted text, including whole links. */
export function plainJoinCode(text: string): string {
  return halfWidth(text)
    .replace(/^.*\/join\//s, '')
    .replace(/[?#].*$/s, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, joinCodeLength)
}

/** Formats a code in groups of four for reading: ABCD-EFGH-JKLM-NPQR. */
export const groupJoinCode = (text: string): string =>
  plainJoinCode(text)
    .match(/.{1,4}/g)
    ?.join('-') ?? ''
