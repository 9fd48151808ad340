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
    'Audit log entries, newest first. Administrators and holders of audit_view can list all entries. Owners and managers need the tenantId of an organization they manage. Everyone can list entries with their own actorId or targetId.',
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

/** A personal organization belongs to one account, so its events are the viewer's own. */
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
