import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pagesOf, pathOf, permittedMenu } from '../../../contract/menu.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import type { Session } from '../../lib/session/session.ts'
import { deviceTodos } from '../../shared/todos/deviceTodos.ts'

const workplaceQuery = graphql(
  `
  query Workplace(
    $tenantId: ID!, $devicesOf: ID, $tenant: Boolean!, $tenants: Boolean!, $accounts: Boolean!, $devices: Boolean!
    $reviews: Boolean!
  ) {
    tenant: getTenant(id: $tenantId) @include(if: $tenant) {
      statistics { operatorCount managerCount deviceCount }
    }
    tenants: queryTenant(pageSize: 1) @include(if: $tenants) { count }
    accounts: queryOperator(pageSize: 1) @include(if: $accounts) { count }
    devices: getDeviceFigures(tenantId: $devicesOf) @include(if: $devices) { ...DeviceTodos devices online }
    reviews: queryTenantApplication(pageSize: 1, status: PREPARE) @include(if: $reviews) {
      count data { name submitDateTime }
    }
    messages: queryMessage(pageSize: 8) { unread data { id title content link createDateTime } }
  }
`,
  [deviceTodos],
)

export type Workplace = ResultOf<typeof workplaceQuery>

const onlineQuery = graphql(`
  query QueryDeviceOnline($tenantId: ID, $instants: [DateTime!]!) {
    queryDeviceOnline(tenantId: $tenantId, instants: $instants) { fromDateTime toDateTime peak }
  }
`)

export type OnlinePeak = ResultOf<typeof onlineQuery>['queryDeviceOnline'][number]

/**
 * `tenant` is the current organization. `home` is the whole platform or one of the account's own
 * organizations.
 */
export type Scope = 'tenant' | 'home'

/**
 * Returns the scopes that the viewer can choose. Administrators can choose both while they are in an
 * organization.
 */
export function scopesOf({ tenantId, auth, admin }: Session): Scope[] {
  if (tenantId === auth.tenant.id) return ['home']
  return admin ? ['tenant', 'home'] : ['tenant']
}

/** Names of pages for managing the platform or a part of it. */
const onPlatform = ['allTenants', 'auditManagement', 'accountManagement', 'deviceManagement'] as const

const permittedPages = (session: Session) => new Set(pagesOf(permittedMenu(session)).map(({ name }) => name))

/**
 * Returns the id of the organization to show. In the scope `home`, returns null (the platform) for viewers
 * who manage the platform or a part of it. For all others, returns the organization that they used last, or
 * any other of their organizations. Returns null if they have none.
 */
export function tenantShown(session: Session, scope: Scope): string | null {
  if (scope === 'tenant') return session.tenantId
  const pages = permittedPages(session)
  if (onPlatform.some((name) => pages.has(name))) return null
  const own = session.tenants.filter(({ personal, status }) => !personal && status === 'FINISH')
  return (own.find(({ id }) => id === session.auth.lastTenantId) ?? own[0])?.id ?? null
}

/** Returns the parts of the workplace that the viewer can see. Only these parts are loaded. */
export function partsOf(session: Session, scope: Scope) {
  const pages = permittedPages(session)
  const home = scope === 'home'
  const tenantId = tenantShown(session, scope)
  const tenant = session.tenants.find(({ id }) => id === tenantId)
  const audit = home ? 'platformRecord' : 'organizationRecord'
  return {
    tenant: tenantId !== null,
    tenants: home && (pages.has('allTenants') || pages.has('auditManagement')),
    accounts: home && pages.has('accountManagement'),
    devices: tenant?.status === 'FINISH' || pages.has('deviceManagement'),
    reviews: pages.has('auditManagement'),
    /**
     * Path of the audit log, or undefined if the viewer cannot read it. The workplace then shows the viewer's
     * messages.
     */
    audit: pages.has(audit) ? pathOf(audit) : undefined,
  }
}

/** Refetches every minute. The previous data remains visible until the new data arrives. */
export const eachMinute = { refetchInterval: 60_000, placeholderData: keepPreviousData } as const

export function workplaceOptions(session: Session, scope: Scope) {
  const shown = tenantShown(session, scope)
  const { audit: _, ...parts } = partsOf(session, scope)
  return queryOptions({
    queryKey: ['workplace', scope, shown, parts],
    queryFn: ({ signal }) => {
      const variables = {
        ...parts,
        tenantId: shown ?? session.tenantId,
        devicesOf: shown,
      }
      return request(workplaceQuery, variables, signal)
    },
    refetchInterval: 60_000,
  })
}

export type Step = 'day' | 'week'

/**
 * Returns the nine boundaries of the last eight days or weeks in the viewer's time zone. The last period ends
 * today.
 */
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
