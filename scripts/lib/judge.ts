import { withClient } from './client.ts'
import type { History } from './load.ts'

/**
 * `lost` is the number of acknowledged changes that are missing in the database. `faults` describes all other
 * contradictions.
 */
export interface Verdict {
  lost: number
  faults: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: The statement determines the columns.
type Query = (text: string, params?: unknown[]) => Promise<any[]>

/** Compares the history of a load with the PostgreSQL database at this URL. */
export const judgeAt = (url: string, history: History): Promise<Verdict> =>
  withClient(url, (client) =>
    judge(async (text, params = []) => (await client.query(text, params)).rows, history),
  )

/**
 * Compares the history of a load test with the database. Each acknowledged name must have been saved exactly
 * once, and a device must have the name that was acknowledged last. No response may contain a name that was
 * never committed. The number of refreshes of each session must be the acknowledged number, plus at most the
 * number of refreshes with an unknown outcome. The organization must be owned by one of its two members.
 */
export async function judge(query: Query, history: History): Promise<Verdict> {
  const faults = new Set<string>()

  const committed = new Map<string, string[]>()
  for (const { device, name } of await query(
    `select target_id as device, changes->'name'->>1 as name from audit_event
       where target_type = 'device' and success and changes ? 'name' and target_id like 'FAULT-%'
       order by date_time, id`,
  ))
    committed.set(device, [...(committed.get(device) ?? []), name])
  let lost = 0
  for (const { device, name, outcome } of history.saves) {
    const times = committed.get(device)?.filter((each) => each === name).length ?? 0
    if (outcome === 'ok' && !times) lost += 1
    if (outcome === 'failed' && times) faults.add(`${name} was saved although the request was refused`)
    if (times > 1) faults.add(`${name} was saved ${times} times`)
  }
  for (const { id, name } of await query(`select id, name from device where id like 'FAULT-%'`)) {
    const saves = history.saves.filter(({ device }) => device === id)
    const current = saves.findIndex((saved) => saved.name === name)
    // The name is outdated if a later change was acknowledged. A change with an unknown outcome is never
    // outdated, because it may have been committed after later changes.
    const isOutdated =
      saves[current]?.outcome === 'ok' && saves.slice(current + 1).some(({ outcome }) => outcome === 'ok')
    if (isOutdated || (name !== id && !committed.get(id)?.includes(name)))
      faults.add(`${id} has the name ${name}, which is not the name that was acknowledged last`)
  }
  for (const { device, name, known } of history.reads) {
    const names = [device, ...(committed.get(device) ?? [])]
    if (!names.includes(name)) faults.add(`${name} was read but never committed`)
    else if (names.indexOf(name) < names.indexOf(known))
      faults.add(`${name} was read after ${known} was acknowledged`)
  }

  const ids = history.chains.map(({ session }) => session)
  const sessions = await query('select id, generation from session where id = any($1)', [ids])
  const generations = new Map<string, number>(sessions.map(({ id, generation }) => [id, generation]))
  for (const { session, ok, unknown } of history.chains) {
    const generation = generations.get(session)
    if (generation === undefined) faults.add('a session is missing')
    else if (generation < ok) lost += ok - generation
    else if (generation > ok + unknown)
      faults.add(`a refresh token was used twice: generation ${generation} after ${ok} refreshes`)
  }

  const owners = await query('select owner_id from tenant where id = $1', [history.tenantId])
  if (owners.length !== 1 || !history.owners.includes(owners[0].owner_id))
    faults.add('the organization is owned by neither of its members')
  return { lost, faults: [...faults] }
}
