import { limits } from '../../contract/limits.ts'
import type { Kind } from './case.ts'
import { consoleDocument } from './documents.ts'
import type { Facts } from './facts.ts'

/** A query that the console sends for a list. */
export interface ListQuery {
  name: string
  kind: Kind
  document: string
  variables(facts: Facts): Record<string, unknown>
  /** Whether the measured page must contain rows. If it is empty, the case fails. */
  hasRows: boolean
  /** Whether to measure the second page of the list instead of the first. */
  next?: true
}

type Variables = Record<string, unknown>
type VariablesOf = Variables | ((facts: Facts) => Variables)

const resolve = (variables: VariablesOf, facts: Facts) =>
  typeof variables === 'function' ? variables(facts) : variables

/** Returns a function that creates queries for a list. Every query has the variables in `always`. */
const list =
  (path: string, operation: string, always: VariablesOf = {}) =>
  (kind: Kind, name: string, more: VariablesOf = {}, hasRows = true): ListQuery => {
    const document = consoleDocument(`web/${path}`, operation)
    const declared = ([variable]: [string, unknown]) => document.includes(`$${variable}`)
    return {
      name,
      kind,
      hasRows,
      document,
      variables: (facts) =>
        Object.fromEntries(
          Object.entries({
            first: 0,
            pageSize: 20,
            ...resolve(always, facts),
            ...resolve(more, facts),
          }).filter(declared),
        ),
    }
  }

export const nextPage = (query: ListQuery): ListQuery => ({
  ...query,
  name: `${query.name}, next page`,
  next: true,
})

export const devices = list('features/devices/devices.ts', 'QueryDevice')
export const accounts = list('features/accounts/accounts.ts', 'QueryOperator')
export const organizations = list('features/all-tenants/allTenants.ts', 'QueryTenant')
export const applications = list('features/certification/certifications.ts', 'QueryTenantApplication')
/** Returns the query that the command palette (Ctrl-K) sends when the user stops typing. */
export const palette = (words: string): ListQuery =>
  list('app/palette/searchQueries.ts', 'PaletteSearch', ({ large }) => ({
    ...{ q: words, name: words, device: words },
    ...{ members: true, tenants: true, accounts: true, devices: true, one: false },
    ...{ pageSize: 6, inTenant: [large] },
  }))('search', `Ctrl-K: ${words}`, {}, false)
const members = list('features/members/members.ts', 'QueryOperator', ({ large }) => ({
  tenantId: large,
  tenantIdSet: [large],
}))
const messages = list('features/messages/messages.ts', 'QueryMessage')
const events = list('features/audit/audit.ts', 'QueryAuditEvent')

const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * 86_400_000).toISOString()
/** Returns a query that the console's workplace page sends every minute for an administrator. */
const workplace = (name: string, operation: string, path: string, variables: VariablesOf = {}) =>
  list(`features/workplace/${path}`, operation)('list', `workplace: ${name}`, variables, false)

const weeks = ({ newest }: Facts) => ({
  instants: Array.from({ length: 9 }, (_, week) => daysBefore(newest, -7 * week)),
})

/**
 * Returns the offset of the middle of the list, but at most `furthest`, the largest offset that the server
 * allows.
 */
const halfway = (rows: number, furthest: number) => Math.min(Math.floor(rows / 2), furthest)

/** The lists as the console opens them: the first 20 rows and the total. */
export const lists: ListQuery[] = [
  devices('list', 'devices'),
  nextPage(devices('list', 'devices')),
  devices('list', 'devices of one organization', ({ large }) => ({ tenantId: large })),
  devices('list', 'devices by status', { statusSet: ['SUSPENDED'] }),
  devices('list', 'devices, deep offset', ({ counts }) => ({
    first: halfway(counts.devices, limits.page.far),
  })),
  devices('list', 'devices of a time range', ({ newest }) => ({
    minCreateDateTime: daysBefore(newest, 400),
    maxCreateDateTime: daysBefore(newest, 370),
  })),
  devices('list', 'devices by expiry', { sort: 'EXPIRED_DATE' }),
  devices('list', 'devices last seen', { sort: 'LAST_SEEN' }),
  accounts('list', 'accounts'),
  accounts('list', 'accounts by name', { sorts: [{ field: 'NAME', order: 'ASC' }] }),
  accounts('list', 'disabled accounts', { enabled: false }),
  organizations('list', 'organizations'),
  organizations('list', 'organizations by status', { statusSet: ['PREPARE'] }),
  members('list', 'members'),
  members('list', 'members, deep offset', ({ counts }) => ({
    first: halfway(counts.members, limits.page.offset),
  })),
  applications('list', 'applications', { status: 'FINISH' }),
  devices('list', 'devices: ids of more than may be chosen', { matching: true }),
  devices(
    'list',
    'devices: ids of those that expire in two days',
    ({ newest }) => ({ matching: true, minExpiredDate: newest, maxExpiredDate: daysBefore(newest, -2) }),
    false,
  ),
  workplace('figures', 'Workplace', 'workplace.ts', ({ large }) => ({
    ...{ tenantId: large },
    ...{ tenant: false, tenants: true, accounts: true, devices: true, reviews: true },
  })),
  workplace('device figures', 'GetDeviceFigures', 'panels/queries.ts', weeks),
  workplace('provinces and organizations', 'GetDeviceSpread', 'panels/queries.ts'),
  workplace('last week', 'QueryPlatformHistory', 'panels/queries.ts'),
  workplace('connected devices by day', 'QueryDeviceOnline', 'workplace.ts', ({ newest }) => ({
    instants: Array.from({ length: 9 }, (_, day) => daysBefore(newest, 8 - day)),
  })),
  workplace('activity', 'QueryAuditEvent', 'panels/queries.ts'),
  workplace('check-list', 'GetChecklist', 'checklist/checklist.ts'),
  messages('list', 'messages'),
  events('list', 'audit events'),
  events('list', 'audit events of one organization', ({ large }) => ({ tenantId: large })),
]
