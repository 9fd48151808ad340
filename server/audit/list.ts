import { type Kysely, type Selectable, sql } from 'kysely'
import { withPersonal } from '../core/audit.ts'
import { rowCount } from '../core/counts/counts.ts'
import type { SortKey } from '../core/cursor.ts'
import { isId } from '../core/id.ts'
import { type Page, type PageArguments, readPage } from '../core/page.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { isPending } from '../tenants/members.ts'
import { selectTenants } from '../tenants/store.ts'
import { type Place, type Visibility, visibilityOf } from './visibility.ts'

type Reader = Kysely<Tables>

/** One event, with what of it the viewer may see. */
export type EventRow = Selectable<Tables['audit_event']> & { visibility: Visibility }

export interface EventFilter extends PageArguments {
  tenantId?: string | null | undefined
  actorId?: string | null | undefined
  action?: string | null | undefined
  targetId?: string | null | undefined
  success?: boolean | null | undefined
  minDateTime?: Date | null | undefined
  maxDateTime?: Date | null | undefined
}

const newestFirst: SortKey[] = [
  { value: sql.ref('audit_event.date_time'), type: 'timestamptz', order: 'desc' },
  { value: sql.ref('audit_event.id'), type: 'uuid', order: 'desc' },
]

/** Newest first. Whether the viewer may ask for these is decided before. */
export async function listEvents(db: Reader, viewer: Viewer, filter: EventFilter): Promise<Page<EventRow>> {
  const page = await readPage(db, filter, {
    name: 'events',
    from: filtered(db, filter),
    keys: newestFirst,
    rows: db.selectFrom('audit_event').selectAll('audit_event'),
    // The day says in which quarter's table it is.
    ids: [sql.ref('audit_event.date_time'), sql.ref('audit_event.id')],
    stored: { rows: countOf(filter), by: ['tenantId', 'actorId'] },
  })
  return { ...page, data: await withVisibility(db, viewer, page.data) }
}

/** Stored are the events of all, of an organization and of an actor. */
function countOf({ tenantId, actorId }: EventFilter) {
  if (tenantId && actorId) return
  if ([tenantId, actorId].some((id) => id && !isId(id))) return
  return rowCount(
    actorId ? { list: 'event_of_actor', scope: actorId } : { list: 'event', scope: tenantId || null },
  )
}

function filtered(db: Reader, { tenantId, actorId, action, targetId, success, ...filter }: EventFilter) {
  let from = db.selectFrom('audit_event')
  // What is no id matches nothing.
  for (const id of [tenantId, actorId]) if (id && !isId(id)) from = from.where(sql<boolean>`false`)
  // Of one object there are few: then the organization is compared, not looked up, which may have a million events.
  if (tenantId && isId(tenantId))
    from = from.where('audit_event.tenant_id', targetId ? 'is not distinct from' : '=', tenantId)
  if (actorId && isId(actorId)) from = from.where('audit_event.actor_id', '=', actorId)
  if (targetId) from = from.where('audit_event.target_id', '=', targetOf(targetId))
  if (action) from = from.where('audit_event.action', '=', action)
  // Said, not given: there is an index of those that failed.
  if (success != null) from = from.where(success ? sql<boolean>`success` : sql<boolean>`not success`)
  if (filter.minDateTime) from = from.where('audit_event.date_time', '>=', filter.minDateTime)
  if (filter.maxDateTime) from = from.where('audit_event.date_time', '<=', filter.maxDateTime)
  return from
}

/** As it is written down: our own ids in small letters, a device's as it was given. */
export const targetOf = (id: string): string => (isId(id) ? id.toLowerCase() : id)

async function withVisibility(
  db: Reader,
  viewer: Viewer,
  events: Selectable<Tables['audit_event']>[],
): Promise<EventRow[]> {
  const rows = await withPersonal(db, events)
  const places = await findPlaces(db, viewer, [...new Set(rows.map((row) => row.tenant_id))])
  return rows.map((row) => ({ ...row, visibility: visibilityOf(viewer, row, places.get(row.tenant_id)) }))
}

/** What the viewer is in these organizations; the others are not in it. Of personal ones there is none. */
async function findPlaces(
  db: Reader,
  viewer: Viewer,
  tenantIds: readonly string[],
): Promise<Map<string, Place>> {
  if (viewer.admin || !tenantIds.length) return new Map()
  const rows = await selectTenants(db)
    .innerJoin('member', 'member.tenant_id', 'tenant.id')
    .select('member.manager')
    .where('member.account_id', '=', viewer.accountId)
    .where(sql<boolean>`not ${isPending}`)
    .where('tenant.id', 'in', tenantIds)
    .execute()
  return new Map(
    rows.map(({ id, owner_id, manager, status }) => [
      id,
      { belongs: true, leads: status !== 'EXPIRED' && (manager || owner_id === viewer.accountId) },
    ]),
  )
}
