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
import { required } from '../../../contract/required.ts'
import { accountActions } from '../../features/accounts/AccountActions.tsx'
import { accountDetailOptions } from '../../features/accounts/accounts.ts'
import { useAccountDialogs } from '../../features/accounts/dialogs/dialogs.ts'
import { words as accountWords } from '../../features/accounts/words.ts'
import { tenantOptions } from '../../features/all-tenants/allTenants.ts'
import { useTenantDialogs } from '../../features/all-tenants/dialogs.ts'
import { useTenantActions } from '../../features/all-tenants/TenantActions.tsx'
import { useDeviceActions } from '../../features/devices/DeviceActions.tsx'
import { deviceOptions } from '../../features/devices/device.ts'
import { useDeviceDialogs } from '../../features/devices/dialogs/dialogs.ts'
import { useMemberDialogs } from '../../features/members/dialogs.ts'
import { memberActions } from '../../features/members/list/MemberActions.tsx'
import { memberOptions } from '../../features/members/members.ts'
import { words as memberWords } from '../../features/members/words.ts'
import { knownConfig } from '../../lib/config.ts'
import { deriveSession, type Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import type { Action } from '../../ui/layout/Actions.tsx'
import type { Kind, Row } from './rank.ts'
import { useSwitch } from './useSwitch.ts'
import { words } from './words.ts'

const kinds: readonly Kind[] = ['devices', 'accounts', 'allTenants', 'members', 'tenants']

/** Returns the kind and id of the object that a row stands for, or null if the row can only be opened. */
export function thingOf(kind: Kind, row: Row): { kind: Kind; id: string } | null {
  const is = row.of ?? kind
  return kinds.includes(is) && !row.last ? { kind: is, id: row.key.slice(row.key.indexOf(' ') + 1) } : null
}

/**
 * Returns the functions that open the dialogs of the palette's actions (`open`) and the dialogs to render
 * (`drawn`). The dialogs stay open when the palette closes.
 */
export function useActionDialogs() {
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

/**
 * Returns the actions that the viewer can run on the object of a row. They are the same as on the object's
 * page or in its list. Returns undefined until the server has responded.
 */
export function useActions(
  session: Session,
  thing: { kind: Kind; id: string } | null,
  open: ReturnType<typeof useActionDialogs>['open'],
): readonly Action[] | undefined {
  const { kind, id = '' } = thing ?? {}
  const device = useQuery({ ...deviceOptions(id), enabled: kind === 'devices' }).data
  const account = useQuery({ ...accountDetailOptions(id), enabled: kind === 'accounts' }).data
  const tenant = useQuery({ ...tenantOptions(id), enabled: kind === 'allTenants' }).data
  const member = useQuery({ ...memberOptions(session.tenantId, id), enabled: kind === 'members' }).data
  const accountText = useTexts(accountWords)
  const memberText = useTexts(memberWords)
  const deviceActions = useDeviceActions(open.devices)
  const tenantActions = useTenantActions(open.allTenants)
  const ownActions = useOwnActions(session)
  const record = useRecord(session)

  const all = () => {
    if (kind === 'devices' && device) return deviceActions(device, mayOpen(session, 'deviceManagement'))
    if (kind === 'accounts' && account) return accountActions(account, open.accounts, accountText)
    if (kind === 'allTenants' && tenant) return tenantActions(tenant)
    if (kind === 'members' && member) return memberActions(member, open.members, memberText)
    return kind === 'tenants' ? ownActions(id) : undefined
  }
  const actions = all()?.filter(({ link, run }) => link || run)
  if (!actions || kind === 'tenants') return actions
  // The links to the audit log are inserted before the irreversible actions.
  const grave = actions.findIndex(({ danger }) => danger)
  return actions.toSpliced(grave < 0 ? actions.length : grave, 0, ...record(id))
}

/**
 * Returns a function that returns an object's link to the audit log, as a list. The list is empty if the
 * viewer cannot open the audit log.
 */
function useRecord(session: Session) {
  const t = useTexts(words)
  const page = (['platformRecord', 'organizationRecord'] as const).find((name) => mayOpen(session, name))
  const path =
    page &&
    required(
      pagesOf().find(({ name }) => name === page),
      'item of pagesOf',
    ).path
  return (target: string): Action[] =>
    path ? [{ name: t('record'), Icon: IconHistory, link: { to: path, search: { target } } }] : []
}

const within = {
  workplace: IconLayoutDashboard,
  memberManagement: IconUsers,
  ownDevices: IconDeviceDesktop,
  organizationConfiguration: IconSettings,
}
const isWithin = (name: string): name is keyof typeof within => Object.hasOwn(within, name)

/** Actions for one of the viewer's organizations: switch to it, or open one of its pages. */
function useOwnActions(session: Session) {
  const t = useTexts(words)
  const title = useTexts(titles)
  const { enter } = useSwitch()
  return (id: string): Action[] => {
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
