import { queryOptions } from '@tanstack/react-query'
import { graphql, request } from '../../lib/graphql.ts'
import { endOfDay, startOfDay } from '../../lib/time/days.ts'
import { auditKey, eventRow } from '../../shared/audit/events.ts'
import { listSource } from '../../shared/list/listSource.ts'
import { auditRules } from './search.ts'

/**
 * Which audit log is shown: that of the platform, of the current organization, or of the viewer's own
 * account.
 */
export type Scope = 'platform' | 'tenant' | 'own'

const eventsQuery = graphql(
  `
  query QueryAuditEvent(
    $first: Int!, $pageSize: Int!, $after: String, $tenantId: ID, $actorId: ID, $targetId: ID, $action: String,
    $success: Boolean, $minDateTime: DateTime, $maxDateTime: DateTime
  ) {
    queryAuditEvent(
      first: $first, pageSize: $pageSize, after: $after, tenantId: $tenantId, actorId: $actorId, targetId: $targetId,
      action: $action, success: $success, minDateTime: $minDateTime, maxDateTime: $maxDateTime
    ) {
      count countExact next
      data { ...EventRow }
    }
  }
`,
  [eventRow],
)

interface AuditScope {
  scope: Scope
  accountId: string
  tenantId: string
}

export const auditEvents = listSource({
  rules: auditRules,
  queryKey: [...auditKey, 'list'],
  document: eventsQuery,
  field: 'queryAuditEvent',
  variables({ filters }, { scope, accountId, tenantId }: AuditScope) {
    const { action, actor, tenant, target, from, to, result, side } = filters
    const filter = {
      action: action || null,
      actorId: actor || null,
      targetId: target || null,
      tenantId: tenant || null,
      success: result ? result === 'true' : null,
      minDateTime: startOfDay(from)?.toISOString() ?? null,
      maxDateTime: endOfDay(to)?.toISOString() ?? null,
    }
    if (scope === 'platform') return filter
    if (scope === 'tenant') return { ...filter, tenantId }
    const mine = { by: { actorId: accountId }, about: { targetId: accountId } }
    return { ...filter, actorId: null, tenantId: null, ...(side ? mine[side] : { tenantId: accountId }) }
  },
})

const actorQuery = graphql(`
  query QueryAuditEvent($actorId: ID!, $tenantId: ID) {
    queryAuditEvent(actorId: $actorId, tenantId: $tenantId, pageSize: 1) { data { actor { id name } } }
  }
`)

/**
 * Query options for an account's name, which is read from the audit log. The data is null if the viewer can
 * see no entry of the account.
 */
export const actorOptions = (actorId: string, tenantId: string | null) =>
  queryOptions({
    queryKey: [...auditKey, 'actor', actorId, tenantId],
    queryFn: async ({ signal }) =>
      (await request(actorQuery, { actorId, tenantId }, signal)).queryAuditEvent.data[0]?.actor ?? null,
    enabled: actorId !== '',
    staleTime: 600_000,
  })
