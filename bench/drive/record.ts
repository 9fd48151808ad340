import { first } from '../../contract/required.ts'
import { signInAdmin } from './caller.ts'
import type { Case } from './case.ts'
import { startReeve } from './reeve.ts'
import type { Stage } from './stage.ts'
import { openWire, type Statement } from './wire.ts'

/** Number of warm-up calls before the recording, so that query plans and caches are filled. */
const warmUp = 6
/**
 * Number of recorded calls. The recording with the fewest statements is used, because background tasks can
 * add statements to a recording.
 */
const recordings = 3

export interface Recording {
  statements: Statement[]
  /** The reason why the call failed. */
  failed?: string
}

/**
 * Returns the SQL statements that one call of each case sends. Starts another Reeve server, which connects to
 * the database through a proxy that records its statements.
 */
export async function recordStatements(
  { url, size, facts }: Stage,
  cases: readonly Case[],
): Promise<Map<Case, Recording>> {
  const wire = await openWire(url)
  const server = await startReeve(wire.url)
  const found = new Map<Case, Recording>()
  try {
    const admin = await signInAdmin(server.url)
    for (const each of cases) {
      try {
        await admin.renew()
        const call = await each.begin({ size, facts, server, admin })
        for (let count = each.heavy ? warmUp : 0; count < warmUp; count++) await call(0)
        const all: Statement[][] = []
        for (let count = each.heavy ? 1 : recordings; count > 0; count--)
          all.push(await wire.record(() => call(0)))
        const sorted = all.toSorted((a, b) => a.length - b.length)
        found.set(each, { statements: first(sorted, 'recordings') })
      } catch (error) {
        found.set(each, { statements: [], failed: (error as Error).message })
      }
    }
  } finally {
    await server.stop()
    wire.close()
  }
  return found
}
