import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { type AuthTenant, memberIn, type Session } from '../../lib/session/session.ts'

const expiringQuery = graphql(`
  query QueryDevice($tenantId: ID!, $soon: DateTime!) {
    queryDevice(
      pageSize: 1, tenantId: $tenantId, statusSet: [PRODUCED, ACTIVE, SUSPENDED]
      maxExpiredDate: $soon, sort: EXPIRED_DATE
    ) { count data { name expiredDate } }
  }
`)

export type Expiring = ResultOf<typeof expiringQuery>['queryDevice']

/** How early an expiry is told, ms. */
const ahead = 30 * 86_400_000

/** Whose devices are looked at: few calls, the organization that one was last in before others. */
const atMost = 6

/** The organizations that are one's to look after, the one that was entered last first. */
function runTenants({ auth }: Session): AuthTenant[] {
  const isLast = ({ id }: AuthTenant) => Number(id === auth.lastTenantId)
  return auth.tenants
    .filter(({ id }) => {
      const member = memberIn(auth, id)
      return member?.owner || member?.manager
    })
    .toSorted((a, b) => isLast(b) - isLast(a))
}

const endsSoon = ({ status, expireAt }: AuthTenant) =>
  status === 'EXPIRED' ||
  (status === 'FINISH' && expireAt !== null && Date.parse(expireAt) - Date.now() < ahead)

/** What could not be asked is null: its panel says so, and the page stands. */
const expiringOptions = (tenantIds: readonly string[]) =>
  queryOptions({
    queryKey: ['devices', 'attention', tenantIds],
    queryFn: ({ signal }): Promise<(Expiring | null)[]> => {
      const soon = new Date(Date.now() + ahead).toISOString()
      return Promise.all(
        tenantIds.map((tenantId) =>
          request(expiringQuery, { tenantId, soon }, signal).then(
            ({ queryDevice }) => queryDevice,
            () => null,
          ),
        ),
      )
    },
    // Asked anew at each visit, and not while somebody is on the page.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** What expires of the organizations that one runs; whoever shows it waits for the answer. */
export function useExpiries(session: Session) {
  const run = runTenants(session)
  const looked = run
    .filter(({ status, statistics }) => status === 'FINISH' && statistics.deviceCount > 0)
    .slice(0, atMost)
  const { data, refetch } = useSuspenseQuery(expiringOptions(looked.map(({ id }) => id)))
  return {
    tenants: run.filter(endsSoon),
    devices: looked.map((tenant, index) => ({ tenant, expiring: data[index] ?? null })),
    failed: data.includes(null),
    retry: refetch,
  }
}
