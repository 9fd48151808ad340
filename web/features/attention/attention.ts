import { queryOptions } from '@tanstack/react-query'
import { mayOpen } from '../../../contract/menu.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { memberIn, type Session } from '../../lib/session/session.ts'

const reviewsQuery = graphql(`
  query QueryTenantApplication {
    queryTenantApplication(pageSize: 1, status: PREPARE) { count data { name submitDateTime } }
  }
`)

const expiringQuery = graphql(`
  query QueryDevice($tenantId: ID!, $soon: DateTime!) {
    queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED]
      maxExpiredDate: $soon, sort: EXPIRED_DATE
    ) { count data { name expiredDate } }
  }
`)

export type Reviews = ResultOf<typeof reviewsQuery>['queryTenantApplication']
export type Expiring = ResultOf<typeof expiringQuery>['queryDevice']

/** How early an expiry is told, ms. */
const ahead = 30 * 86_400_000

export const soonExpires = (expireAt: string | null, now = Date.now()): boolean =>
  expireAt !== null && Date.parse(expireAt) - now < ahead

/** Whose devices are looked at: few calls, the organization that one was last in before others. */
const atMost = 6

export type RunTenant = Session['auth']['tenants'][number]

/** The organizations that are one's to look after, the one that was entered last first. */
export function runTenants({ auth }: Session): RunTenant[] {
  const isLast = ({ id }: RunTenant) => Number(id === auth.lastTenantId)
  return auth.tenants
    .filter(({ id }) => {
      const member = memberIn(auth, id)
      return member?.owner || member?.manager
    })
    .toSorted((a, b) => isLast(b) - isLast(a))
}

export const lookedAt = (session: Session): RunTenant[] =>
  runTenants(session)
    .filter(({ status, statistics }) => status === 'FINISH' && statistics.deviceCount > 0)
    .slice(0, atMost)

export const reviewsOptions = (session: Session) =>
  queryOptions({
    queryKey: ['attention', 'reviews'],
    queryFn: async ({ signal }): Promise<Reviews> =>
      (await request(reviewsQuery, {}, signal)).queryTenantApplication,
    enabled: mayOpen(session, 'auditManagement'),
  })

export const expiringOptions = (tenantId: string) =>
  queryOptions({
    queryKey: ['attention', 'expiring', tenantId],
    queryFn: async ({ signal }): Promise<Expiring> => {
      const soon = new Date(Date.now() + ahead).toISOString()
      return (await request(expiringQuery, { tenantId, soon }, signal)).queryDevice
    },
  })
