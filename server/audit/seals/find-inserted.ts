import { type Kysely, sql } from 'kysely'
import { first } from '../../../contract/required.ts'
import type { Tables } from '../../db/tables.ts'
import type { Faults } from './faults.ts'

const batchSize = 5_000

/**
 * Finds data that an attacker wrote directly to the database: events that neither have a position nor are
 * queued for one, and positions that no server has assigned. Returns the number of events that still have to
 * get a position or a seal.
 */
export async function findInserted(
  db: Kysely<Tables>,
  faults: Faults,
  onProgress: (text: string) => void,
): Promise<number> {
  let from = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (let seen = 0; ; ) {
    const { rows } = await sql<{ id: string; at: string; known: boolean }>`
      with batch as materialized (
        select id, date_time from audit_event
        where (date_time, id) > (${from.at}::timestamptz, ${from.id}::uuid) order by date_time, id limit ${batchSize})
      select id, date_time::text as at, place.known is not null or exists (
        select from audit_pending where audit_pending.date_time = batch.date_time and event_id = id) as known
      from batch left join lateral (
        select true as known from audit_place
        where audit_place.date_time = batch.date_time and event_id = id limit 1) as place on true
      order by date_time, id`.execute(db)
    for (const { id, at, known } of rows)
      if (!known) faults.add({ what: 'inserted', says: `an event of ${at} that was never sealed`, event: id })
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) break
    from = { at: last.at, id: last.id }
    seen += rows.length
    onProgress(`Searching for events without a seal: ${seen} events checked`)
  }
  return countWaiting(db, faults)
}

async function countWaiting(db: Kysely<Tables>, faults: Faults): Promise<number> {
  const { rows: strays } = await sql<{ position: number; event: string }>`
    select audit_place.position, event_id as event from audit_place, audit_head
    where audit_place.position < 1 or audit_place.position > audit_head.position limit 1000`.execute(db)
  for (const { position, event } of strays)
    faults.add({ what: 'inserted', says: 'an event at a position that was never assigned', position, event })
  const { rows } = await sql<{ waiting: number }>`
    select position - sealed + (select count(*) from audit_pending) as waiting from audit_head`.execute(db)
  return first(rows, 'rows').waiting
}
