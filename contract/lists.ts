import { required } from './required.ts'
import { applicationKinds, deviceStatuses, palgoRoles, tenantStatuses } from './states.ts'

/**
 * The values that a filter accepts: any text, a search term such as a name or phone number, or one of the
 * listed values.
 */
export type FilterRule = 'text' | 'search' | readonly string[]

/** The filters and sort keys that a list supports. */
interface ListRules {
  filters: Readonly<Record<string, FilterRule>>
  sorts: readonly string[]
}

export const deviceRules = {
  filters: {
    q: 'search',
    tenant: 'text',
    status: deviceStatuses,
    connect: ['ONLINE', 'OFFLINE'],
    expiry: ['7', '30', '90'],
    offline: ['NEVER_CONNECTED', 'LOST', 'LOST_DAY', 'REFUSED'],
    area: 'text',
    id: 'text',
    from: 'text',
    to: 'text',
    expiresFrom: 'text',
    expiresTo: 'text',
  },
  sorts: ['LAST_SEEN', 'EXPIRED_DATE'],
} as const satisfies ListRules

export const tenantRules = {
  filters: {
    q: 'search',
    status: tenantStatuses,
    mobilePhone: 'search',
    expiry: ['30', '90', '365'],
    internal: ['true', 'false'],
    from: 'text',
    to: 'text',
  },
  sorts: [],
} as const satisfies ListRules

export const accountRules = {
  filters: {
    name: 'search',
    loginId: 'search',
    enabled: ['true', 'false'],
    tenant: 'text',
    tenantName: 'text',
  },
  sorts: ['NAME', 'USERNAME', 'CREATED_TIMESTAMP'],
} as const satisfies ListRules

export const memberRules = {
  filters: {
    name: 'search',
    loginId: 'search',
    identity: ['manager', 'member'],
    role: palgoRoles,
    code: 'text',
    enabled: ['true', 'false'],
    invitation: 'text',
  },
  sorts: ['NAME', 'USERNAME', 'CREATED_TIMESTAMP', 'JOIN_DATE_TIME'],
} as const satisfies ListRules

export const applicationRules = {
  filters: { q: 'search', kind: applicationKinds },
  sorts: [],
} as const satisfies ListRules

/** Lists that support saved views. `ofTenant` is true if the list shows the rows of one organization. */
export const savedLists = {
  DEVICES: { rules: deviceRules, can: 'DEVICE_LIST', ofTenant: false },
  OWN_DEVICES: { rules: deviceRules, can: 'DEVICE_LIST', ofTenant: true },
  TENANTS: { rules: tenantRules, can: 'TENANT_LIST', ofTenant: false },
  ACCOUNTS: { rules: accountRules, can: 'ACCOUNT_READ', ofTenant: false },
  MEMBERS: { rules: memberRules, can: 'MEMBER_LIST', ofTenant: true },
  APPLICATIONS: { rules: applicationRules, can: 'APPLICATION_MANAGE', ofTenant: false },
} as const

export type SavedList = keyof typeof savedLists
export const savedListNames = Object.keys(savedLists) as SavedList[]

/** The filters of a saved view by name, and its sort order as `NAME.asc` or `NAME.desc`. */
export type SavedSearch = Readonly<Record<string, string>>

/**
 * Whether the list supports these filters and this sort order. `longest` is the maximum length of a text
 * value.
 */
export function isSearchOf(list: SavedList, search: SavedSearch, longest: number): boolean {
  const { filters, sorts }: ListRules = savedLists[list].rules
  return Object.entries(search).every(([name, value]) => {
    if (name === 'sort') return sorts.some((field) => value === `${field}.asc` || value === `${field}.desc`)
    const rule = Object.hasOwn(filters, name) ? required(filters[name], 'item of filters') : []
    return typeof rule === 'string' ? value.length > 0 && value.length <= longest : rule.includes(value)
  })
}
