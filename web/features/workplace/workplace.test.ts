import { expect, test } from 'vitest'
import type { Session } from '../../lib/session/session.ts'
import { linesFor, runsOf } from '../../ui/display/chart.ts'
import { bordersOf, partsOf, scopesOf } from './workplace.ts'

const session = (more: Partial<Session>) =>
  ({
    auth: { id: 'me', tenant: { id: 'me', name: '' }, tenants: [] },
    role: 'user',
    admin: false,
    authCodes: [],
    tenantId: 'me',
    tenants: [
      { id: 'me', name: '', personal: true, status: 'FINISH' },
      { id: 'open', name: '', personal: false, status: 'FINISH' },
      { id: 'late', name: '', personal: false, status: 'EXPIRED' },
    ],
    passwordChangeRequired: false,
    factorRequired: false,
    ...more,
  }) as unknown as Session
const seen = (more: Partial<Session>, scope: 'tenant' | 'home') =>
  Object.entries(partsOf(session(more), scope)).flatMap(([name, shown]) => (shown ? name : []))

test('loads only the workplace panels that the viewer can see', () => {
  expect(seen({ tenants: [] }, 'home')).toEqual([])
  // In the personal space, the numbers cover the account's organizations.
  expect(seen({}, 'home')).toEqual(['tenant', 'devices'])
  expect(seen({ tenantId: 'open' }, 'tenant')).toEqual(['tenant', 'devices'])
  expect(seen({ tenantId: 'late' }, 'tenant')).toEqual(['tenant'])
  expect(seen({ tenantId: 'open', role: 'organizationAdmin' }, 'tenant')).toEqual([
    'tenant',
    'devices',
    'audit',
  ])
  expect(seen({ authCodes: ['certification_audit'] }, 'home')).toEqual(['tenants', 'reviews'])
  expect(seen({ authCodes: ['account_management'] }, 'home')).toEqual(['accounts', 'devices'])
  const platform = ['tenants', 'accounts', 'devices', 'reviews', 'audit']
  expect(seen({ role: 'selfAdmin', admin: true }, 'home')).toEqual(platform)
  expect(seen({ role: 'adminPlus', admin: true, tenantId: 'late' }, 'tenant')).toEqual([
    'tenant',
    'devices',
    'reviews',
    'audit',
  ])
  expect(scopesOf(session({ admin: true, tenantId: 'open' }))).toEqual(['tenant', 'home'])
  expect(scopesOf(session({ tenantId: 'open' }))).toEqual(['tenant'])
  expect(scopesOf(session({ admin: true }))).toEqual(['home'])
})

test('returns the boundaries of the last eight days or weeks', () => {
  const now = new Date(2026, 10, 20, 16, 30)
  const shown = (step: 'day' | 'week') =>
    bordersOf(step, now).map((at) => `${at.getMonth() + 1}-${at.getDate()}`)
  expect(shown('day')).toEqual([
    '11-13',
    '11-14',
    '11-15',
    '11-16',
    '11-17',
    '11-18',
    '11-19',
    '11-20',
    '11-21',
  ])
  expect(shown('week').slice(-2)).toEqual(['11-14', '11-21'])
  expect(shown('week')).toHaveLength(9)
})

test.each([
  [[0], [0, 1, 2, 3]],
  [
    [842, 903],
    [800, 850, 900, 950],
  ],
  [
    [3, 8],
    [2, 4, 6, 8],
  ],
  [
    [0, 1_000],
    [0, 500, 1_000, 1_500],
  ],
])('chooses round grid lines for the values %j: %j', (values, lines) => {
  expect(linesFor(values)).toEqual(lines)
})

test('interrupts a chart line where no value was recorded', () => {
  expect(runsOf([null, 1, 2, null, null, 3])).toEqual([[1, 2], [3]])
  expect(runsOf([null])).toEqual([])
})
