import { routeAllowed, type SessionRole } from './permissions.ts'

export interface MenuMeta {
  /** Key of the title in the console's words. */
  locale: string
  requiresAuth: boolean
  icon?: string
  order?: number
  hideInMenu?: boolean
  /** Name of the entry that is marked while this hidden page is open. */
  activeMenu?: string
  /** Session roles or auth codes; '*' is anyone signed in. */
  roles?: readonly string[]
  /** The tab bar does not keep this page's state. */
  ignoreCache?: boolean
}

export interface MenuEntry {
  path: string
  name: string
  meta: MenuMeta
  children?: readonly MenuEntry[]
}

/** Every page behind the sign-in: the console's router and `POST /api/user/menu` read this one table. */
export const menu: readonly MenuEntry[] = [
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
    ],
  },
]

/** The entries a session may open; a group with none left is dropped. */
export function permittedMenu(
  session: { role: SessionRole; admin: boolean; authCodes: readonly string[] },
  entries: readonly MenuEntry[] = menu,
): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (!routeAllowed(entry.meta, session)) return []
    if (!entry.children) return [entry]
    const children = permittedMenu(session, entry.children)
    return children.length ? [{ ...entry, children }] : []
  })
}
