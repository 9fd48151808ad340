import { beforeAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import {
  claimsOf,
  createFlows,
  givenApplication,
  redirectUri,
  type TestApplication,
} from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests the interaction pages of a sign-in and the submissions that they can send.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let portal: TestApplication
/** An application that is not first-party, so its users must consent. */
let board: TestApplication
let account: Awaited<ReturnType<typeof setUpAccount>>
let browser: Browser
beforeAll(async () => {
  flows = createFlows(server)
  portal = await givenApplication(server.db)
  board = await givenApplication(server.db, {
    ...{ first_party: false, name: '堆场看板', icon: 'ab'.repeat(32) },
    policy_uri: 'https://board.example.com/privacy',
  })
})
beforeEach(async () => {
  account = await setUpAccount(server.db)
  browser = createBrowser(server.url)
})

/** Submits an interaction page and follows the redirects to the last URL. */
async function submitPage(page: URL, submission: Record<string, unknown>): Promise<URL> {
  const { status, next, error } = await browser.answer(page, submission)
  expect([status, error]).toEqual([200, undefined])
  return browser.follow(required(next, 'next'))
}

test('asks the user to sign in, and then redirects to the application', async () => {
  const { url, verifier } = flows.authorize(portal, { login_hint: account.username, ui_locales: 'en' })
  const page = await browser.follow(url)
  expect(page.pathname).toMatch(/^\/continue\/[\w-]+$/)
  expect((await browser.details(page)).body).toMatchObject({
    ...{
      step: 'login',
      application: { name: '数据门户', firstParty: true },
      returnsTo: 'portal.example.com',
    },
    ...{ account: null, again: false, loginHint: account.username, uiLocales: 'en' },
  })
  expect(await browser.answer(page, { step: 'login' })).toMatchObject({
    status: 403,
    error: 'login_required',
  })
  await browser.signIn(account)
  expect((await browser.details(page)).body).toMatchObject({
    account: { id: account.id, mobilePhone: expect.stringContaining('****') },
  })
  const back = await submitPage(page, { step: 'login' })
  expect(back.href).toContain(`${redirectUri}?`)
  const { body } = await flows.trade(portal, required(back.searchParams.get('code'), 'code'), verifier)
  expect(claimsOf(required(body.id_token, 'id_token')).sub).toBe(account.id)
  // A second application signs the user in without showing an interaction page.
  const other = await givenApplication(server.db)
  expect((await flows.userinfo((await flows.signIn(browser, other)).access_token)).body.sub).toBe(account.id)
})

test('redirects with access_denied if the user cancels the sign-in', async () => {
  const page = await browser.follow(flows.authorize(portal).url)
  const back = await submitPage(page, { step: 'decline' })
  expect([back.origin, back.searchParams.get('error'), back.searchParams.get('code')]).toEqual([
    'https://portal.example.com',
    'access_denied',
    null,
  ])
})

test('continues a sign-in only in the browser where it began, and only for requests from the console', async () => {
  const page = await browser.follow(flows.authorize(portal).url)
  const victim = createBrowser(server.url)
  await victim.signIn(account)
  // A link to an interaction page does not work in another browser, regardless of the user signed in there.
  expect((await victim.details(page)).status).toBe(404)
  expect((await victim.answer(page, { step: 'login' })).status).toBe(404)
  await browser.signIn(account)
  const forged: Record<string, string>[] = [{}, { origin: 'https://evil.example' }, { origin: 'null' }]
  for (const headers of forged)
    expect((await browser.answer(page, { step: 'login' }, headers)).status).toBe(403)
  const { next } = await browser.answer(page, { step: 'login' })
  // The URL that resumes the authorization does not work in another browser either.
  expect((await victim.follow(required(next, 'next'))).pathname).toBe('/continue/error')
  expect((await browser.follow(required(next, 'next'))).href).toContain(redirectUri)
  expect((await browser.answer(page, { step: 'login' })).status).toBe(404)
})

test('does not issue an authorization code if the session cookie is deleted during the sign-in', async () => {
  const page = await browser.follow(flows.authorize(portal).url)
  await browser.signIn(account)
  const { next } = await browser.answer(page, { step: 'login' })
  browser.jar.delete('reeve_session')
  expect((await browser.follow(required(next, 'next'))).pathname).toMatch(/^\/continue\//)
})

test('does not ask again for consent to the same scopes of a third-party application, even in another browser', async () => {
  await browser.signIn(account)
  const { url, verifier } = flows.authorize(board, { scope: 'openid profile phone' })
  const page = await browser.follow(url)
  expect((await browser.details(page)).body).toMatchObject({
    step: 'consent',
    application: {
      ...{ name: '堆场看板', firstParty: false, icon: `/api/icons/${'ab'.repeat(32)}` },
      ...{ policyUri: 'https://board.example.com/privacy', tosUri: null },
    },
    ...{ scopes: ['profile', 'phone'], allowed: [] },
  })
  // A submission for a step other than the current one is rejected.
  expect((await browser.answer(page, { step: 'login' })).status).toBe(409)
  const back = await submitPage(page, { step: 'consent' })
  const { body } = await flows.trade(board, required(back.searchParams.get('code'), 'code'), verifier)
  expect(body.scope).toBe('openid profile phone')
  await flows.signIn(browser, board, { scope: 'openid phone' })

  const more = await browser.follow(flows.authorize(board, { scope: 'openid profile email' }).url)
  expect((await browser.details(more)).body).toMatchObject({
    scopes: ['profile', 'email'],
    allowed: expect.arrayContaining(['phone', 'profile']),
  })
  const declined = await submitPage(more, { step: 'decline' })
  expect(declined.searchParams.get('error')).toBe('access_denied')
  // The consent also applies when the user signs in with another browser.
  const phone = createBrowser(server.url)
  await phone.signIn(account)
  await flows.signIn(phone, board, { scope: 'openid profile' })
})

test('asks for and stores consent only to registered scopes, and asks again after another scope is registered', async () => {
  const limited = await givenApplication(server.db, {
    ...{ first_party: false, name: '报表' },
    scopes: ['openid', 'profile'],
  })
  await browser.signIn(account)
  const scope = 'openid profile orders:delete constructor Approved-by-your-administrator'
  const page = await browser.follow(flows.authorize(limited, { scope }).url)
  expect((await browser.details(page)).body).toMatchObject({ step: 'consent', scopes: ['profile'] })
  await submitPage(page, { step: 'consent' })
  const consents = await server.db.execute(
    `select scopes from consent where account_id = '${account.id}' and application_id = '${limited.id}'`,
  )
  expect(consents.rows).toEqual([{ scopes: ['profile'] }])
  await server.db.query
    .updateTable('application')
    .set({ scopes: ['openid', 'profile', 'orders:delete'] })
    .where('id', '=', limited.id)
    .execute()
  const resource = 'https://api.example.com/'
  const later = await browser.follow(flows.authorize(limited, { scope, resource }).url)
  expect((await browser.details(later)).body).toMatchObject({
    ...{ step: 'consent', allowed: ['profile'] },
    scopes: ['profile', 'orders:delete'],
  })
})

test('returns login_required or consent_required for prompt=none instead of showing a page', async () => {
  const ask = async (application: TestApplication, more = {}) => {
    const back = await browser.follow(flows.authorize(application, { prompt: 'none', ...more }).url)
    expect(back.origin).toBe('https://portal.example.com')
    return back.searchParams.get('error')
  }
  expect(await ask(portal)).toBe('login_required')
  await browser.signIn(account)
  expect(await ask(portal)).toBeNull()
  expect(await ask(board)).toBe('consent_required')
})

test.each([{ prompt: 'login' }, { max_age: '300' }])('%j requires a new sign-in', async (more) => {
  const { refresh_token } = await browser.signIn(account)
  const age = () =>
    server.db.execute(
      `update session set authenticated_at = now() - interval '10 minutes' where account_id = '${account.id}'`,
    )
  await age()
  const { url, verifier } = flows.authorize(portal, more)
  const page = await browser.follow(url)
  expect((await browser.details(page)).body).toMatchObject({
    step: 'login',
    again: true,
    account: { id: account.id },
  })
  expect(await browser.answer(page, { step: 'login' })).toMatchObject({
    status: 403,
    error: 'login_required',
  })
  // Refreshing tokens does not count as authenticating the user again.
  await browser.visit('/realms/reeve/protocol/openid-connect/token', {
    method: 'POST',
    headers: { origin: server.url },
    body: new URLSearchParams({ client_id: 'web', grant_type: 'refresh_token', refresh_token }),
  })
  expect((await browser.answer(page, { step: 'login' })).status).toBe(403)
  await browser.signIn(account)
  const back = await submitPage(page, { step: 'login' })
  const { body } = await flows.trade(portal, required(back.searchParams.get('code'), 'code'), verifier)
  expect(Date.now() / 1000 - Number(claimsOf(required(body.id_token, 'id_token')).auth_time)).toBeLessThan(60)
})

test('the ID token contains acr and amr of the actual sign-in, even if the application requests another acr', async () => {
  await browser.signIn(account)
  const { id_token } = await flows.signIn(browser, portal, { acr_values: 'urn:mace:incommon:iap:silver' })
  expect(claimsOf(required(id_token, 'id_token'))).toMatchObject({ acr: '1', amr: ['pwd'] })
})

test('a different user can complete a sign-in with prompt=login', async () => {
  await browser.signIn(account)
  const { url, verifier } = flows.authorize(portal, { prompt: 'login' })
  const page = await browser.follow(url)
  const other = await setUpAccount(server.db)
  await browser.signIn(other)
  const back = await submitPage(page, { step: 'login' })
  const { body } = await flows.trade(portal, required(back.searchParams.get('code'), 'code'), verifier)
  expect(claimsOf(required(body.id_token, 'id_token')).sub).toBe(other.id)
})

test('a user who must change the password cannot sign in to an application or use an existing access token', async () => {
  await browser.signIn(account)
  const tokens = await flows.signIn(browser, portal)
  await server.db.query
    .updateTable('account')
    .set({ password_change_required: true })
    .where('id', '=', account.id)
    .execute()
  expect((await flows.userinfo(tokens.access_token)).status).toBe(401)
  const page = await browser.follow(flows.authorize(portal).url)
  expect(page.searchParams.get('code')).toBeNull()
})

test('asks for consent to a native application at each sign-in, and accepts any loopback port', async () => {
  const native = await givenApplication(server.db, {
    kind: 'NATIVE',
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  await browser.signIn(account)
  const local = 'http://127.0.0.1:51004/callback'
  for (let time = 0; time < 2; time += 1) {
    const page = await browser.follow(flows.authorize(native, { redirect_uri: local }).url)
    expect((await browser.details(page)).body.step).toBe('consent')
    expect((await submitPage(page, { step: 'consent' })).href).toContain(`${local}?`)
  }
  const elsewhere = await browser.follow(
    flows.authorize(native, { redirect_uri: 'http://127.0.0.1:51004/other' }).url,
  )
  expect(elsewhere.search).toBe('?reason=address')
})
