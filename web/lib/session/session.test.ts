import { beforeEach, describe, expect, test, vi } from 'vitest'
import { account, open, profile, tenant } from '../../testing/sampleSession.ts'
import { graphqlPath, installStorage, json, startServer } from '../../testing/server.ts'
import type { Auth } from './session.ts'

beforeEach(installStorage)

describe('an administrator', () => {
  const answering = (getTenant: object | null) =>
    startServer((request, response) =>
      json(response, 200, {
        data: request.body.includes('GetTenant') ? { getTenant } : { auth: account({ admin: true }) },
      }),
    )

  test('can visit an organization without being a member, and leave it again', async () => {
    await using _server = await answering({ id: 't9', name: '别的组织', status: 'FINISH', personal: false })
    const session = await open()
    await session.loadSession()
    await session.visitTenant({ id: 't9', name: '别的组织' })
    expect(session.currentSession()).toMatchObject({ tenantId: 't9', role: 'adminPlus' })
    expect((await session.loadSession()).tenants.map(({ id }) => id)).toEqual(['me', 't9'])
    session.switchTenant('me')
    expect(session.currentSession()).toMatchObject({ tenantId: 'me', role: 'selfAdmin' })
  })

  test.each([
    ['does not exist', null],
    ['is not certified yet', { id: 't9', name: '别的组织', status: 'PREPARE', personal: false }],
    [
      'is the personal organization of another account',
      { id: 't9', name: '别的组织', status: 'FINISH', personal: true },
    ],
  ])('stays in the personal organization if the requested organization %s', async (_what, tenant) => {
    await using _server = await answering(tenant)
    const session = await open()
    await session.visitTenant({ id: 't9', name: '别的组织' })
    expect(session.currentSession()).toMatchObject({ tenantId: 'me', role: 'selfAdmin' })
    expect(localStorage.getItem('tenantId')).toBe('me')
  })
})

describe('loading the session', () => {
  const answering = (auth: Auth) => startServer((_, response) => json(response, 200, { data: { auth } }))

  test('replaces the stored organization with the personal organization if the account has left it', async () => {
    localStorage.setItem('tenantId', 't9')
    localStorage.setItem('tenantName', '旧组织')
    await using _server = await answering(account({ tenants: [tenant('t1')] }))
    const session = await open()
    await session.loadSession()
    expect([localStorage.getItem('tenantId'), localStorage.getItem('tenantName')]).toEqual(['me', 'SELF'])
  })

  test('keeps this tab in its organization when another tab switches to a different one', async () => {
    await using _server = await answering(account({ tenants: [tenant('t1'), tenant('t2')] }))
    const session = await open()
    await session.loadSession()
    session.switchTenant('t1')
    // Simulates another tab, which shares only localStorage with this one.
    localStorage.setItem('tenantId', 't2')
    localStorage.setItem('tenantName', '组织 t2')
    expect((await session.loadSession()).tenantId).toBe('t1')
    // A new tab starts with the most recently chosen organization.
    sessionStorage.removeItem('tenantId')
    sessionStorage.removeItem('tenantName')
    localStorage.setItem('tenantId', 't2')
    localStorage.setItem('tenantName', '组织 t2')
    expect((await session.loadSession()).tenantId).toBe('t2')
  })

  test('sends one request for several ensureSession calls, and another one for each loadSession call', async () => {
    await using server = await answering(account())
    const session = await open()
    await Promise.all([session.ensureSession(), session.ensureSession()])
    await session.ensureSession()
    expect(server.to(graphqlPath)).toHaveLength(1)
    await session.loadSession()
    expect(server.to(graphqlPath)).toHaveLength(2)
  })

  test('requires a password change if the account requires one', async () => {
    await using _server = await answering(account({ profile: { ...profile, passwordChangeRequired: true } }))
    const session = await open()
    expect((await session.loadSession()).passwordChangeRequired).toBe(true)
    expect(
      session.deriveSession(account(), { id: null, name: null }, 'platform').passwordChangeRequired,
    ).toBe(false)
  })
})

test('does not switch to an organization that the account does not belong to', async () => {
  await using _server = await startServer((_, response) =>
    json(response, 200, { data: { auth: account({ tenants: [tenant('t1')] }) } }),
  )
  const session = await open()
  await session.loadSession()
  session.switchTenant('t9')
  expect(session.currentSession()?.tenantId).toBe('me')
  session.switchTenant('t1')
  expect([localStorage.getItem('tenantId'), localStorage.getItem('tenantName')]).toEqual(['t1', '组织 t1'])
})

