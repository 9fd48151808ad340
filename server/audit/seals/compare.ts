import { type Kysely, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { Tables } from '../../db/tables.ts'
import type { Seal } from './chain.ts'
import {
  type EventText,
  lastOf,
  type PersonalHashes,
  positionHash,
  readPersonal,
  readTexts,
  sha256,
} from './digest.ts'
import type { Fault } from './faults.ts'

interface StoredPosition {
  position: number
  id: string
  at: string
  personal: PersonalHashes
  hash: Buffer
}

/**
 * The stored data of a sealed position and of the event at that position, which are compared with each other.
 */
interface StoredEvent {
  about: { seal: number; position: number; event: string }
  stored: StoredPosition
  texts: EventText[]
  personal: PersonalHashes
}

/**
 * Compares the events that these seals cover with the sealed hashes. The seals must be consecutive and belong
 * to one quarter.
 */
export async function comparePositions(db: Kysely<Tables>, seals: readonly Seal[]): Promise<Fault[]> {
  const span = {
    first: required(seals[0], 'item of seals').first,
    last: lastOf(required(seals.at(-1), 'item of seals')),
  }
  const positions = Map.groupBy(
    await readPositions(db, span, required(seals[0], 'item of seals').quarter),
    ({ position }) => position,
  )
  const events = await readEvents(db, [...positions.values()].flat())
  const faults: Fault[] = []
  for (const seal of seals) {
    const [hashes, before] = [[] as Buffer[], faults.length]
    for (let position = seal.first; position <= lastOf(seal); position++) {
      const here = positions.get(position) ?? []
      if (!here.length)
        faults.push({ what: 'removed', says: 'the position of an event', seal: seal.number, position })
      for (const [index, stored] of here.entries()) {
        const about = { seal: seal.number, position, event: stored.id }
        if (index) faults.push({ what: 'inserted', says: 'a second event at the same position', ...about })
        faults.push(...(await comparePosition(db, { about, stored, ...events(stored) }, span)))
        hashes.push(stored.hash)
      }
    }
    // Report the seal only if none of its positions has a fault. A faulty position also changes the hash of
    // the seal and has already been reported.
    if (hashes.length === seal.count && !sha256(...hashes).equals(seal.events) && faults.length === before)
      faults.push({
        what: 'changed',
        says: `events at positions ${seal.first} to ${lastOf(seal)}, together with the hashes of their positions`,
        seal: seal.number,
      })
  }
  return faults
}

async function readPositions(
  db: Kysely<Tables>,
  { first, last }: { first: number; last: number },
  quarter: string,
) {
  const begin = sql`make_timestamptz(${quarter.slice(0, 4)}::integer, ${quarter.slice(5)}::integer * 3 - 2, 1, 0, 0, 0, 'UTC')`
  const { rows } = await sql<StoredPosition>`
    select position, event_id as id, date_time::text as at, personal, hash from audit_place
    where position between ${first} and ${last}
      and date_time >= ${begin} and date_time < ${begin} + interval '3 months'
    order by position, date_time, event_id`.execute(db)
  return rows
}

/**
 * Returns a function that looks up the stored event for a position. The event must have the id and the exact
 * time that the position records.
 */
async function readEvents(db: Kysely<Tables>, positions: readonly StoredPosition[]) {
  if (!positions.length) return () => ({ texts: [], personal: {} })
  const { rows } = await sql<{ from: string; to: string }>`
    select min(at)::text as from, max(at)::text as to
    from unnest(${positions.map(({ at }) => at)}::timestamptz[]) as at`.execute(db)
  const span = { ids: positions.map(({ id }) => id), ...required(rows[0], 'item of rows') }
  const texts = Map.groupBy(await readTexts(db, span), ({ id, at }) => `${id} ${at}`)
  const personal = await readPersonal(db, span)
  return ({ id, at }: StoredPosition) => ({
    texts: texts.get(`${id} ${at}`) ?? [],
    personal: personal.get(id) ?? {},
  })
}

async function comparePosition(
  db: Kysely<Tables>,
  { about, stored, texts, personal }: StoredEvent,
  span: { first: number; last: number },
): Promise<Fault[]> {
  const faults: Fault[] = []
  const add = (what: Fault['what'], says: string) => faults.push({ what, says, ...about })
  const [event, ...others] = texts
  if (others.length) add('inserted', 'a second event with the same id')
  if (!event) return [await faultOfMissingEvent(db, stored.id, about)]
  const fits = (position: number) =>
    texts.some(({ text }) => positionHash(position, text, stored.personal).equals(stored.hash))
  if (!fits(stored.position)) {
    let other = span.first
    while (other <= span.last && !fits(other)) other++
    if (other <= span.last) add('reordered', `an event that was sealed at position ${other}`)
    else add('changed', 'an event')
  }
  for (const [account, hash] of Object.entries(personal))
    if (stored.personal[account] !== hash) add('changed', `personal data of account ${account} in an event`)
  const gone = Object.keys(stored.personal).filter((account) => !Object.hasOwn(personal, account))
  for (const account of gone)
    if (!(await isErased(db, account))) add('removed', `personal data of account ${account} in an event`)
  return faults
}

/**
 * Returns the fault of an event that is missing at its sealed time, because it was removed or its time was
 * changed.
 */
async function faultOfMissingEvent(
  db: Kysely<Tables>,
  id: string,
  about: StoredEvent['about'],
): Promise<Fault> {
  const other = await db.selectFrom('audit_event').select('date_time').where('id', '=', id).executeTakeFirst()
  return other
    ? { what: 'changed', says: `the time of an event, to ${other.date_time.toISOString()}`, ...about }
    : { what: 'removed', says: 'an event', ...about }
}

/**
 * Whether the account was erased. Only an erasure deletes personal data of the audit log, see
 * docs/decisions/009.
 */
async function isErased(db: Kysely<Tables>, account: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('erased_at').where('id', '=', account).executeTakeFirst()
  return row?.erased_at != null
}
