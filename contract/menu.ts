import * as by from './menu.roles.ts'
import { routeAllowed, type SessionRole } from './permissions.ts'
import { required } from './required.ts'

/** The title of a menu entry: either literal text or the key of a text of the console. */
type EntryTitle = { title: string; locale?: string } | { title?: never; locale: string }

/** Name of a menu icon, which web/app/layout/menu/EntryLink.tsx maps to an SVG icon. */
export type MenuIcon = 'dashboard' | 'desktop' | 'user' | 'user-group'

type MenuMeta = EntryTitle & {
  requiresAuth: boolean
  icon?: MenuIcon
  order?: number
  hideInMenu?: boolean
  /** Name of the menu entry that is highlighted while this hidden page is open. */
  activeMenu?: string
  /** Session roles or permission codes that grant access. `*` means everyone who is signed in. */
  roles?: readonly string[]
  /**
   * Whether the page is only for organizations. In a personal organization, it would have no data and
   * therefore has no menu entry.
   */
  inOrganization?: boolean
  /**
   * Whether the page is private to the organization. Administrators can open such a page only if they own or
   * manage the organization.
   */
  ownerOrManager?: boolean
  /** Whether the state of the page is lost while another tab is open. Only applies if tabs are enabled. */
  ignoreCache?: boolean
}

export interface MenuEntry {
  path: string
  name: string
  meta: MenuMeta
  children?: readonly MenuEntry[]
}

export const titleOf = ({ meta }: MenuEntry, translate: (key: never) => string): string =>
  meta.title ?? translate(meta.locale as never)

/**
 * Returns the metadata of a detail page. `activeMenu` is the name of the list page that the detail page
 * belongs to.
 */
const ofOne = <const Locale extends string>(
  locale: Locale,
  roles: readonly string[],
  activeMenu: string,
) => ({ locale, requiresAuth: true, roles, hideInMenu: true, activeMenu })

/** Every page that requires sign-in. Both the console's router and `POST /api/user/menu` use this table. */
export const menu = [
  {
    path: '/accountInfo',
    name: 'accountInfo',
    meta: { locale: 'menu.accountInfo', requiresAuth: true, icon: 'user', order: 0, hideInMenu: true },
    children: [
      {
        path: '/accountInfo/index',
        name: 'accountInfoIndex',
        meta: { locale: 'menu.accountInfo', requiresAuth: true, roles: ['*'], hideInMenu: true },
      },
      {
        path: '/accountInfo/record',
        name: 'accountRecord',
        meta: { locale: 'menu.accountRecord', requiresAuth: true, roles: ['*'], hideInMenu: true },
      },
    ],
  },
  {
    path: '/dashboard/workplace',
    name: 'workplace',
    meta: { locale: 'menu.workplace', requiresAuth: true, roles: ['*'], icon: 'dashboard', order: 0 },
  },
  {
    path: '/message',
    name: 'message',
    meta: { locale: 'menu.message', requiresAuth: true, order: 0, hideInMenu: true },
    children: [
      {
        path: '/message/list',
        name: 'messageList',
        meta: { locale: 'menu.message', requiresAuth: true, roles: ['*'], hideInMenu: true },
      },
    ],
  },
  {
    path: '/organizational-management',
    name: 'organizationalManagement',
    meta: { locale: 'menu.organization', requiresAuth: true, icon: 'user-group', order: 1 },
    children: [
      {
        path: '/organizational-management/member-management',
        name: 'memberManagement',
        meta: { locale: 'menu.members', requiresAuth: true, roles: by.organization, order: 1 },
      },
      {
        path: '/organizational-management/palgo-permission',
        name: 'palgoPermission',
        meta: { locale: 'menu.palgo', requiresAuth: true, roles: by.organization, order: 2 },
      },
      {
        path: '/organizational-management/data-permission',
        name: 'dataPermission',
        meta: { locale: 'menu.data', requiresAuth: true, roles: by.organization, order: 3 },
      },
      {
        path: '/organizational-management/configuration',
        name: 'organizationConfiguration',
        meta: { locale: 'menu.configuration', requiresAuth: true, roles: by.organization, order: 4 },
      },
      {
        path: '/organizational-management/record',
        name: 'organizationRecord',
        meta: { locale: 'menu.tenantRecord', requiresAuth: true, roles: by.organization, order: 6 },
      },
      {
        path: '/organizational-management/webhooks',
        name: 'tenantWebhooks',
        meta: {
          locale: 'menu.webhooks',
          requiresAuth: true,
          roles: by.organization,
          ownerOrManager: true,
          order: 7,
        },
      },
      {
        path: '/organizational-management/service-accounts',
        name: 'serviceAccounts',
        meta: {
          locale: 'menu.serviceAccounts',
          requiresAuth: true,
          roles: by.organization,
          ownerOrManager: true,
          order: 8,
        },
      },
      {
        // All members can read the devices of their organization. In a personal organization, the page
        // explains where to find devices.
        path: '/organizational-management/devices',
        name: 'ownDevices',
        meta: { locale: 'menu.ownDevices', requiresAuth: true, roles: ['*'], inOrganization: true, order: 5 },
      },
      {
        path: '/organizational-management/devices/:id',
        name: 'ownDevice',
        meta: ofOne('menu.device', ['*'], 'ownDevices'),
      },
    ],
  },
  {
    path: '/all-management',
    name: 'allManagement',
    meta: { locale: 'menu.platform', requiresAuth: true, icon: 'desktop', order: 2 },
    children: [
      {
        path: '/all-management/all-management',
        name: 'allTenants',
        meta: { locale: 'menu.allTenants', requiresAuth: true, roles: by.tenant, order: 1 },
      },
      {
        path: '/all-management/all-management/:id',
        name: 'oneTenant',
        meta: ofOne('menu.oneTenant', by.tenant, 'allTenants'),
      },
      {
        path: '/all-management/audit-management',
        name: 'auditManagement',
        meta: { locale: 'menu.certification', requiresAuth: true, roles: by.review, order: 2 },
      },
      {
        path: '/all-management/account-management',
        name: 'accountManagement',
        meta: { locale: 'menu.accounts', requiresAuth: true, roles: by.account, order: 3 },
      },
      {
        path: '/all-management/account-management/:id',
        name: 'accountDetail',
        meta: ofOne('menu.accountDetail', by.account, 'accountManagement'),
      },
      {
        path: '/all-management/record',
        name: 'platformRecord',
        meta: { locale: 'menu.platformRecord', requiresAuth: true, roles: by.audit, order: 8 },
      },
      {
        path: '/all-management/sms',
        name: 'sms',
        meta: { locale: 'menu.sms', requiresAuth: true, roles: by.security, order: 9 },
      },
      {
        path: '/all-management/signing-keys',
        name: 'signingKeys',
        meta: { locale: 'menu.signingKeys', requiresAuth: true, roles: by.security, order: 10 },
      },
      {
        path: '/all-management/application-management',
        name: 'applicationManagement',
        meta: { locale: 'menu.applications', requiresAuth: true, roles: by.application, order: 5 },
      },
      {
        path: '/all-management/application-management/:id',
        name: 'applicationDetail',
        meta: ofOne('menu.application', by.application, 'applicationManagement'),
      },
      {
        path: '/all-management/sign-in-methods',
        name: 'signInMethods',
        meta: { locale: 'menu.signInMethods', requiresAuth: true, roles: by.administrators, order: 6 },
      },
      {
        path: '/all-management/sign-in-methods/new',
        name: 'newSignInMethod',
        meta: ofOne('menu.newSignInMethod', by.administrators, 'signInMethods'),
      },
      {
        path: '/all-management/sign-in-methods/:id',
        name: 'signInMethod',
        meta: ofOne('menu.signInMethod', by.administrators, 'signInMethods'),
      },
      {
        path: '/all-management/webhooks',
        name: 'platformWebhooks',
        meta: { locale: 'menu.webhooks', requiresAuth: true, roles: by.application, order: 7 },
      },
      {
        path: '/all-management/device-management',
        name: 'deviceManagement',
        meta: { locale: 'menu.devices', requiresAuth: true, roles: by.device, order: 4 },
      },
      {
        path: '/all-management/device-management/:id',
        name: 'managedDevice',
        meta: ofOne('menu.device', by.device, 'deviceManagement'),
      },
      {
        path: '/all-management/device-management/:id/config',
        name: 'deviceConfig',
        meta: ofOne('menu.device', by.device, 'deviceManagement'),
      },
    ],
  },
  {
    // Target of the links in messages about a device. The page redirects to the device page that the reader
    // can open.
    path: '/device-management/:id',
    name: 'device',
    meta: { locale: 'menu.device', requiresAuth: true, roles: ['*'], hideInMenu: true, ignoreCache: true },
  },
  {
    // Target of invitation links and QR codes.
    path: '/join/:code',
    name: 'join',
    meta: { locale: 'menu.join', requiresAuth: true, roles: ['*'], hideInMenu: true, ignoreCache: true },
  },
] as const satisfies readonly MenuEntry[]

