import { sql } from 'kysely'
import { first, last } from '../../../contract/required.ts'
import type { Database, Tx } from '../../db/open.ts'
import { type PersonalHashes, positionHash, readPersonal, readTexts } from './digest.ts'

const batch = 500

/** An event with its position in the sealed sequence and the hash to seal. */
interface PositionedEvent {
  position: number
  at: string
  event_id: string
  personal: PersonalHashes
  hash: string
}

/**
 * Assigns positions to at most `most` committed events. Returns true if more events may be waiting. Only one
 * server at a time assigns positions, because it locks the row in audit_head until it commits. Events of
 * transactions that are still running get their positions later, as in the event feed (decision 013).
 */
export async function assignPositions(db: Database, most: number): Promise<boolean> {
  for (let placed = 0; placed < most; placed += batch)
    if ((await db.transaction(assignNextPositions)) < batch) return false
  return true
}

async function assignNextPositions(tx: Tx): Promise<number> {
  // Lock in a separate statement, so that the next statement sees the positions that the previous lock holder
  // assigned.
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
  const placed: PositionedEvent[] = []
  for (const { id, at } of taken) {
    const text = texts.get(id)
    // The partition with this event was dropped after the previous statement, so the event gets no position.
    if (text === undefined) continue
    const position = head.position + placed.length + 1
    const own = personal.get(id) ?? {}
    placed.push({
      position,
      at,
      event_id: id,
      personal: own,
      hash: positionHash(position, text, own).toString('hex'),
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
