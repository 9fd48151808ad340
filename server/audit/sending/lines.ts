import { type Kysely, sql } from 'kysely'
import { last } from '../../../contract/required.ts'
import { withPersonal } from '../../core/audit.ts'
import { noTenant } from '../../core/id.ts'
import type { Tables } from '../../db/tables.ts'
import { sealLine } from '../seals/kept.ts'
import type { Line } from './line.ts'

/** What is sent at once. */
const portion = 500

/** What comes next, and up to where that is; with nothing left, up to where it was. */
export interface Portion {
  lines: Line[]
  upTo: number
  /** There may be more. */
  full: boolean
}

/** The events behind a position, in their order, as an administrator of the platform sees them now. */
export async function readEventLines(db: Kysely<Tables>, sent: number): Promise<Portion> {
  const places = await db
    .selectFrom('audit_place')
    .select(['position', 'event_id', 'date_time'])
    .where('position', '>', sent)
    .orderBy('position')
    .limit(portion)
    .execute()
  if (!places.length) return { lines: [], upTo: sent, full: false }
  const times = places.map(({ date_time }) => date_time.getTime())
  const events = await db
    .selectFrom('audit_event')
    .selectAll()
    .where(
      'id',
      'in',
      places.map(({ event_id }) => event_id),
    )
    .where('date_time', '>=', new Date(Math.min(...times)))
    .where('date_time', '<', new Date(Math.max(...times) + 1))
    .execute()
  const byId = new Map((await withPersonal(db, events)).map((event) => [event.id, event]))
  const lines = places.flatMap(({ position, event_id }): Line[] => {
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
  return { lines, upTo: last(places, 'places').position, full: places.length === portion }
}

/** The seals behind a number. */
export async function readSealLines(db: Kysely<Tables>, sent: number): Promise<Portion> {
  const seals = await db
    .selectFrom('audit_seal')
    .selectAll()
    .where('number', '>', sent)
    .orderBy('number')
    .limit(portion)
    .execute()
  const lines = seals.map(
    (seal): Line => ({ at: seal.sealed_at, kind: 'seal', success: true, text: sealLine(seal) }),
  )
  return { lines, upTo: seals.at(-1)?.number ?? sent, full: seals.length === portion }
}

/** How many there are that were not sent. */
export async function countBehind(db: Kysely<Tables>): Promise<{ name: string; behind: number }[]> {
  const { rows } = await sql<{ name: string; behind: number }>`
    select name, case name when 'seals' then seal_number
      else position + (select count(*) from audit_pending) end - sent as behind
    from audit_sending, audit_head`.execute(db)
  return rows
}
