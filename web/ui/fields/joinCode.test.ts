import { expect, test } from 'vitest'
import { groupJoinCode, plainJoinCode } from './joinCode.ts'

test.each([
  ['in the format that the console shows', 'ABCD-EFGH-JKLM-NPQR'],
  ['in lower case without separators', 'abcdefghjklmnpqr'],
  ['with surrounding and inner spaces', '  ABCD EFGH\tJKLM NPQR\n'],
  ['in full-width letters with long dashes', 'ＡＢＣＤ—ＥＦＧＨ—ＪＫＬＭ—ＮＰＱＲ'],
  ['as a link', 'https://reeve.example/join/ABCD-EFGH-JKLM-NPQR?from=qr#x'],
])('accepts an invitation code %s', (_how, text) => {
  expect(plainJoinCode(text)).toBe('ABCDEFGHJKLMNPQR')
  expect(groupJoinCode(text)).toBe('ABCD-EFGH-JKLM-NPQR')
})

test('does not add a trailing dash to an invitation code, so that Backspace deletes each character', () => {
  expect(['A', 'ABCD', 'ABCDE', 'ABCD-', ''].map(groupJoinCode)).toEqual(['A', 'ABCD', 'ABCD-E', 'ABCD', ''])
})
