import { expect, test } from 'vitest'
import { findLines, isTest, sources } from './sources.ts'

test('at most five SQL statements have a separate variant for Citus', () => {
  const server = sources.filter(({ path }) => path.startsWith('server/') && !isTest(path))
  // distribute.ts is not counted, because it only decides whether any tables are distributed.
  const branches = findLines(server, /\bisDistributed\(/).filter(
    (line) => !line.includes('citus/distribute.ts'),
  )
  expect(branches.length, branches.join('\n')).toBeLessThanOrEqual(5)
})
