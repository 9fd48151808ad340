import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MenuEntry, PageName } from '../../../contract/menu.ts'
import { request } from '../../lib/graphql.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { homeCallingCode } from '../../ui/fields/digits.ts'
import { groupsOf, type Paths } from './groups.tsx'
import { askPeople } from './match.ts'
import { countsQuery, ownTenantsQuery, searchQuery } from './search.ts'
import { words } from './words.ts'

/** Rows of one kind that are asked for. */
const size = 6

/** How the names of the viewer's own organizations are spelled, by their ids. */
export function useSpellings({ auth, tenants }: Session): ReadonlyMap<string, string | null> | undefined {
  return useQuery({
    queryKey: ['palette', 'tenants', auth.id],
    enabled: tenants.length > 1,
    staleTime: 300_000,
    queryFn: async ({ signal }) =>
      new Map(
        (await request(ownTenantsQuery, {}, signal)).auth.tenants.map(({ id, pinyin }) => [id, pinyin]),
      ),
  }).data
}

/**
 * What the server finds: members of the organization that one is in, and its devices; organizations, accounts and devices of
 * the whole platform. Each is asked for only where its page may be opened, in one call. What it found last stays until the
 * next is there.
 */
export function useRemote(session: Session, pages: readonly MenuEntry[], asked: string) {
  const t = useTexts(words)
  const { tenantId, personal } = session
  const path = (name: PageName) => pages.find((page) => page.name === name)?.path
  const platform = path('deviceManagement')
  const paths: Paths = {
    members: personal ? undefined : path('memberManagement'),
    allTenants: path('allTenants'),
    accounts: path('accountManagement'),
    devices: platform ?? (personal ? undefined : path('ownDevices')),
  }
  const person = askPeople(asked, homeCallingCode())
  const wanted = {
    members: Boolean(paths.members && (person.name || person.loginId)),
    tenants: Boolean(paths.allTenants),
    accounts: Boolean(paths.accounts && person.name),
    one: Boolean(paths.accounts && person.loginId),
    devices: Boolean(paths.devices),
  }
  const asks = asked !== '' && Object.values(wanted).some(Boolean)
  const variables = {
    ...wanted,
    q: asked,
    // Whose phone is to be called about it is kept without blanks; an id has none.
    device: person.name === null && /\s/.test(asked) ? (person.loginId ?? asked) : asked,
    ...person,
    // What looks like a user name may be a part of a name, which is what members are asked for by.
    phone: person.name ? null : person.loginId,
    pageSize: size,
    inTenant: [tenantId],
    tenantId: platform ? null : tenantId,
  }
  const { data, isPlaceholderData, isLoading, isError } = useQuery({
    queryKey: ['palette', tenantId, variables],
    enabled: asks,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      text: asked,
      device: variables.device,
      results: await request(searchQuery, variables, signal),
    }),
  })
  const results = data?.results
  const more = {
    members: Boolean(results?.members?.next),
    tenants: Boolean(results?.allTenants?.next),
    accounts: Boolean(results?.accounts?.next),
    devices: Boolean(results?.devices?.next),
  }
  const { one, loginId, pageSize, ...countable } = variables
  const counts = useQuery({
    queryKey: ['palette', 'counts', tenantId, { ...countable, ...more }],
    enabled: asks && !isPlaceholderData && Object.values(more).some(Boolean),
    queryFn: ({ signal }) => request(countsQuery, { ...countable, ...more }, signal),
  })
  return {
    groups: data ? groupsOf(data, counts.data, paths, t) : [],
    asks: Object.values(paths).some(Boolean),
    pending: asks && (isLoading || isPlaceholderData),
    failed: isError,
  }
}
