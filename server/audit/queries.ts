import type { Relation } from '../../contract/permissions.ts'
import type { Context } from '../core/context.ts'
import { isId } from '../core/id.ts'
import { boolean, id, instant, opaque, optional } from '../core/input.ts'
import { pageOf } from '../core/lists/page-type.ts'
import { query } from '../core/operation.ts'
import { paging, readList } from '../core/page.ts'
import type { Viewer } from '../core/viewer.ts'
import { findRun } from '../members/list.ts'
import { type EventFilter, listEvents, targetOf } from './list.ts'
import { AuditEvent } from './types.ts'

const AuditEventPage = pageOf(AuditEvent, 'AuditEventPage')

query({
  name: 'queryAuditEvent',
  description:
    'Returns audit log entries, newest first. Admin and audit_view can list all entries. Owners and managers can list those of an organization that they manage, given as tenantId. Every user can list entries with their own account as actorId or targetId.',
  can: 'AUDIT_LIST',
  input: {
    ...paging,
    tenantId: optional(id()),
    actorId: optional(id()),
    action: optional(opaque(64)),
    targetId: optional(id()),
    success: optional(boolean()),
    minDateTime: optional(instant()),
    maxDateTime: optional(instant()),
  },
  returns: AuditEventPage,
  relations: ({ context, viewer, input }) => relationsFor(context, viewer, input),
  run: ({ context, viewer, input }) => readList(context, (query) => listEvents(query, viewer, input)),
})

/**
 * Returns the viewer's relation to the events that the filter selects. A personal organization has the same
 * id as its account, so events of the viewer's personal organization count as the viewer's own.
 */
async function relationsFor(
  { db }: Context,
  viewer: Viewer,
  { tenantId, actorId, targetId }: EventFilter,
): Promise<Relation[]> {
  if ([tenantId, actorId, targetId].some((each) => each && targetOf(each) === viewer.accountId))
    return ['self']
  if (!tenantId || !isId(tenantId) || viewer.admin) return []
  const run = await findRun(db.query, viewer.accountId, [tenantId])
  return run.size ? ['manager'] : []
}