describe('signing out', () => {
  const signedIn = async () => {
    localStorage.setItem('token', 'a')
    localStorage.setItem('refresh_token', 'r')
    const session = await open()
    await session.loadSession()
    return session
  }
  const left = () =>
    ['token', 'refresh_token', 'tenantId', 'tenantName'].flatMap((key) => [
      localStorage.getItem(key),
      sessionStorage.getItem(key),
    ])

  test('revokes the token, removes all stored data about the account, and reloads the page', async () => {
    await using server = await startServer((request, response) =>
      request.path === graphqlPath
        ? json(response, 200, { data: { auth: account() } })
        : json(response, 200, {}),
    )
    const session = await signedIn()
    const reload = vi.fn()
    await session.signOut(reload)
    expect(Object.fromEntries(new URLSearchParams(server.seen.at(-1)?.body))).toMatchObject({
      client_id: 'web',
      token: 'r',
    })
    expect(left().every((each) => each === null)).toBe(true)
    expect(session.currentSession()).toBeNull()
    expect(sessionStorage.getItem('signed-out')).toBe('done')
    expect(reload).toHaveBeenCalledOnce()
  })

  test('removes the account’s data even if the server cannot revoke the token, and records a local sign-out', async () => {
    await using _server = await startServer((request, response) =>
      request.path === graphqlPath
        ? json(response, 200, { data: { auth: account() } })
        : json(response, 503, {}),
    )
    const session = await signedIn()
    await session.signOut(vi.fn())
    expect(left().every((each) => each === null)).toBe(true)
    expect(sessionStorage.getItem('signed-out')).toBe('local')
  })
})

test('ignores a response with account data that arrives after the user has signed out', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = () => {}
  const arrived = new Promise<void>((resolve) => {
    asked = resolve
  })
  await using _server = await startServer(async (_, response) => {
    asked()
    await held
    json(response, 200, { data: { auth: account() } })
  })
  const session = await open()
  const loading = session.loadSession()
  await arrived
  session.forgetSession()
  answer()
  await expect(loading).rejects.toThrow('Empty AccessToken')
  expect(session.currentSession()).toBeNull()
  expect([localStorage.getItem('tenantId'), sessionStorage.getItem('account')]).toEqual([null, null])
})

describe('a session', () => {
  const tokens = { access_token: 'a', refresh_token: 'r' }
  const tenants = [tenant('t1'), tenant('t2')]

  test.each([
    ['the organization that the account used last', 't1', undefined, 't1'],
    ['the personal organization if the account used it last', 'me', undefined, 'me'],
    ['the personal organization if the account has not used an organization before', null, undefined, 'me'],
    ['the organization that the sign-in requests', 't1', 't2', 't2'],
    ['the personal organization if the sign-in requests it', 't1', 'SELF', 'me'],
  ])('after sign-in, opens %s', async (_where, lastTenantId, notified, expected) => {
    // The stored organization is ignored, because another account chose it.
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('tenantId', 't2')
      storage.setItem('tenantName', '组织 t2')
    }
    await using server = await startServer((request, response) =>
      request.path === '/api/user/menu'
        ? json(response, 200, [])
        : json(response, 200, { data: { auth: account({ tenants, lastTenantId }) } }),
    )
    const session = await open()
    expect((await session.signIn(tokens, notified)).tenantId).toBe(expected)
    const entered = () => server.to('/api/user/menu').map(({ headers }) => headers['tenant-id'])
    await expect.poll(entered).toEqual(notified ? [expected === 'me' ? 'SELF' : expected] : [])
  })

  test('reports each organization switch to the server, but nothing when the session is loaded', async () => {
    await using server = await startServer((request, response) =>
      request.path === '/api/user/menu'
        ? json(response, 200, [])
        : json(response, 200, { data: { auth: account({ tenants, lastTenantId: 't1' }) } }),
    )
    const session = await open()
    expect((await session.loadSession()).tenantId).toBe('me')
    session.switchTenant('t2')
    session.switchTenant('me')
    const entered = () => server.to('/api/user/menu').map(({ headers }) => headers['tenant-id'])
    await expect.poll(entered).toEqual(['t2', 'SELF'])
  })
})

describe('a tab with data of one account', () => {
  test('is cleared when a different account is loaded', async () => {
    for (const key of ['account', 'tabs', 'role', 'tenantId']) sessionStorage.setItem(key, 'another')
    await using _server = await startServer((_, response) =>
      json(response, 200, { data: { auth: account() } }),
    )
    await (await open()).loadSession()
    expect(['account', 'tabs', 'role', 'tenantId'].map((key) => sessionStorage.getItem(key))).toEqual([
      'me',
      null,
      null,
      'me',
    ])
  })
})

test.each([
  ['no account', 200, { data: { auth: null } }],
  ['no data', 200, {}],
])('loading fails with BROKEN_ANSWER if the session response contains %s', async (_what, status, body) => {
  await using _server = await startServer((_, response) => json(response, status, body))
  const session = await open()
  await expect(session.loadSession()).rejects.toMatchObject({ code: 'BROKEN_ANSWER' })
  expect(session.currentSession()).toBeNull()
})

describe('otherTabSession', () => {
  const token = (sub: string) => `h.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.s`

  test('detects that another tab has signed in, signed out or changed the account', async () => {
    await using _server = await startServer((_, response) =>
      json(response, 200, { data: { auth: account() } }),
    )
    const { loadSession, otherTabSession } = await open()
    expect(otherTabSession({ key: 'token', newValue: token('me') })).toBe('begun')
    expect(otherTabSession({ key: 'token', newValue: null })).toBeNull()
    await loadSession()
    expect(otherTabSession({ key: 'token', newValue: token('me') })).toBeNull()
    expect(otherTabSession({ key: 'tenantId', newValue: null })).toBeNull()
    expect(otherTabSession({ key: 'token', newValue: token('someone') })).toBe('over')
    expect(otherTabSession({ key: 'token', newValue: null })).toBe('over')
    // If all of localStorage was cleared, the storage event has no key.
    expect(otherTabSession({ key: null, newValue: null })).toBe('over')
  })
})
