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

/** An audit event, and which parts of it the viewer can see. */
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

/** Returns events, newest first. The caller must check that the viewer can list these events. */
export async function listEvents(db: Reader, viewer: Viewer, filter: EventFilter): Promise<Page<EventRow>> {
  const page = await readPage(db, filter, {
    name: 'events',
    from: filtered(db, filter),
    keys: newestFirst,
    rows: db.selectFrom('audit_event').selectAll('audit_event'),
    // Rows are looked up by date and id. PostgreSQL needs the date to find the right partition.
    ids: [sql.ref('audit_event.date_time'), sql.ref('audit_event.id')],
    stored: { rows: countOf(filter), by: ['tenantId', 'actorId'] },
  })
  return { ...page, data: await withVisibility(db, viewer, page.data) }
}

/**
 * Returns the stored count for the filter, if there is one. Counts are stored for all events, for each
 * organization and for each actor.
 */
function countOf({ tenantId, actorId }: EventFilter) {
  if (tenantId && actorId) return
  if ([tenantId, actorId].some((id) => id && !isId(id))) return
  return rowCount(
    actorId ? { list: 'event_of_actor', scope: actorId } : { list: 'event', scope: tenantId || null },
  )
}

function filtered(db: Reader, { tenantId, actorId, action, targetId, success, ...filter }: EventFilter) {
  let from = db.selectFrom('audit_event')
  // A malformed id matches no events.
  for (const id of [tenantId, actorId]) if (id && !isId(id)) from = from.where(sql<boolean>`false`)
  // A target has few events, but an organization can have a million. If the filter selects a target, `is not
  // distinct from` prevents PostgreSQL from using the index on the organization.
  if (tenantId && isId(tenantId))
    from = from.where('audit_event.tenant_id', targetId ? 'is not distinct from' : '=', tenantId)
  if (actorId && isId(actorId)) from = from.where('audit_event.actor_id', '=', actorId)
  if (targetId) from = from.where('audit_event.target_id', '=', targetOf(targetId))
  if (action) from = from.where('audit_event.action', '=', action)
  // Write the value as a literal. With a parameter, PostgreSQL could not use the partial index for failures.
  if (success != null) from = from.where(success ? sql<boolean>`success` : sql<boolean>`not success`)
  if (filter.minDateTime) from = from.where('audit_event.date_time', '>=', filter.minDateTime)
  if (filter.maxDateTime) from = from.where('audit_event.date_time', '<=', filter.maxDateTime)
  return from
}

/** Returns the target id in the form that the audit log stores: UUIDs in lower case, device ids unchanged. */
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
 * Returns the viewer's relation to each of these organizations. Omits personal organizations and
 * organizations that the viewer does not belong to.
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
