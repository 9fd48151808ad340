import { limits } from '../../contract/limits.ts'
import type { Kind } from './case.ts'
import { consoleDocument, type Document } from './documents.ts'
import type { Facts } from './facts.ts'

/** A call of the console that changes nothing. */
export interface Asked {
  name: string
  kind: Kind
  document: Document
  variables(facts: Facts): Record<string, unknown>
  /** Its page has to have rows. */
  found: boolean
  /** By the cursor of the first page. */
  next?: true
}

type Variables = Record<string, unknown>
type Given = Variables | ((facts: Facts) => Variables)

const of = (given: Given, facts: Facts) => (typeof given === 'function' ? given(facts) : given)

/** A list of the console: what it is always asked with, beside what a case asks for. */
const list =
  (path: string, operation: string, always: Given = {}) =>
  (kind: Kind, name: string, given: Given = {}, found = true): Asked => {
    const document = consoleDocument(`web/${path}`, operation)
    const declared = ([variable]: [string, unknown]) => document.query.includes(`$${variable}`)
    return {
      name,
      kind,
      found,
      document,
      variables: (facts) =>
        Object.fromEntries(
          Object.entries({ first: 0, pageSize: 20, ...of(always, facts), ...of(given, facts) }).filter(
            declared,
          ),
        ),
    }
  }

export const nextPage = (asked: Asked): Asked => ({ ...asked, name: `${asked.name}, next page`, next: true })

export const devices = list('features/devices/devices.ts', 'QueryDevice')
export const accounts = list('features/accounts/accounts.ts', 'QueryOperator')
export const organizations = list('features/all-tenants/tenants.ts', 'QueryTenant')
export const applications = list('features/certification/certifications.ts', 'QueryTenantApplication')
/** What is asked with each pause in typing into Ctrl-K, and with its first rows. */
export const palette = (words: string): Asked =>
  list('app/palette/search.ts', 'PaletteSearch', ({ large }) => ({
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
/** The administrator's workplace: every query that it sends each minute. */
const workplace = (name: string, operation: string, path: string, given: Given = {}) =>
  list(`features/workplace/${path}`, operation)('list', `workplace: ${name}`, given, false)

const weeks = ({ newest }: Facts) => ({
  instants: Array.from({ length: 9 }, (_, week) => daysBefore(newest, -7 * week)),
})

/** Half the way down, or as far as the number of a page leads. */
const halfway = (rows: number, furthest: number) => Math.min(Math.floor(rows / 2), furthest)

/** The lists as the console opens them, 20 rows with their total. */
export const lists: Asked[] = [
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
