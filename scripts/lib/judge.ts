import { withClient } from './client.ts'
import type { History } from './load.ts'

/** What a database that has lost nothing cannot hold: sentences; and how many acknowledged changes are missing. */
export interface Verdict {
  lost: number
  faults: string[]
}

/** The rows of a statement with $1 parameters. */
// biome-ignore lint/suspicious/noExplicitAny: the rows are what the statement says
type Rows = (text: string, params?: unknown[]) => Promise<any[]>

/** Of the PostgreSQL at `url`. */
export const judgeAt = (url: string, history: History): Promise<Verdict> =>
  withClient(url, (client) =>
    judge(async (text, params = []) => (await client.query(text, params)).rows, history),
  )

/**
 * Holds the histories against the database: each acknowledged name was set once and the last one stands, nothing was read
 * that was never committed, each session has moved on as often as it was told, the organization has one owner.
 */
export async function judge(rows: Rows, history: History): Promise<Verdict> {
  const faults: string[] = []
  const say = (fault: string) => faults.push(fault)

  const committed = new Map<string, string[]>()
  for (const { device, name } of await rows(
    `select target_id as device, changes->'name'->>1 as name from audit_event
       where target_type = 'device' and success and changes ? 'name' and target_id like 'FAULT-%'
       order by date_time, id`,
  ))
    committed.set(device, [...(committed.get(device) ?? []), name])
  let lost = 0
  for (const { device, name, outcome } of history.saves) {
    const times = committed.get(device)?.filter((each) => each === name).length ?? 0
    if (outcome === 'ok' && !times) lost += 1
    if (outcome === 'failed' && times) say(`${name} was refused and stands`)
    if (times > 1) say(`${name} was set ${times} times`)
  }
  for (const { id, name } of await rows(`select id, name from device where id like 'FAULT-%'`)) {
    const own = history.saves.filter(({ device }) => device === id)
    const standing = own.findIndex((saved) => saved.name === name)
    // One that nobody was told of may have come late, after others.
    const overtaken =
      own[standing]?.outcome === 'ok' && own.slice(standing + 1).some(({ outcome }) => outcome === 'ok')
    if (overtaken || (name !== id && !committed.get(id)?.includes(name)))
      say(`${id} is called ${name}, which was not the last`)
  }
  for (const { device, name, known } of history.reads) {
    const all = [device, ...(committed.get(device) ?? [])]
    if (!all.includes(name)) say(`${name} was read and never committed`)
    else if (all.indexOf(name) < all.indexOf(known)) say(`${name} was read after ${known} was acknowledged`)
  }

  const generations = new Map<string, number>()
  for (const { id, generation } of await rows('select id, generation from session where id = any($1)', [
    history.chains.map(({ session }) => session),
  ]))
    generations.set(id, generation)
  for (const { session, ok, unknown } of history.chains) {
    const generation = generations.get(session)
    if (generation === undefined) say('a session is gone')
    else if (generation < ok) lost += ok - generation
    else if (generation > ok + unknown) say(`a refresh token was spent twice: ${generation} of ${ok}`)
  }

  const owners = await rows('select owner_id from tenant where id = $1', [history.tenantId])
  if (owners.length !== 1 || !history.owners.includes(owners[0].owner_id))
    say('the organization has no owner of its own')
  return { lost, faults: [...new Set(faults)] }
}
