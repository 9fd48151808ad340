import { expect, test } from 'vitest'
import { cases } from './cases.ts'

test('Each case has its document in the console, and a name of its own', () => {
  const names = cases.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
