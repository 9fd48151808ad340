import { expect, test } from 'vitest'
import { groupJoinCode, plainJoinCode } from './joinCode.ts'

test.each([
  ['as it is shown', 'ABCD-EFGH-JKLM-NPQR'],
  ['in one piece and small letters', 'abcdefghjklmnpqr'],
  ['with spaces around and between', '  ABCD EFGH\tJKLM NPQR\n'],
  ['full width, with a long dash', 'ＡＢＣＤ—ＥＦＧＨ—ＪＫＬＭ—ＮＰＱＲ'],
  ['as a link', 'https://reeve.example/join/ABCD-EFGH-JKLM-NPQR?from=qr#x'],
])('a code is understood %s', (_how, text) => {
  expect(plainJoinCode(text)).toBe('ABCDEFGHJKLMNPQR')
  expect(groupJoinCode(text)).toBe('ABCD-EFGH-JKLM-NPQR')
})

test('a group is closed only once the next one has begun, so that every character can be taken back', () => {
  expect(['A', 'ABCD', 'ABCDE', 'ABCD-', ''].map(groupJoinCode)).toEqual(['A', 'ABCD', 'ABCD-E', 'ABCD', ''])
})
