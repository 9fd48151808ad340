import { expect, onTestFinished, test } from 'vitest'
import { loginClaim } from '../store.ts'
import { normalizePhone, phoneSpellings, setHomeRegion } from './phone.ts'

test('normalizes every spelling of a phone number to the same value', () => {
  for (const written of [
    '13800138000',
    '138 0013 8000',
    '１３８-００１３-８０００',
    '+86 (138) 0013-8000',
    '008613800138000',
  ])
    expect(normalizePhone(written), written).toBe('+8613800138000')
})

test('uses the configured region for phone numbers without a country code', () => {
  onTestFinished(() => setHomeRegion('CN'))
  setHomeRegion('US')
  expect(normalizePhone('(213) 373-4253')).toBe('+12133734253')
  expect(normalizePhone('13800138000')).toBeNull()
  expect(loginClaim('213 373 4253')).toEqual({ kind: 'mobile_phone', value: '+12133734253' })
  expect(phoneSpellings('+12133734253')).toEqual(['+12133734253', '12133734253', '2133734253'])
})

test('does not treat a username that contains a number as a phone', () => {
  for (const name of [
    'a13800138000',
    'wang.13800138000',
    'u13812-3-45678a',
    'tel13800138000',
    '王13800138000',
  ])
    expect(loginClaim(name), name).toEqual({ kind: 'username', value: name })
})
