import { expect, test } from 'vitest'
import { generatePassword, strengthOf } from './password.ts'

test('generates passwords that are strong, easy to read and unique', () => {
  const made = new Set(Array.from({ length: 200 }, generatePassword))
  expect(made.size).toBe(200)
  for (const password of made) {
    expect(password).toMatch(/^(?:[a-zA-Z2-9]{4}-){3}[a-zA-Z2-9]{4}$/)
    expect(password).not.toMatch(/[0O1lIio]/)
    expect(strengthOf(password)).toBe('strong')
  }
})

test.each([
  ['aaaaaaaaaaaa', 'weak'],
  ['12345678', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['sunshine', 'weak'],
  ['reeve2026!', 'fair'],
  ['Reeve-2026-tianmu', 'strong'],
  ['three grey herons wait', 'strong'],
  ['西湖边的白鹭喜欢清晨的薄雾', 'strong'],
])('rates the strength of the password %s as %s', (password, strength) =>
  expect(strengthOf(password)).toBe(strength),
)
