import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MenuEntry, PageName } from '../../../contract/menu.ts'
import { ConnectText } from '../../features/devices/ConnectText.tsx'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import type { Session } from '../../lib/session/session.ts'
import { type Translate, useTexts } from '../../lib/texts.ts'
import { homeCallingCode, maskPhone } from '../../ui/fields/digits.ts'
import { askPeople } from './match.ts'
import type { Found, Group } from './rank.ts'
import { words } from './words.ts'

/** Rows of one kind that are asked for. */
const size = 6

const searchQuery = graphql(`
  query PaletteSearch(
    $q: String!, $name: String, $phone: String, $loginId: String, $pageSize: Int!, $inTenant: [ID!]!, $tenantId: ID
    $device: String!, $members: Boolean!, $tenants: Boolean!, $accounts: Boolean!, $one: Boolean!, $devices: Boolean!
  ) {
    members: queryOperator(tenantIdSet: $inTenant, name: $name, loginId: $phone, pageSize: $pageSize)
      @include(if: $members) { next data { id name profile { mobilePhone } } }
    tenants: queryTenant(q: $q, pageSize: $pageSize) @include(if: $tenants) { next data { id name pinyin } }
    one: queryOperator(loginId: $loginId, pageSize: 1) @include(if: $one) {
      data { id name profile { mobilePhone } }
    }
    accounts: queryOperator(name: $name, pageSize: $pageSize) @include(if: $accounts) {
      next data { id name profile { mobilePhone } }
    }
    devices: queryDevice(q: $device, tenantId: $tenantId, pageSize: $pageSize) @include(if: $devices) {
      next
      data {
        id name status tenant { name } lastSeenDateTime
        currentConnect { ip address connectDateTime status }
      }
    }
  }
`)

type Results = ResultOf<typeof searchQuery>

const ownTenantsQuery = graphql(`
  query Auth {
    auth { tenants { id pinyin } }
  }
`)

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
  const { tenantId, tenants } = session
  const path = (name: PageName) => pages.find((page) => page.name === name)?.path
  const personal = tenants.find(({ id }) => id === tenantId)?.personal
  const platform = path('deviceManagement')
  const paths = {
    members: personal ? undefined : path('memberManagement'),
    tenants: path('allTenants'),
    accounts: path('accountManagement'),
    devices: platform ?? (personal ? undefined : path('ownDevices')),
  }
  const person = askPeople(asked, homeCallingCode())
  const wanted = {
    members: Boolean(paths.members && (person.name || person.loginId)),
    tenants: Boolean(paths.tenants),
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
      results: await request(searchQuery, variables, signal),
    }),
  })
  return {
    groups: data ? groupsOf(data.text, data.results, paths, t) : [],
    asks: Object.values(paths).some(Boolean),
    pending: asks && (isLoading || isPlaceholderData),
    failed: isError,
  }
}

interface Person {
  id: string
  name: string
  profile: { mobilePhone: string | null }
}

type Paths = Record<'members' | 'tenants' | 'accounts' | 'devices', string | undefined>

function groupsOf(
  text: string,
  { members, tenants, one, accounts, devices }: Results,
  paths: Paths,
  t: Translate<typeof words>,
): Group[] {
  const phone = ({ profile: { mobilePhone } }: Person) => mobilePhone && maskPhone(mobilePhone)
  const exact = one?.data.map((each) => each.id) ?? []
  const people = [...(one?.data ?? []), ...(accounts?.data.filter(({ id }) => !exact.includes(id)) ?? [])]
  /** Its page shows the rest, or goes on where the search ended early. */
  const rest = (
    kind: keyof Paths,
    page: { next: string | null } | null | undefined,
    search: object,
  ): Found[] =>
    page?.next && paths[kind]
      ? [{ key: `${kind} rest`, name: t('showAll'), to: paths[kind], search, last: true }]
      : []
  return [
    {
      kind: 'members',
      text,
      found: [
        ...(members?.data ?? []).map((each) => ({
          key: `member ${each.id}`,
          name: each.name,
          about: phone(each) ?? undefined,
          to: paths.members!,
          search: { name: each.name },
        })),
        ...rest('members', members, { name: text }),
      ],
    },
    {
      kind: 'allTenants',
      text,
      found: [
        ...(tenants?.data ?? []).map(({ id, name, pinyin }) => ({
          key: `tenant ${id}`,
          name,
          pinyin: pinyin ?? undefined,
          to: `${paths.tenants}/${id}`,
        })),
        ...rest('tenants', tenants, { q: text }),
      ],
    },
    {
      kind: 'accounts',
      text,
      found: [
        ...people.map((each) => ({
          key: `account ${each.id}`,
          name: each.name,
          about: phone(each) ?? undefined,
          // Whom a whole phone or user name is of comes first.
          ...(exact.includes(each.id) && { exact: true, end: t('exactly') }),
          to: `${paths.accounts}/${each.id}`,
        })),
        ...rest('accounts', accounts, { name: text }),
      ],
    },
    {
      kind: 'devices',
      text,
      found: [
        ...(devices?.data ?? []).map((device) => ({
          key: `device ${device.id}`,
          name: device.name,
          about: [device.id, device.tenant?.name].filter(Boolean).join(' · '),
          also: device.id,
          end: <ConnectText row={device} />,
          to: `${paths.devices}/${encodeURIComponent(device.id)}`,
        })),
        ...rest('devices', devices, { q: text }),
      ],
    },
  ]
}
