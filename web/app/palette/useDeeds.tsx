import { useQuery } from '@tanstack/react-query'
import {
  IconDeviceDesktop,
  IconHistory,
  IconLayoutDashboard,
  IconLogin2,
  IconSettings,
  IconUsers,
} from '#icons'
import { personalTenant } from '../../../contract/limits.ts'
import { mayOpen, pagesOf, titleOf } from '../../../contract/menu.ts'
import { accountDeeds } from '../../features/accounts/AccountActions.tsx'
import { accountDetailOptions } from '../../features/accounts/accounts.ts'
import { useAccountDialogs } from '../../features/accounts/dialogs/dialogs.ts'
import { words as accountWords } from '../../features/accounts/words.ts'
import { useTenantDialogs } from '../../features/all-tenants/dialogs.ts'
import { useTenantDeeds } from '../../features/all-tenants/TenantActions.tsx'
import { tenantOptions } from '../../features/all-tenants/tenants.ts'
import { useDeviceDeeds } from '../../features/devices/DeviceActions.tsx'
import { deviceOptions } from '../../features/devices/device.ts'
import { useDeviceDialogs } from '../../features/devices/dialogs/dialogs.ts'
import { useMemberDialogs } from '../../features/members/dialogs.ts'
import { memberDeeds } from '../../features/members/list/MemberActions.tsx'
import { memberOptions } from '../../features/members/members.ts'
import { words as memberWords } from '../../features/members/words.ts'
import { knownConfig } from '../../lib/config.ts'
import { deriveSession, type Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import type { Deed } from '../../ui/layout/Deeds.tsx'
import type { Kind, Row } from './rank.ts'
import { useSwitch } from './useSwitch.ts'
import { words } from './words.ts'

const kinds: readonly Kind[] = ['devices', 'accounts', 'allTenants', 'members', 'tenants']

/** Of what a row is, and which one; null where nothing more can be done with it than to open it. */
export function thingOf(kind: Kind, row: Row): { kind: Kind; id: string } | null {
  const is = row.of ?? kind
  return kinds.includes(is) && !row.last ? { kind: is, id: row.key.slice(row.key.indexOf(' ') + 1) } : null
}

/** The dialogs that deeds open: they stay when the palette is closed. */
export function useDeedDialogs() {
  const [devices, accounts, allTenants, members] = [
    useDeviceDialogs(),
    useAccountDialogs(),
    useTenantDialogs(),
    useMemberDialogs(),
  ]
  return {
    open: {
      devices: devices.open,
      accounts: accounts.open,
      allTenants: allTenants.open,
      members: members.open,
    },
    drawn: (
      <>
        {devices.dialog}
        {accounts.dialog}
        {allTenants.dialog}
        {members.dialog}
      </>
    ),
  }
}

/** What the viewer may do with one thing, as its own page or list would offer it; undefined until the server has said it. */
export function useDeeds(
  session: Session,
  thing: { kind: Kind; id: string } | null,
  open: ReturnType<typeof useDeedDialogs>['open'],
): readonly Deed[] | undefined {
  const { kind, id = '' } = thing ?? {}
  const device = useQuery({ ...deviceOptions(id), enabled: kind === 'devices' }).data
  const account = useQuery({ ...accountDetailOptions(id), enabled: kind === 'accounts' }).data
  const tenant = useQuery({ ...tenantOptions(id), enabled: kind === 'allTenants' }).data
  const member = useQuery({ ...memberOptions(session.tenantId, id), enabled: kind === 'members' }).data
  const accountText = useTexts(accountWords)
  const memberText = useTexts(memberWords)
  const deviceDeeds = useDeviceDeeds(open.devices)
  const tenantDeeds = useTenantDeeds(open.allTenants)
  const ownDeeds = useOwnDeeds(session)
  const record = useRecord(session)

  const all = () => {
    if (kind === 'devices' && device) return deviceDeeds(device, mayOpen(session, 'deviceManagement'))
    if (kind === 'accounts' && account) return accountDeeds(account, open.accounts, accountText)
    if (kind === 'allTenants' && tenant) return tenantDeeds(tenant)
    if (kind === 'members' && member) return memberDeeds(member, open.members, memberText)
    return kind === 'tenants' ? ownDeeds(id) : undefined
  }
  const deeds = all()?.filter(({ link, run }) => link || run)
  if (!deeds || kind === 'tenants') return deeds
  // Before what cannot be taken back.
  const grave = deeds.findIndex(({ danger }) => danger)
  return deeds.toSpliced(grave < 0 ? deeds.length : grave, 0, ...record(id))
}

/** To what has been done with a thing, in the record that the viewer may read of it. */
function useRecord(session: Session) {
  const t = useTexts(words)
  const page = (['platformRecord', 'organizationRecord'] as const).find((name) => mayOpen(session, name))
  const path = page && pagesOf().find(({ name }) => name === page)!.path
  return (target: string): Deed[] =>
    path ? [{ name: t('record'), Icon: IconHistory, link: { to: path, search: { target } } }] : []
}

const within = {
  workplace: IconLayoutDashboard,
  memberManagement: IconUsers,
  ownDevices: IconDeviceDesktop,
  organizationConfiguration: IconSettings,
}
const isWithin = (name: string): name is keyof typeof within => Object.hasOwn(within, name)

/** Of one of the viewer's organizations: to enter it, and to its pages that they may open there. */
function useOwnDeeds(session: Session) {
  const t = useTexts(words)
  const title = useTexts(titles)
  const { enter } = useSwitch()
  return (id: string): Deed[] => {
    const tenant = session.tenants.find((each) => each.id === id)
    if (!tenant) return []
    const chosen = { id, name: tenant.personal ? personalTenant : null }
    const there = deriveSession(session.auth, chosen, knownConfig()?.deployment ?? 'platform')
    const pages = pagesOf().filter(({ name }) => isWithin(name) && mayOpen(there, name))
    return [
      { name: t('switchTo'), Icon: IconLogin2, run: () => void enter(tenant) },
      ...pages.map((page) => ({
        name: titleOf(page, title),
        Icon: within[page.name as keyof typeof within],
        run: () => void enter(tenant, page.path),
      })),
    ]
  }
}
