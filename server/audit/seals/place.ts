import { sql } from 'kysely'
import { first, last } from '../../../contract/required.ts'
import type { Database, Tx } from '../../db/open.ts'
import { type PersonalHashes, placeHash, readPersonal, readTexts } from './digest.ts'

const batch = 500

/** An event and where it stands. */
interface Placed {
  position: number
  at: string
  event_id: string
  personal: PersonalHashes
  hash: string
}

/**
 * Gives each event that is committed by now its place, `most` at most; true where there may be more. One node at a time,
 * since it holds the head until it commits. As with positions of events for programs (decision 013) no transaction that
 * runs on is waited for: what has no place is found by that, and comes when it is committed.
 */
export async function placeEvents(db: Database, most: number): Promise<boolean> {
  for (let placed = 0; placed < most; placed += batch)
    if ((await db.transaction(placeSome)) < batch) return false
  return true
}

async function placeSome(tx: Tx): Promise<number> {
  // A statement of its own: the next one sees what whoever held it before has placed.
  const head = await tx.selectFrom('audit_head').select('position').forUpdate().executeTakeFirstOrThrow()
  const { rows: taken } = await sql<{ id: string; at: string }>`
    with taken as (
      delete from audit_pending where (date_time, event_id) in (
        select date_time, event_id from audit_pending order by date_time, event_id limit ${batch})
      returning *)
    select event_id as id, date_time::text as at from taken order by date_time, event_id`.execute(tx)
  if (!taken.length) return 0
  const span = { ids: taken.map(({ id }) => id), from: first(taken, 'taken').at, to: last(taken, 'taken').at }
  const texts = new Map((await readTexts(tx, span)).map(({ id, text }) => [id, text]))
  const personal = await readPersonal(tx, span)
  const placed: Placed[] = []
  for (const { id, at } of taken) {
    const text = texts.get(id)
    // Its quarter was let go of meanwhile.
    if (text === undefined) continue
    const position = head.position + placed.length + 1
    const own = personal.get(id) ?? {}
    placed.push({
      position,
      at,
      event_id: id,
      personal: own,
      hash: placeHash(position, text, own).toString('hex'),
    })
  }
  await sql`
    insert into audit_place (position, date_time, event_id, personal, hash)
    select position, at, event_id, personal, decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
      as placed(position bigint, at timestamptz, event_id uuid, personal jsonb, hash text)`.execute(tx)
  await tx
    .updateTable('audit_head')
    .set({ position: head.position + placed.length })
    .execute()
  return taken.length
}
