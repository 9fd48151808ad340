import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { saveConsent } from '../../applications/consents.store.ts'
import {
  createFlows,
  givenApplication,
  redirectUri,
  type TestApplication,
} from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, startIdentity, useIdentity } from '../../testing/identity.ts'

// Tests what OpenID Connect client libraries expect with their default configuration.

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

const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined }

test('requires PKCE from public clients and from applications that are configured for it', async () => {
  await browser.signIn(account)
  const strict = await givenApplication(server.db, { require_pkce: true })
  const single = await givenApplication(server.db, { kind: 'SINGLE_PAGE' })
  const native = await givenApplication(server.db, { kind: 'NATIVE' })
  for (const application of [strict, single, native]) {
    const back = await browser.follow(flows.authorize(application, withoutPkce).url)
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['invalid_request', null])
  }
})

test('requires PKCE even from a server application if the server is configured with requirePkce', async () => {
  const strict = await startIdentity(server.db, { requirePkce: true })
  const own = createBrowser(strict.url)
  await own.signIn(account)
  const back = await own.follow(createFlows(strict).authorize(portal, withoutPkce).url)
  expect(back.searchParams.get('error')).toBe('invalid_request')
  await strict.close()
})

test('accepts a sign-in without PKCE from an application with a client secret, but rejects PKCE downgrade attacks', async () => {
  await browser.signIn(account)
  const trade = (code: string, more: Record<string, string> = {}) =>
    flows.tokens(portal, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more })
  const plain = await flows.code(browser, portal, withoutPkce)
  expect((await trade(plain.code)).status).toBe(200)
  // A `code_verifier` without a prior `code_challenge` indicates a PKCE downgrade attack (RFC 9700, section
  // 4.8.2).
  const mixed = await flows.code(browser, portal, withoutPkce)
  expect((await trade(mixed.code, { code_verifier: mixed.verifier })).body.error).toBe('invalid_grant')
  const challenged = await flows.code(browser, portal)
  expect((await trade(challenged.code)).body.error).toBe('invalid_grant')
})

test('signs ID and access tokens with RS256 unless ES256 is configured, and adds at_hash to the ID token', async () => {
  await browser.signIn(account)
  const elliptic = await givenApplication(server.db, { signing_alg: 'ES256' })
  const jwks = createRemoteJWKSet(new URL(`${server.issuer}/protocol/openid-connect/certs`))
  for (const [application, alg] of [
    [portal, 'RS256'],
    [elliptic, 'ES256'],
  ] as const) {
    const { access_token, id_token } = await flows.signIn(browser, application)
    const idToken = await jwtVerify(required(id_token, 'id_token'), jwks, { algorithms: [alg] })
    const half = createHash('sha256').update(access_token).digest().subarray(0, 16)
    expect(idToken.payload.at_hash).toBe(half.toString('base64url'))
    await jwtVerify(access_token, jwks, { algorithms: [alg], typ: 'at+jwt' })
    expect((await flows.userinfo(access_token)).status).toBe(200)
  }
})

test('the userinfo endpoint accepts an access token in the form body', async () => {
  await browser.signIn(account)
  const { access_token } = await flows.signIn(browser, portal)
  const answer = await server.post('userinfo', { access_token })
  expect([answer.status, await answer.json()]).toMatchObject([200, { sub: account.id }])
  const twice = await server.post('userinfo', { access_token }, { authorization: `Bearer ${access_token}` })
  expect(twice.status).toBe(400)
})

test('issues a refresh token for offline_access without prompt=consent, except to single-page applications', async () => {
  await browser.signIn(account)
  const scope = 'openid offline_access'
  const first = await flows.signIn(browser, portal, { scope })
  expect(first).toMatchObject({ refresh_token: expect.any(String), scope })
  const pushed = await server.post(
    'ext/par/request',
    Object.fromEntries(flows.authorize(portal, { scope }).url.searchParams),
    flows.basic(portal),
  )
  expect(pushed.status).toBe(201)
  const single = await givenApplication(server.db, { kind: 'SINGLE_PAGE' })
  const dropped = await flows.signIn(browser, single, { scope })
  expect(dropped).toMatchObject({ scope: 'openid' })
  expect(dropped.refresh_token).toBeUndefined()
  // Third-party applications require the user's consent.
  const foreign = await givenApplication(server.db, { first_party: false })
  expect((await browser.follow(flows.authorize(foreign, { scope }).url)).pathname).toMatch(/^\/continue\//)
  await server.db.transaction((tx) => saveConsent(tx, account.id, foreign.id, ['offline_access']))
  expect((await flows.signIn(browser, foreign, { scope })).refresh_token).toBeTruthy()
})

test('a sign-in with an ID token hint succeeds only for the account that the hint identifies', async () => {
  const other = await setUpAccount(server.db)
  const theirs = createBrowser(server.url)
  await theirs.signIn(other)
  const { id_token } = await flows.signIn(theirs, portal)
  await browser.signIn(account)
  const request = { id_token_hint: required(id_token, 'id_token') }
  const page = await browser.follow(flows.authorize(portal, request).url)
  const uid = page.pathname.split('/').at(-1)
  const details = await browser.visit(`/realms/reeve/interaction/${uid}/details`)
  expect(await details.json()).toMatchObject({ step: 'login', otherAccount: true })
  const submitted = await browser.visit(`/realms/reeve/interaction/${uid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ step: 'login' }),
  })
  expect(submitted.status).toBe(403)
  const silent = await browser.follow(flows.authorize(portal, { ...request, prompt: 'none' }).url)
  expect(silent.searchParams.get('error')).toBe('login_required')
  expect((await flows.signIn(theirs, portal, request)).access_token).toBeTruthy()
})

test('serves the endpoints that keycloak-js requests with its default options', async () => {
  for (const page of ['3p-cookies/step1.html', 'login-status-iframe.html']) {
    const answer = await fetch(`${server.issuer}/protocol/openid-connect/${page}`)
    const [, script = ''] = /<script>(.*)<\/script>/.exec(await answer.text()) ?? []
    const digest = createHash('sha256').update(script).digest('base64')
    const policy = `default-src 'none'; script-src 'sha256-${digest}'; frame-ancestors *`
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([200, policy])
  }
  await browser.signIn(account)
  const { access_token } = await flows.signIn(browser, portal, { scope: 'openid profile' })
  const headers = { authorization: `Bearer ${access_token}` }
  const profile = await fetch(`${server.issuer}/account`, { headers })
  expect(profile.headers.get('access-control-allow-origin')).toBe('*')
  expect(await profile.json()).toMatchObject({ id: account.id, username: account.username, attributes: {} })
  const page = await fetch(`${server.issuer}/account`, { redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([303, `${server.url}/accountInfo/index`])
})

test('returns unsupported_response_type if the response type is not code, and invalid_request if it is missing', async () => {
  await browser.signIn(account)
  const errorOf = async (response_type: string | undefined) => {
    const back = await browser.follow(flows.authorize(portal, { response_type }).url)
    return new URLSearchParams(back.hash.slice(1) || back.search).get('error')
  }
  expect(await errorOf('token')).toBe('unsupported_response_type')
  expect(await errorOf('code id_token')).toBe('unsupported_response_type')
  expect(await errorOf(undefined)).toBe('invalid_request')
})
