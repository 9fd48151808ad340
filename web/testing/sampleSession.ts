import { vi } from 'vitest'
import type { Auth } from '../lib/session/session.ts'

type AuthTenant = Auth['tenants'][number]

export const tenant = (id: string, more: Partial<AuthTenant> = {}): AuthTenant => ({
  id,
  name: `组织 ${id}`,
  status: 'FINISH',
  reject: null,
  expireAt: null,
  createDateTime: '2026-11-20T08:00:00.000Z',
  modifyDateTime: '2026-11-20T08:00:00.000Z',
  statistics: { operatorCount: 1, deviceCount: 0 },
  viewerCan: { acceptFactor: false, delete: false, leave: true, rePrepare: false },
  ...more,
})

export const profile: Auth['profile'] = {
  username: 'wang',
  passwordChangeRequired: false,
  firstName: null,
  lastName: null,
  mobilePhone: '+8613800002046',
  email: null,
  emailVerified: false,
}

/** Returns the sample account for session tests, in the format of the server's response. */
export const account = (more: Partial<Auth> = {}): Auth => ({
  id: 'me',
  name: '王志远',
  admin: false,
  lastTenantId: null,
  factorRequired: false,
  authInfo: { authCodes: ['certification_audit'], tenantInfos: [] },
  profile,
  termsToAgree: null,
  tenant: { id: 'me', name: '王志远' },
  tenants: [],
  ...more,
})

/** Imports lib/session/session.ts with fresh module state, as after a page load. */
export const open = async () => {
  vi.resetModules()
  return import('../lib/session/session.ts')
}
