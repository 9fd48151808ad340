import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MenuEntry, PageName } from '../../../contract/menu.ts'
import { request } from '../../lib/graphql.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { homeCallingCode } from '../../ui/fields/digits.ts'
import { askPeople } from './match.ts'
import { groupsOf, type Paths } from './resultRows.tsx'
import { countsQuery, ownTenantsQuery, searchQuery } from './searchQueries.ts'
import { words } from './words.ts'

/** Maximum number of rows to request of each kind. */
const size = 6

/** Returns the pinyin of the organization names. The keys of the map are the organization ids. */
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
 * Searches the server for members and devices of the current organization, and for organizations, accounts
 * and devices of the whole platform. A kind is searched only if the viewer can open its page. All kinds are
 * searched in a single call. The previous results are shown until the new results arrive.
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
    // Devices are found by id or by the phone number of a contact. Neither contains spaces, so a typed number
    // is searched without its spaces.
    device: person.name === null && /\s/.test(asked) ? (person.loginId ?? asked) : asked,
    ...person,
    // If the text can be part of a name, members are searched only by name, even if the text also looks like
    // a username.
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