/** An entry and all of its descendants. */
type EntryTree<Entry> = Entry extends { children: readonly (infer Child)[] }
  ? Entry | EntryTree<Child>
  : Entry
type OneOf<Entries extends readonly unknown[]> = EntryTree<Entries[number]>

type Entry = OneOf<typeof menu>
export type EntryName = Entry['name']
/** Name of a page, excluding groups. */
export type PageName = Exclude<Entry, { children: unknown }>['name']
/** The path of the page or group with this name. */
export type PathOf<Name extends EntryName> = Extract<Entry, { name: Name }>['path']

/** Returns all groups and pages, with each group before its children. */
export const everyEntry = (entries: readonly MenuEntry[] = menu): readonly MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...everyEntry(entry.children ?? [])])

/** Returns all pages, without groups. */
export const pagesOf = (entries: readonly MenuEntry[] = menu): readonly MenuEntry[] =>
  everyEntry(entries).filter((entry) => !entry.children)

export const pathOf = <Name extends EntryName>(name: Name) =>
  required(
    everyEntry().find((entry) => entry.name === name),
    'item of everyEntry',
  ).path as PathOf<Name>

/** The session data that determines which menu entries are permitted. */
export interface Visitor {
  role: SessionRole
  admin: boolean
  authCodes: readonly string[]
  /** Whether the personal organization is the current one. */
  personal?: boolean
  /** Whether the account owns or manages the current organization. */
  ownerOrManager?: boolean
}

/** Returns the entries that the session can open. Groups without permitted pages are omitted. */
export function permittedMenu(session: Visitor, entries: readonly MenuEntry[] = menu): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (!routeAllowed(entry.meta, session)) return []
    if (entry.meta.inOrganization && session.personal) return []
    if (entry.meta.ownerOrManager && !session.ownerOrManager) return []
    if (!entry.children) return [entry]
    const children = permittedMenu(session, entry.children)
    return children.length ? [{ ...entry, children }] : []
  })
}

export const mayOpen = (session: Visitor, name: PageName): boolean =>
  pagesOf(permittedMenu(session)).some((page) => page.name === name)
