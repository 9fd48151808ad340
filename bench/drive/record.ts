import { first } from '../../contract/required.ts'
import { signInAdmin } from './caller.ts'
import type { Case } from './case.ts'
import { startReeve } from './reeve.ts'
import type { Stage } from './stage.ts'
import { openWire, type Statement } from './wire.ts'

/** Calls before one is looked at: plans and caches are made. */
const warm = 6
/** What the server does by itself meanwhile is in few of these. */
const looks = 3

/** What a call sends; why it could not be made. */
export interface Recorded {
  statements: Statement[]
  failed?: string
}

/** What one call of each case sends, read on the wire between a second server and the database. */
export async function recordStatements(
  { url, size, facts }: Stage,
  cases: readonly Case[],
): Promise<Map<Case, Recorded>> {
  const wire = await openWire(url)
  const server = await startReeve(wire.url)
  const found = new Map<Case, Recorded>()
  try {
    const admin = await signInAdmin(server.url)
    for (const each of cases) {
      try {
        await admin.renew()
        const call = await each.begin({ size, facts, server, admin })
        for (let count = each.heavy ? warm : 0; count < warm; count++) await call(0)
        const seen: Statement[][] = []
        for (let count = each.heavy ? looks - 1 : 0; count < looks; count++)
          seen.push(await wire.record(() => call(0)))
        found.set(each, {
          statements: first(
            seen.toSorted((a, b) => a.length - b.length),
            'seen',
          ),
        })
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
