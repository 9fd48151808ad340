import type { SavedList } from './lists.ts'

/**
 * Columns that users can show or hide. The first column of a list is not included, because it is always
 * visible.
 */
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

/** A column of the list. The first column of every list is `name`. */
export type ColumnOf<List extends SavedList> = 'name' | (typeof listColumns)[List][number]

export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

/** Display settings of a saved view: its columns after the first one, in order, and the row height. */
export type Display = {
  columns: readonly string[]
  density: Density
}

/** Whether all columns belong to the list and none occurs twice. */
export const isDisplayOf = (list: SavedList, { columns }: Display): boolean =>
  new Set(columns).size === columns.length &&
  columns.every((key) => (listColumns[list] as readonly string[]).includes(key))
