import { expect, test } from 'vitest'
import { cases } from './cases.ts'

test('every benchmark case has a unique name', () => {
  const names = cases.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
