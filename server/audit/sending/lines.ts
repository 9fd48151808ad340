import { type Kysely, sql } from 'kysely'
import { last } from '../../../contract/required.ts'
import { withPersonal } from '../../core/audit.ts'
import { noTenant } from '../../core/id.ts'
import type { Tables } from '../../db/tables.ts'
import { sealLine } from '../seals/stored-seals.ts'
import type { Line } from './line.ts'

/** Maximum number of lines per batch. */
const batchSize = 500

/**
 * The next lines to send, and the position of the last line. If there are no lines, it is the position that
 * the caller passed in.
 */
export interface Batch {
  lines: Line[]
  upTo: number
  /** Whether the batch has the maximum size, so that more lines may be waiting. */
  full: boolean
}

/**
 * Returns the next events with a position greater than `sent`, as a platform administrator sees them at the
 * time of the call.
 */
export async function readEventLines(db: Kysely<Tables>, sent: number): Promise<Batch> {
  const positions = await db
    .selectFrom('audit_place')
    .select(['position', 'event_id', 'date_time'])
    .where('position', '>', sent)
    .orderBy('position')
    .limit(batchSize)
    .execute()
  if (!positions.length) return { lines: [], upTo: sent, full: false }
  const times = positions.map(({ date_time }) => date_time.getTime())
  const events = await db
    .selectFrom('audit_event')
    .selectAll()
    .where(
      'id',
      'in',
      positions.map(({ event_id }) => event_id),
    )
    .where('date_time', '>=', new Date(Math.min(...times)))
    .where('date_time', '<', new Date(Math.max(...times) + 1))
    .execute()
  const byId = new Map((await withPersonal(db, events)).map((event) => [event.id, event]))
  const lines = positions.flatMap(({ position, event_id }): Line[] => {
    const event = byId.get(event_id)
    if (!event) return []
    const { date_time, action, success, ip, changes } = event
    const text = JSON.stringify({
      position,
      id: event.id,
      dateTime: date_time,
      tenantId: event.tenant_id === noTenant ? null : event.tenant_id,
      actorId: event.actor_id,
      applicationId: event.application_id,
      ...{ action, targetType: event.target_type, targetId: event.target_id, success, ip, changes },
    })
    return [{ at: date_time, kind: action, success, text }]
  })
  return { lines, upTo: last(positions, 'places').position, full: positions.length === batchSize }
}

/** Returns the next seals with a number greater than `sent`. */
export async function readSealLines(db: Kysely<Tables>, sent: number): Promise<Batch> {
  const seals = await db
    .selectFrom('audit_seal')
    .selectAll()
    .where('number', '>', sent)
    .orderBy('number')
    .limit(batchSize)
    .execute()
  const lines = seals.map(
    (seal): Line => ({ at: seal.sealed_at, kind: 'seal', success: true, text: sealLine(seal) }),
  )
  return { lines, upTo: seals.at(-1)?.number ?? sent, full: seals.length === batchSize }
}

/** Returns how many events and seals have not been sent yet. */
export async function countBehind(db: Kysely<Tables>): Promise<{ name: string; behind: number }[]> {
  const { rows } = await sql<{ name: string; behind: number }>`
    select name, case name when 'seals' then seal_number
      else position + (select count(*) from audit_pending) end - sent as behind
    from audit_sending, audit_head`.execute(db)
  return rows
}
