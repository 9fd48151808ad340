import type { Size } from '../fill/sizes.ts'
import { signInAdmin } from './caller.ts'
import type { Facts } from './facts.ts'
import type { Case } from './place.ts'
import { startReeve } from './reeve.ts'
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

/**
 * The statements that one call of each case sends, by the case's name, read on the wire between a server and the
 * database.
 */
export async function recordStatements(
  url: string,
  size: Size,
  facts: Facts,
  cases: readonly Case[],
): Promise<Map<string, Recorded>> {
  const wire = await openWire(url)
  const server = await startReeve(wire.url)
  const found = new Map<string, Recorded>()
  try {
    const admin = await signInAdmin(server.url)
    for (const { name, begin, heavy } of cases) {
      await admin.renew()
      try {
        const call = await begin({ size, facts, url: server.url, admin })
        for (let count = heavy ? warm : 0; count < warm; count++) await call(0)
        const seen: Statement[][] = []
        for (let count = heavy ? looks - 1 : 0; count < looks; count++)
          seen.push(await wire.record(() => call(0)))
        found.set(name, { statements: seen.toSorted((a, b) => a.length - b.length)[0]! })
      } catch (error) {
        found.set(name, { statements: [], failed: (error as Error).message })
      }
    }
  } finally {
    await server.stop()
    wire.close()
  }
  return found
}
