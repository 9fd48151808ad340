import { halfWidth } from './digits.ts'

/** How many letters and digits an invitation code has. */
export const joinCodeLength = 16

/** An invitation code as typed or pasted, whole links too: its letters and digits alone. */
export function plainJoinCode(text: string): string {
  return halfWidth(text)
    .replace(/^.*\/join\//s, '')
    .replace(/[?#].*$/s, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, joinCodeLength)
}

/** In groups of four, as it is shown and read out: ABCD-EFGH-JKLM-NPQR. */
export const groupJoinCode = (text: string): string =>
  plainJoinCode(text)
    .match(/.{1,4}/g)
    ?.join('-') ?? ''
