import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Auth } from './session.ts'
import { installStorage, json, startServer } from './testing.ts'

type AuthTenant = Auth['tenants'][number]

const tenant = (id: string, more: Partial<AuthTenant> = {}): AuthTenant => ({
  id,
  name: `组织 ${id}`,
  status: 'FINISH',
  reject: null,
  expireAt: null,
  createDateTime: '2026-11-20T08:00:00.000Z',
  modifyDateTime: '2026-11-20T08:00:00.000Z',
  statistics: { operatorCount: 1, deviceCount: 0 },
  viewerCan: { delete: false, leave: true, rePrepare: false },
  ...more,
})

const profile: Auth['profile'] = {
  username: 'wang',
  passwordChangeRequired: false,
  firstName: null,
  lastName: null,
  mobilePhone: '+8613800002046',
  email: null,
  emailVerified: false,
}

const account = (more: Partial<Auth> = {}): Auth => ({
  id: 'me',
  name: '王志远',
  admin: false,
  authInfo: { authCodes: ['certification_audit'], tenantInfos: [] },
  profile,
  tenant: { id: 'me', name: '王志远' },
  tenants: [],
  ...more,
})

const open = async () => {
  vi.resetModules()
  const texts = await import('./texts.ts')
  await texts.startTexts(async () => ({ lib: (await import('./words.ts')).zh }))
  return import('./session.ts')
}

beforeEach(installStorage)

describe('the role switch', () => {
  test('shows an administrator what a user sees, in this tab and after a reload, and back', async () => {
    const admin = account({ admin: true })
    await using _server = await startServer((_, response) => json(response, 200, { data: { auth: admin } }))
    const before = await open()
    const seen = (session: typeof before) => {
      const { role, admin, authCodes } = session.currentSession()!
      return { role, admin, authCodes }
    }
    await before.loadSession()
    before.switchRole()
    expect(seen(before)).toEqual({ role: 'user', admin: false, authCodes: [] })
    const reloaded = await open()
    await reloaded.loadSession()
    expect(seen(reloaded)).toEqual({ role: 'user', admin: false, authCodes: [] })
    reloaded.switchRole()
    expect(seen(reloaded)).toEqual({ role: 'selfAdmin', admin: true, authCodes: ['certification_audit'] })
  })

  test('is not for others, and ends with the sign-in', async () => {
    let admin = false
    await using _server = await startServer((_, response) =>
      json(response, 200, { data: { auth: account({ admin }) } }),
    )
    const session = await open()
    await session.loadSession()
    session.switchRole()
    expect(session.currentSession()).toMatchObject({ role: 'user', authCodes: ['certification_audit'] })
    admin = true
    await session.loadSession()
    session.switchRole()
    session.forgetSession()
    await session.signIn({ access_token: 'a', refresh_token: 'r' })
    expect(session.currentSession()).toMatchObject({ role: 'selfAdmin', admin: true })
  })
})

test('a sign-in may name the organization to enter, where the account belongs to it', async () => {
  await using _server = await startServer((_, response) =>
    json(response, 200, { data: { auth: account({ tenants: [tenant('t1'), tenant('t2')] }) } }),
  )
  const { signIn } = await open()
  const tokens = { access_token: 'a', refresh_token: 'r' }
  expect((await signIn(tokens, 't2')).tenantId).toBe('t2')
  expect((await signIn(tokens, 'SELF')).tenantId).toBe('me')
  expect((await signIn(tokens, 'me')).tenantId).toBe('me')
  expect((await signIn(tokens, 'elsewhere')).tenantId).toBe('me')
})
