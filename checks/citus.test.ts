import { expect, test } from 'vitest'
import { findLines, isTest, sources } from './sources.ts'

test('the server chooses a different SQL statement for Citus in at most five places', () => {
  const server = sources.filter(({ path }) => path.startsWith('server/') && !isTest(path))
  // Calls in distribute.ts are not counted, because they do not choose between two SQL statements. They only
  // decide whether any tables are distributed.
  const branches = findLines(server, /\bisDistributed\(/).filter(
    (line) => !line.includes('citus/distribute.ts'),
  )
  expect(branches.length, branches.join('\n')).toBeLessThanOrEqual(5)
})
