import { expect, test } from 'vitest'
import { codeIn } from './deviceCode.ts'

const origin = 'https://id.example.com'

test.each([
  [`${origin}/device?user_code=WDJB-MJHT`, 'WDJB-MJHT'],
  [`${origin}/device?user_code=wdjbmjht&lang=en`, 'WDJB-MJHT'],
  ['WDJB-MJHT', 'WDJB-MJHT'],
  [' wdjbmjht\n', 'WDJB-MJHT'],
])('finds the device code in %j', (text, code) => {
  expect(codeIn(text, origin)).toBe(code)
})

test.each([
  'https://id.example.org/device?user_code=WDJB-MJHT',
  'http://id.example.com/device?user_code=WDJB-MJHT',
  `${origin}/devices?user_code=WDJB-MJHT`,
  `${origin}/device`,
  `${origin}/device?user_code=WDJB-MJHTX`,
  'javascript:WDJB-MJHT',
  'WDJB-MJHA',
  'A sentence with many letters',
  '',
])('does not find a device code in %j', (text) => {
  expect(codeIn(text, origin)).toBeUndefined()
})
