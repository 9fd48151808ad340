import { queryOptions } from '@tanstack/react-query'
import { allowed, type Relation } from '../../../contract/permissions.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import type { Session } from '../../lib/session.ts'

const workplaceQuery = graphql(`
  query Workplace(
    $tenantId: ID!, $devicesOf: ID, $soon: DateTime!, $tenant: Boolean!, $tenants: Boolean!
    $accounts: Boolean!, $devices: Boolean!, $reviews: Boolean!
  ) {
    tenant: getTenant(id: $tenantId) @include(if: $tenant) {
      statistics { operatorCount managerCount deviceCount onlineDeviceCount }
    }
    tenants: queryTenant(pageSize: 1) @include(if: $tenants) { count }
    accounts: queryOperator(pageSize: 1) @include(if: $accounts) { count }
    devices: queryDevice(pageSize: 1, tenantId: $devicesOf) @include(if: $devices) { count }
    online: queryDevice(pageSize: 1, tenantId: $devicesOf, connectStatus: ONLINE) @include(if: $devices) { count }
    expiring: queryDevice(
      pageSize: 1, tenantId: $devicesOf, statusSet: [PRODUCED, ACTIVE, SUSPENDED]
      maxExpiredDate: $soon, sort: EXPIRED_DATE
    ) @include(if: $devices) { count data { name expiredDate } }
    reviews: queryTenantApplication(pageSize: 1, status: PREPARE) @include(if: $reviews) {
      count data { name submitDateTime }
    }
    messages: queryMessage(pageSize: 8) { unread data { id title content link createDateTime } }
  }
`)

export type Workplace = ResultOf<typeof workplaceQuery>

const onlineQuery = graphql(`
  query QueryDeviceOnline($tenantId: ID, $instants: [DateTime!]!) {
    queryDeviceOnline(tenantId: $tenantId, instants: $instants) { fromDateTime toDateTime peak }
  }
`)

export type OnlinePeak = ResultOf<typeof onlineQuery>['queryDeviceOnline'][number]

const day = 86_400_000
/** ms; what is told in advance. */
export const ahead = 30 * day

/** The organization that one is in, or what one has without it: of the whole platform, or one's own. */
export type Scope = 'tenant' | 'home'

/** An administrator in an organization may look at both. */
export function scopesOf({ tenantId, auth, admin }: Session): Scope[] {
  if (tenantId === auth.tenant.id) return ['home']
  return admin ? ['tenant', 'home'] : ['tenant']
}

/** What the account may be shown there: it is asked for that and nothing else. */
export function sight(session: Session, scope: Scope) {
  const { tenantId, role, admin, authCodes, tenants } = session
  const relations = new Set([...authCodes, ...(admin ? ['admin'] : [])]) as Set<Relation>
  const home = scope === 'home'
  const open = tenants.find(({ id }) => id === tenantId)?.status === 'FINISH'
  return {
    tenant: !home,
    tenants: home && allowed('TENANT_LIST', relations),
    accounts: home && allowed('ACCOUNT_READ', relations),
    devices: home ? allowed('DEVICE_MANAGE', relations) : open || allowed('DEVICE_MANAGE', relations),
    reviews: allowed('APPLICATION_LIST', relations),
    /** The record of the place; others see their messages. */
    record: home ? admin : ['organizationAdmin', 'privateAdmin', 'adminPlus'].includes(role),
  }
}

export function workplaceOptions(session: Session, scope: Scope) {
  const { tenantId } = session
  const { record: _, ...asked } = sight(session, scope)
  return queryOptions({
    queryKey: ['workplace', scope, tenantId, asked],
    queryFn: ({ signal }) => {
      const variables = {
        ...asked,
        tenantId,
        devicesOf: scope === 'home' ? null : tenantId,
        soon: new Date(Date.now() + ahead).toISOString(),
      }
      return request(workplaceQuery, variables, signal)
    },
  })
}

export type Step = 'day' | 'week'

/** The borders of the last eight days of the viewer's calendar, or of eight times seven of them; the last has begun. */
export function bordersOf(step: Step, now: Date): Date[] {
  const days = step === 'day' ? 1 : 7
  return Array.from(
    { length: 9 },
    (_, index) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - (8 - index) * days),
  )
}

export function onlineOptions(tenantId: string | null, step: Step) {
  const instants = bordersOf(step, new Date()).map((at) => at.toISOString())
  return queryOptions({
    queryKey: ['workplace', 'online', tenantId, instants],
    queryFn: async ({ signal }) =>
      (await request(onlineQuery, { tenantId, instants }, signal)).queryDeviceOnline,
  })
}
