import { expect, test } from 'vitest'
import { canonicalPath } from './spelling.ts'

test('canonicalPath corrects the letter case of a path, except in path parameters and unknown paths', () => {
  expect(canonicalPath('/accountinfo/INDEX')).toBe('/accountInfo/index')
  expect(canonicalPath('/Login')).toBe('/login')
  expect(canonicalPath('/JOIN/aBcD')).toBe('/join/aBcD')
  expect(canonicalPath('/All-Management/device-management/Pump%2F7')).toBe(
    '/all-management/device-management/Pump%2F7',
  )
  for (const own of ['/', '/accountInfo/index', '/nothing/Here', '/login/More'])
    expect(canonicalPath(own)).toBe(own)
})
