import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { distributedTests, embeddedAlone, onBoth } from '../scripts/lib/databases.ts'

// If a pattern matches no file, for example because a folder was renamed, a stage runs without these tests
// and reports no error.

test('each test file pattern matches at least one file', () => {
  const patterns = [...embeddedAlone, ...onBoth, ...distributedTests]
  expect(patterns.filter((pattern) => !globSync(pattern).length)).toEqual([])
})
