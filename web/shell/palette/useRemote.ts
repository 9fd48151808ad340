import { useQuery } from '@tanstack/react-query'
import type { MenuEntry } from '../../../contract/menu.ts'
import { graphql, request } from '../../lib/graphql.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { maskPhone } from '../../ui/fields/digits.ts'
import { words } from '../settings/words.ts'

export interface Found {
  key: string
  name: string
  /** Behind the name. */
  about?: string
  /** Where it leads, or else what it does. */
  to?: string
  search?: object
  run?: () => void | Promise<void>
}

export interface FoundGroup {
  kind: 'tenants' | 'members' | 'allTenants' | 'accounts' | 'devices' | 'pages' | 'settings'
  found: Found[]
}

/** Rows of one kind at most. */
export const most = 6

const searchQuery = graphql(`
  query PaletteSearch(
    $q: String!, $pageSize: Int!, $inTenant: [ID!]!
    $members: Boolean!, $tenants: Boolean!, $accounts: Boolean!, $devices: Boolean!
  ) {
    members: queryOperator(tenantIdSet: $inTenant, name: $q, pageSize: $pageSize) @include(if: $members) {
      next data { id name profile { mobilePhone } }
    }
    tenants: queryTenant(q: $q, pageSize: $pageSize) @include(if: $tenants) { next data { id name } }
    accounts: queryOperator(name: $q, pageSize: $pageSize) @include(if: $accounts) {
      next data { id name profile { mobilePhone } }
    }
    devices: queryDevice(q: $q, pageSize: $pageSize) @include(if: $devices) {
      next data { id name tenant { name } }
    }
  }
`)

interface Person {
  id: string
  name: string
  profile: { mobilePhone: string | null }
}

/**
 * What the server finds: members of the organization that one is in; organizations, accounts and devices of the whole
 * platform. Each is asked for only where its page may be opened, in one call.
 */
export function useRemote(session: Session, pages: readonly MenuEntry[], asked: string) {
  const t = useTexts(words)
  const { tenantId, tenants } = session
  const path = (name: string) => pages.find((page) => page.name === name)?.path
  const paths = {
    members: tenants.find(({ id }) => id === tenantId)?.personal ? undefined : path('memberManagement'),
    tenants: path('allTenants'),
    accounts: path('accountManagement'),
    devices: path('deviceManagement'),
  }
  const { members, tenants: allTenants, accounts, devices } = paths
  const wanted = {
    members: Boolean(members),
    tenants: Boolean(allTenants),
    accounts: Boolean(accounts),
    devices: Boolean(devices),
  }
  const asks = Object.values(wanted).some(Boolean)
  const { data, isLoading, isError } = useQuery({
    queryKey: ['palette', tenantId, wanted, asked],
    enabled: asks && asked !== '',
    queryFn: ({ signal }) =>
      request(searchQuery, { ...wanted, q: asked, pageSize: most, inTenant: [tenantId] }, signal),
  })

  const person =
    (to: string | undefined) =>
    ({ id, name, profile: { mobilePhone } }: Person): Found => ({
      key: `${to} ${id}`,
      name,
      ...(mobilePhone && { about: maskPhone(mobilePhone) }),
      ...(to && { to, search: { name } }),
    })
  /** Its page shows the rest, or goes on where the search ended early. */
  const rest = (
    page: { next: string | null } | undefined,
    to: string | undefined,
    search: object,
  ): Found[] => (page?.next && to ? [{ key: `${to} rest`, name: t('showAll'), to, search }] : [])
  const groups: FoundGroup[] = [
    {
      kind: 'members',
      found: [
        ...(data?.members?.data.map(person(members)) ?? []),
        ...rest(data?.members, members, { name: asked }),
      ],
    },
    {
      kind: 'allTenants',
      found: [
        ...(data?.tenants?.data ?? []).map(({ id, name }) => ({
          key: `tenant ${id}`,
          name,
          to: `${allTenants}/${id}`,
        })),
        ...rest(data?.tenants, allTenants, { q: asked }),
      ],
    },
    {
      kind: 'accounts',
      found: [
        ...(data?.accounts?.data.map(person(accounts)) ?? []),
        ...rest(data?.accounts, accounts, { name: asked }),
      ],
    },
    {
      kind: 'devices',
      found: [
        ...(data?.devices?.data ?? []).map(({ id, name, tenant }) => ({
          key: `device ${id}`,
          name,
          about: [id, tenant?.name].filter(Boolean).join(' · '),
          to: `${devices}/${encodeURIComponent(id)}`,
        })),
        ...rest(data?.devices, devices, { q: asked }),
      ],
    },
  ]
  return { groups, asks, pending: isLoading, failed: isError }
}
