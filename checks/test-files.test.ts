import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { distributedTests, embeddedAlone, onBoth } from '../scripts/lib/databases.ts'

// A pattern that matches nothing silently removes tests from a stage, for example after a folder was renamed.

test('patterns of test files match files', () => {
  const patterns = [...embeddedAlone, ...onBoth, ...distributedTests]
  expect(patterns.filter((pattern) => !globSync(pattern).length)).toEqual([])
})
