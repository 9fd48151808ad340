import { describe, expect, it, onTestFinished } from 'vitest'
import {
  codeDigits,
  loginId,
  maskEmail,
  maskPhone,
  nationalPhone,
  phoneDigits,
  settleCallingCode,
  shownPhone,
} from './digits.ts'

describe('phoneDigits', () => {
  it.each([
    ['１３８ １６７２ ２０４６', '13816722046'],
    ['138-1672-2046', '13816722046'],
    ['　138 1672 2046\t', '13816722046'],
    ['+86 138 1672 2046', '+8613816722046'],
    ['＋８６１３８１６７２２０４６', '+8613816722046'],
    ['(+86)138–1672–2046', '+8613816722046'],
    ['手机：13816722046', '13816722046'],
    ['', ''],
  ])('converts %j to the phone number %j', (pasted, expected) => expect(phoneDigits(pasted)).toBe(expected))
})

describe('codeDigits', () => {
  it.each([
    ['４８２９０１', '482901'],
    [' 482 901 ', '482901'],
    ['【Reeve】验证码 482901', '482901'],
    ['4829017', '482901'],
  ])('converts %j to the code %j', (pasted, expected) => expect(codeDigits(pasted, 6)).toBe(expected))
})

describe('loginId', () => {
  it.each([
    [' wang.zhiyuan ', 'wang.zhiyuan'],
    ['ｗａｎｇ', 'wang'],
    ['１３８　１６７２　２０４６', '13816722046'],
    ['wang-2', 'wang-2'],
    ['\u200ewang\u202c', 'wang'],
  ])('converts %j to the login name %j', (pasted, expected) => expect(loginId(pasted)).toBe(expected))
})

describe('masking', () => {
  it.each([
    ['13816722046', '138****2046'],
    ['+8613816722046', '138****2046'],
    ['+14155552671', '+141****2671'],
    ['1381', '1381'],
  ])('masks %j as %j', (phone, expected) => expect(maskPhone(phone)).toBe(expected))

  it('omits the configured country calling code', () => {
    onTestFinished(() => settleCallingCode('+86'))
    settleCallingCode('+1')
    expect(nationalPhone('+12133734253')).toBe('2133734253')
    expect(maskPhone('+8613816722046')).toBe('+861****2046')
    expect(shownPhone('+1 21****4253')).toBe('21****4253')
  })

  it('keeps the first letter and the domain of an email address', () => {
    expect(maskEmail('wang@example.com')).toBe('w***@example.com')
  })
})
