import type { SavedList } from './lists.ts'

/** The columns that a list may show behind its first one, which always shows. */
const ofDevices = [
  ...(['id', 'status', 'connect', 'ip', 'version', 'left', 'expires', 'produced'] as const),
  ...(['contact', 'customer', 'businessMan', 'created'] as const),
] as const
export const listColumns = {
  DEVICES: ['tenant', ...ofDevices],
  OWN_DEVICES: ofDevices,
  TENANTS: ['status', 'owner', 'members', 'managers', 'devices', 'expiry', 'areas', 'contact', 'created'],
  ACCOUNTS: ['phone', 'username', 'role', 'status', 'email', 'created'],
  MEMBERS: [
    ...(['phone', 'identity', 'roles', 'codes', 'status', 'factor', 'username', 'joined'] as const),
    ...(['lastSignIn', 'created'] as const),
  ],
  APPLICATIONS: ['kind', 'clientId', 'tenants', 'signIns', 'secrets', 'lastUse', 'status', 'created'],
} as const satisfies Record<SavedList, readonly string[]>

/** A column of that list; all have a name first. */
export type ColumnOf<List extends SavedList> = 'name' | (typeof listColumns)[List][number]

/** Heights of rows. */
export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

/** How a view shows its list: the columns behind the first one in their order, and the height of rows. */
export type Display = {
  columns: readonly string[]
  density: Density
}

/** Whether they are columns of that list, each once. */
export const isDisplayOf = (list: SavedList, { columns }: Display): boolean =>
  new Set(columns).size === columns.length &&
  columns.every((key) => (listColumns[list] as readonly string[]).includes(key))
