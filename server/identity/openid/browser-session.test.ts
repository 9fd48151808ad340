import { beforeAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { claimsOf, createFlows, givenApplication, type TestApplication } from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests that the console and all applications share one session per browser.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let portal: TestApplication
let account: Awaited<ReturnType<typeof setUpAccount>>
let browser: Browser
beforeAll(async () => {
  flows = createFlows(server)
  portal = await givenApplication(server.db)
})
beforeEach(async () => {
  account = await setUpAccount(server.db)
  browser = createBrowser(server.url)
})

const cookies = (answer: Response) =>
  answer.headers.getSetCookie().filter((each) => each.startsWith('reeve_session'))
const form = (more: Record<string, string>) => new URLSearchParams({ client_id: 'web', ...more })
const signIn = (headers: Record<string, string>) => {
  const { username, password } = account
  return server.token({ grant_type: 'password', username, password }, headers)
}
const offline = { scope: 'openid offline_access', prompt: 'consent' }

test('a sign-in to the console sets an HttpOnly, SameSite session cookie', async () => {
  const [cookie] = cookies(await signIn({ origin: server.url }))
  expect(cookie).toMatch(/^reeve_session=[\w-]{92}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/)
})

test('a sign-in request from another origin or without an origin sets no session cookie', async () => {
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }] as Record<
    string,
    string
  >[]) {
    const answer = await signIn(headers)
    expect([answer.status, cookies(answer)]).toEqual([200, []])
  }
})

test('a refresh of the console’s tokens sets a session cookie, which signs the user in to applications', async () => {
  const { refresh_token } = (await (await signIn({})).json()) as { refresh_token: string }
  const answer = await browser.visit('/realms/reeve/protocol/openid-connect/token', {
    method: 'POST',
    headers: { origin: server.url },
    body: form({ grant_type: 'refresh_token', refresh_token }),
  })
  expect(cookies(answer)).toHaveLength(1)
  expect(claimsOf((await flows.signIn(browser, portal)).access_token).sub).toBe(account.id)
})

test('rejects forged, changed and duplicated session cookies', async () => {
  await browser.signIn(account)
  const own = required(browser.jar.get('reeve_session'), 'reeve_session')
  const isIn = async (header: string) => {
    const answer = await fetch(flows.authorize(portal, { prompt: 'none' }).url, {
      headers: { cookie: header },
      redirect: 'manual',
    })
    return new URL(required(answer.headers.get('location'), 'location')).searchParams.has('code')
  }
  const cookie = `reeve_session=${own.value}`
  expect(await isIn(cookie)).toBe(true)
  const { sid } = claimsOf((await flows.signIn(browser, portal)).access_token)
  const uid = `${account.id}.${sid}`
  const { refresh_token } = await browser.signIn(account)
  const wrong = [
    `reeve_session=${own.value.slice(0, -1)}${own.value.endsWith('A') ? 'B' : 'A'}`,
    `reeve_session=${uid}`,
    `reeve_session=${refresh_token}`,
    `reeve_openid=${uid}`,
    `_session=${uid}`,
    `${cookie}; ${cookie}`,
    `__Host-reeve_session=${own.value}`,
  ]
  for (const header of wrong) expect([header, await isIn(header)]).toEqual([header, false])
})

test('does not accept the session cookie as a refresh token or bearer token', async () => {
  await browser.signIn(account)
  const { value } = required(browser.jar.get('reeve_session'), 'reeve_session')
  expect((await server.token({ grant_type: 'refresh_token', refresh_token: value })).status).toBe(400)
  expect((await flows.userinfo(value)).status).toBe(401)
  expect((await server.post('revoke', { client_id: 'web', token: value })).status).toBe(200)
  expect((await flows.signIn(browser, portal)).access_token).toBeTruthy()
})

test('each sign-in sets a new session cookie to prevent session fixation', async () => {
  await browser.signIn(account)
  const before = required(browser.jar.get('reeve_session'), 'reeve_session').value
  await browser.signIn(account)
  expect(required(browser.jar.get('reeve_session'), 'reeve_session').value).not.toBe(before)
})

test('sets only this server’s cookies during a sign-in to an application, and none of the OpenID provider library', async () => {
  await browser.signIn(account)
  await flows.signIn(browser, portal)
  const page = await browser.follow(flows.authorize(portal, { prompt: 'login' }).url)
  expect(page.pathname).toContain('/continue/')
  expect([...browser.jar.keys()].sort()).toEqual([
    'reeve_device',
    'reeve_interaction',
    'reeve_resume',
    'reeve_session',
  ])
})

test('a sign-out of the console ends all application sessions except those with offline access', async () => {
  const { refresh_token } = await browser.signIn(account)
  const tokens = await flows.signIn(browser, portal)
  const lasting = await flows.signIn(browser, await givenApplication(server.db, { name: '值班台' }), offline)
  expect((await server.post('revoke', { client_id: 'web', token: refresh_token })).status).toBe(200)
  expect((await flows.userinfo(tokens.access_token)).status).toBe(401)
  expect(await flows.introspect(portal, tokens.access_token)).toEqual({ active: false })
  expect((await browser.follow(flows.authorize(portal).url)).pathname).toContain('/continue/')
  expect((await flows.userinfo(lasting.access_token)).status).toBe(200)
})

test('disabling an account immediately invalidates its tokens and authorization codes for applications', async () => {
  await browser.signIn(account)
  const tokens = await flows.signIn(browser, portal, offline)
  const { code, verifier } = await flows.code(browser, portal)
  await server.db.query.updateTable('account').set({ enabled: false }).where('id', '=', account.id).execute()
  expect((await flows.userinfo(tokens.access_token)).status).toBe(401)
  expect(await flows.introspect(portal, tokens.access_token)).toEqual({ active: false })
  expect((await flows.trade(portal, code, verifier)).status).toBe(400)
  expect(
    (
      await flows.tokens(portal, {
        grant_type: 'refresh_token',
        refresh_token: required(tokens.refresh_token, 'refresh_token'),
      })
    ).status,
  ).toBe(400)
})
