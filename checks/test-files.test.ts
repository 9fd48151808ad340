import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { distributedTests, embeddedAlone, onBoth } from '../scripts/lib/databases.ts'

// If a pattern matches no file, for example after a folder was renamed, tests are silently missing from a
// stage.

test('each test file pattern matches at least one file', () => {
  const patterns = [...embeddedAlone, ...onBoth, ...distributedTests]
  expect(patterns.filter((pattern) => !globSync(pattern).length)).toEqual([])
})
