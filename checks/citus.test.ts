import { expect, test } from 'vitest'
import { findLines, isTest, sources } from './sources.ts'

test('at most five statements have a variant for Citus', () => {
  const server = sources.filter(({ path }) => path.startsWith('server/') && !isTest(path))
  // distribute.ts is not counted: it only decides whether there is something to distribute.
  const branches = findLines(server, /\bisDistributed\(/).filter(
    (line) => !line.includes('citus/distribute.ts'),
  )
  expect(branches.length, branches.join('\n')).toBeLessThanOrEqual(5)
})
