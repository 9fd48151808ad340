import { type Kysely, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { Tables } from '../../db/tables.ts'
import type { Seal } from './chain.ts'
import {
  type EventText,
  lastOf,
  type PersonalHashes,
  placeHash,
  readPersonal,
  readTexts,
  sha256,
} from './digest.ts'
import type { Fault } from './faults.ts'

interface Place {
  position: number
  id: string
  at: string
  personal: PersonalHashes
  hash: Buffer
}

/** What of an event and its place is in the database, and where that is. */
interface Found {
  about: { seal: number; position: number; event: string }
  place: Place
  texts: EventText[]
  personal: PersonalHashes
}

/** The events of these seals, which follow one another and are of one quarter, compared with what was sealed. */
export async function lookAtPlaces(db: Kysely<Tables>, seals: readonly Seal[]): Promise<Fault[]> {
  const span = {
    first: required(seals[0], 'item of seals').first,
    last: lastOf(required(seals.at(-1), 'item of seals')),
  }
  const places = Map.groupBy(
    await readPlaces(db, span, required(seals[0], 'item of seals').quarter),
    ({ position }) => position,
  )
  const events = await readEvents(db, [...places.values()].flat())
  const faults: Fault[] = []
  for (const seal of seals) {
    const [hashes, before] = [[] as Buffer[], faults.length]
    for (let position = seal.first; position <= lastOf(seal); position++) {
      const here = places.get(position) ?? []
      if (!here.length)
        faults.push({ what: 'removed', says: 'the place of an event', seal: seal.number, position })
      for (const [index, place] of here.entries()) {
        const about = { seal: seal.number, position, event: place.id }
        if (index) faults.push({ what: 'inserted', says: 'a second event at one position', ...about })
        faults.push(...(await lookAtPlace(db, { about, place, ...events(place) }, span)))
        hashes.push(place.hash)
      }
    }
    // Where its places are not its own, that is what has been said.
    if (hashes.length === seal.count && !sha256(...hashes).equals(seal.events) && faults.length === before)
      faults.push({
        what: 'changed',
        says: `events at the positions ${seal.first} to ${lastOf(seal)}, together with their places`,
        seal: seal.number,
      })
  }
  return faults
}

async function readPlaces(
  db: Kysely<Tables>,
  { first, last }: { first: number; last: number },
  quarter: string,
) {
  const begin = sql`make_timestamptz(${quarter.slice(0, 4)}::integer, ${quarter.slice(5)}::integer * 3 - 2, 1, 0, 0, 0, 'UTC')`
  const { rows } = await sql<Place>`
    select position, event_id as id, date_time::text as at, personal, hash from audit_place
    where position between ${first} and ${last}
      and date_time >= ${begin} and date_time < ${begin} + interval '3 months'
    order by position, date_time, event_id`.execute(db)
  return rows
}

/** What there is of an event: by its id and its very instant. */
async function readEvents(db: Kysely<Tables>, places: readonly Place[]) {
  if (!places.length) return () => ({ texts: [], personal: {} })
  const { rows } = await sql<{ from: string; to: string }>`
    select min(at)::text as from, max(at)::text as to
    from unnest(${places.map(({ at }) => at)}::timestamptz[]) as at`.execute(db)
  const span = { ids: places.map(({ id }) => id), ...required(rows[0], 'item of rows') }
  const texts = Map.groupBy(await readTexts(db, span), ({ id, at }) => `${id} ${at}`)
  const personal = await readPersonal(db, span)
  return ({ id, at }: Place) => ({ texts: texts.get(`${id} ${at}`) ?? [], personal: personal.get(id) ?? {} })
}

async function lookAtPlace(
  db: Kysely<Tables>,
  { about, place, texts, personal }: Found,
  span: { first: number; last: number },
): Promise<Fault[]> {
  const faults: Fault[] = []
  const add = (what: Fault['what'], says: string) => faults.push({ what, says, ...about })
  const [event, ...others] = texts
  if (others.length) add('inserted', 'a second event of that id')
  if (!event) return [await lookForEvent(db, place.id, about)]
  const fits = (position: number) =>
    texts.some(({ text }) => placeHash(position, text, place.personal).equals(place.hash))
  if (!fits(place.position)) {
    let other = span.first
    while (other <= span.last && !fits(other)) other++
    if (other <= span.last) add('reordered', `an event that was sealed at position ${other}`)
    else add('changed', 'an event')
  }
  for (const [account, hash] of Object.entries(personal))
    if (place.personal[account] !== hash) add('changed', `what is kept of account ${account} beside an event`)
  const gone = Object.keys(place.personal).filter((account) => !Object.hasOwn(personal, account))
  for (const account of gone)
    if (!(await isErased(db, account))) add('removed', `what is kept of account ${account} beside an event`)
  return faults
}

/** It is not where it was sealed: its time was changed, or there is none. */
async function lookForEvent(db: Kysely<Tables>, id: string, about: Found['about']): Promise<Fault> {
  const other = await db.selectFrom('audit_event').select('date_time').where('id', '=', id).executeTakeFirst()
  return other
    ? { what: 'changed', says: `the time of an event, to ${other.date_time.toISOString()}`, ...about }
    : { what: 'removed', says: 'an event', ...about }
}

/** What is kept of an account goes with it, and at no other time: docs/decisions/009. */
async function isErased(db: Kysely<Tables>, account: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('erased_at').where('id', '=', account).executeTakeFirst()
  return row?.erased_at != null
}
