import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { distributedTests, embeddedAlone, onBoth } from '../scripts/lib/databases.ts'

// A pattern without matches silently excludes tests from a stage, for example after a folder was renamed.

test('every pattern of test files matches a file', () => {
  const patterns = [...embeddedAlone, ...onBoth, ...distributedTests]
  expect(patterns.filter((pattern) => !globSync(pattern).length)).toEqual([])
})
