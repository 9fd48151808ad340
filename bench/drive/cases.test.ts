import { expect, test } from 'vitest'
import { cases } from './cases.ts'

test('each benchmark case has a GraphQL document of the console and a unique name', () => {
  const names = cases.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
