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
import { type OrganizationRelation, type Visibility, visibilityOf } from './visibility.ts'

type Reader = Kysely<Tables>

/** An audit event and which parts of it the viewer can see. */
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

/** Returns events, newest first. The caller must have checked that the viewer may list them. */
export async function listEvents(db: Reader, viewer: Viewer, filter: EventFilter): Promise<Page<EventRow>> {
  const page = await readPage(db, filter, {
    name: 'events',
    from: filtered(db, filter),
    keys: newestFirst,
    rows: db.selectFrom('audit_event').selectAll('audit_event'),
    // The date selects the partition.
    ids: [sql.ref('audit_event.date_time'), sql.ref('audit_event.id')],
    stored: { rows: countOf(filter), by: ['tenantId', 'actorId'] },
  })
  return { ...page, data: await withVisibility(db, viewer, page.data) }
}

/** Counts are stored for all events, per organization and per actor. */
function countOf({ tenantId, actorId }: EventFilter) {
  if (tenantId && actorId) return
  if ([tenantId, actorId].some((id) => id && !isId(id))) return
  return rowCount(
    actorId ? { list: 'event_of_actor', scope: actorId } : { list: 'event', scope: tenantId || null },
  )
}

function filtered(db: Reader, { tenantId, actorId, action, targetId, success, ...filter }: EventFilter) {
  let from = db.selectFrom('audit_event')
  // A malformed id matches nothing.
  for (const id of [tenantId, actorId]) if (id && !isId(id)) from = from.where(sql<boolean>`false`)
  // One object has few events. The organization is then compared without its index, because it can have a
  // million events.
  if (tenantId && isId(tenantId))
    from = from.where('audit_event.tenant_id', targetId ? 'is not distinct from' : '=', tenantId)
  if (actorId && isId(actorId)) from = from.where('audit_event.actor_id', '=', actorId)
  if (targetId) from = from.where('audit_event.target_id', '=', targetOf(targetId))
  if (action) from = from.where('audit_event.action', '=', action)
  // A literal instead of a parameter, because there is a partial index for failures.
  if (success != null) from = from.where(success ? sql<boolean>`success` : sql<boolean>`not success`)
  if (filter.minDateTime) from = from.where('audit_event.date_time', '>=', filter.minDateTime)
  if (filter.maxDateTime) from = from.where('audit_event.date_time', '<=', filter.maxDateTime)
  return from
}

/** Returns the id as the audit log stores it: UUIDs in lower case, device ids unchanged. */
export const targetOf = (id: string): string => (isId(id) ? id.toLowerCase() : id)

async function withVisibility(
  db: Reader,
  viewer: Viewer,
  events: Selectable<Tables['audit_event']>[],
): Promise<EventRow[]> {
  const rows = await withPersonal(db, events)
  const relations = await findRelations(db, viewer, [...new Set(rows.map((row) => row.tenant_id))])
  return rows.map((row) => ({ ...row, visibility: visibilityOf(viewer, row, relations.get(row.tenant_id)) }))
}

/**
 * Returns the viewer's relation to each of these organizations, without organizations the viewer does not
 * belong to and without personal ones.
 */
async function findRelations(
  db: Reader,
  viewer: Viewer,
  tenantIds: readonly string[],
): Promise<Map<string, OrganizationRelation>> {
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
      { belongs: true, manages: status !== 'EXPIRED' && (manager || owner_id === viewer.accountId) },
    ]),
  )
}
