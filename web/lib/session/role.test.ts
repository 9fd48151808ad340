import { beforeEach, describe, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { account, open, tenant } from '../../testing/sampleSession.ts'
import { installStorage, json, startServer } from '../../testing/server.ts'

beforeEach(installStorage)

/**
 * Starts a server that returns the account. The test reads the organization of each menu request from the
 * recorded requests.
 */
const serve = (auth: () => ReturnType<typeof account>) =>
  startServer(({ path }, response) =>
    json(response, 200, path === '/api/user/menu' ? [] : { data: { auth: auth() } }),
  )

describe('the role switch', () => {
  test('lets an administrator view the console as a user, also after a reload', async () => {
    const admin = account({ admin: true })
    await using _server = await serve(() => admin)
    const before = await open()
    const seen = (session: typeof before) => {
      const { role, admin, authCodes } = required(session.currentSession(), 'result of currentSession')
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

  test('has no effect for accounts that are not administrators, and is reset when an administrator signs out', async () => {
    let admin = false
    await using _server = await serve(() => account({ admin }))
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

test('a sign-in opens the requested organization if the account belongs to it, or else the personal organization', async () => {
  await using server = await serve(() => account({ tenants: [tenant('t1'), tenant('t2')] }))
  const { signIn } = await open()
  const tokens = { access_token: 'a', refresh_token: 'r' }
  expect((await signIn(tokens, 't2')).tenantId).toBe('t2')
  expect((await signIn(tokens, 'SELF')).tenantId).toBe('me')
  expect((await signIn(tokens, 'me')).tenantId).toBe('me')
  expect((await signIn(tokens, 'elsewhere')).tenantId).toBe('me')
  // The menu requests arrive after the sign-in has finished.
  const entered = () => server.to('/api/user/menu').map(({ headers }) => headers['tenant-id'])
  await expect.poll(entered).toEqual(['t2', 'SELF', 'SELF', 'SELF'])
})
