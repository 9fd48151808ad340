import { expect, test } from 'vitest'
import { type MenuEntry, pagesOf } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'
import { deriveSession } from '../../lib/session/session.ts'
import { account, tenant } from '../../testing/sampleSession.ts'
import { tenantsFor } from './elsewhere.ts'

const entry = (name: string): MenuEntry =>
  required(
    pagesOf().find((page) => page.name === name),
    'item of pagesOf',
  )
const member = (tenantId: string, more: { owner?: boolean; manager?: boolean } = {}) => ({
  tenantId,
  displayName: '',
  roles: [],
  authCodes: [],
  owner: false,
  manager: false,
  ...more,
})

const auth = account({
  authInfo: {
    authCodes: [],
    tenantInfos: [member('owned', { owner: true }), member('plain'), member('run', { manager: true })],
  },
  tenants: [tenant('owned'), tenant('plain'), tenant('run'), tenant('waits', { status: 'PREPARE' })],
})
const opening = (name: string, given: typeof auth, inTenant = 'me') => {
  const session = deriveSession(given, { id: inTenant, name: null }, 'platform')
  const page = entry(name)
  return tenantsFor(page, page.path, session).map(({ id }) => id)
}

test('offers to open the member page in the organizations that the account owns or manages, except the current one', () => {
  expect(opening('memberManagement', auth)).toEqual(['owned', 'run'])
  expect(opening('memberManagement', auth, 'owned')).toEqual(['run'])
  expect(opening('memberManagement', auth, 'plain')).toEqual(['owned', 'run'])
})

test('offers the last used organization first', () => {
  expect(opening('memberManagement', { ...auth, lastTenantId: 'run' })).toEqual(['run', 'owned'])
})

test('does not offer to open a page in an expired or uncertified organization', () => {
  const tenants = [tenant('owned', { status: 'EXPIRED' }), tenant('run', { status: 'REJECT' })]
  expect(opening('memberManagement', { ...auth, tenants })).toEqual([])
})

test('offers to open the device list in each certified organization that has not expired, except the current one', () => {
  expect(opening('ownDevices', auth)).toEqual(['owned', 'plain', 'run'])
  const tenants = [tenant('owned'), tenant('plain', { status: 'EXPIRED' })]
  expect(opening('ownDevices', { ...auth, tenants })).toEqual(['owned'])
  expect(opening('ownDevices', { ...auth, tenants }, 'owned')).toEqual([])
})

test('does not offer an organization for a platform page that the account cannot open', () => {
  expect(opening('accountManagement', auth)).toEqual([])
})

test('offers all certified organizations to an administrator, unless the administrator views the console as a user', () => {
  const session = deriveSession({ ...auth, admin: true }, { id: 'me', name: null }, 'platform')
  const page = entry('memberManagement')
  expect(tenantsFor(page, page.path, session).map(({ id }) => id)).toEqual(['owned', 'plain', 'run'])
  expect(tenantsFor(page, page.path, { ...session, role: 'user', admin: false })).toEqual([])
})
