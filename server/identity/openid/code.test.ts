import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as openid from 'openid-client'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { configurationsOf } from '../../../contract/openid/configurations.ts'
import { required } from '../../../contract/required.ts'
import { root } from '../../../scripts/lib/run.js'
import {
  claimsOf,
  createFlows,
  givenApplication,
  redirectUri,
  type TestApplication,
} from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests the authorization code flow, with which users sign in to an application.

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

test('openid-client can sign in with the sample configuration that the console shows', async () => {
  const [configuration] = configurationsOf({
    ...{ origin: server.url, realm: 'reeve', clientId: portal.id, kind: 'SERVER', usesKey: false },
    ...{ redirectUris: [redirectUri], scopes: ['openid', 'profile'] },
  })
  // openid-client rejects http URLs without this option.
  const options = '  undefined,\n  { execute: [oidc.allowInsecureRequests] },\n)\n'
  const program = `${required(configuration, 'configuration').text.replace('\n)\n', `\n${options}`)}
    console.log(JSON.stringify([url.href, code_verifier]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, REEVE_SECRET: portal.secret },
  })
  const [url, pkceCodeVerifier] = JSON.parse(stdout)
  await browser.signIn(account)
  const back = await browser.follow(new URL(url))
  const config = await openid.discovery(new URL(server.issuer), portal.id, portal.secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier })
  expect(tokens.claims()).toMatchObject({ sub: account.id, aud: portal.id })
})

const offline = { scope: 'openid profile offline_access', prompt: 'consent' }

test('openid-client signs in with and without PAR, reads userinfo, and refreshes and revokes the tokens', async () => {
  const config = await openid.discovery(
    new URL(server.issuer),
    portal.id,
    {},
    openid.ClientSecretBasic(portal.secret),
    { execute: [openid.allowInsecureRequests] },
  )
  const code_verifier = openid.randomPKCECodeVerifier()
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  const request = {
    ...{
      redirect_uri: redirectUri,
      scope: 'openid profile phone offline_access',
      prompt: 'consent',
      state,
      nonce,
    },
    code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  }
  const { access_token: console } = await browser.signIn(account)
  const pushed = await openid.buildAuthorizationUrlWithPAR(config, request)
  expect([...pushed.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
  for (const url of [openid.buildAuthorizationUrl(config, request), pushed]) {
    const back = await browser.follow(url)
    expect(back.searchParams.get('iss')).toBe(server.issuer)
    const tokens = await openid.authorizationCodeGrant(config, back, {
      ...{
        pkceCodeVerifier: code_verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      },
    })
    expect(tokens.claims()).toMatchObject({ sub: account.id, aud: portal.id, name: '张三' })
    expect(await openid.fetchUserInfo(config, tokens.access_token, account.id)).toEqual({
      ...{ sub: account.id, name: '张三', preferred_username: account.username },
      ...{ phone_number: account.mobilePhone, phone_number_verified: true },
    })
    const refreshed = await openid.refreshTokenGrant(config, required(tokens.refresh_token, 'refresh_token'))
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
    expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({
      ...{ active: true, sub: account.id, client_id: portal.id },
    })
    await openid.tokenRevocation(config, required(refreshed.refresh_token, 'refresh_token'))
    expect(await openid.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })
    await expect(
      openid.refreshTokenGrant(config, required(refreshed.refresh_token, 'refresh_token')),
    ).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  }
  // The console's own session has not ended.
  expect((await flows.userinfo(console)).status).toBe(200)
})

test('issues an access token in JWT format for the requested resource, or for this server', async () => {
  await browser.signIn(account)
  const plain = claimsOf((await flows.signIn(browser, portal)).access_token)
  expect(plain).toMatchObject({
    ...{
      iss: server.issuer,
      aud: server.issuer,
      sub: account.id,
      client_id: portal.id,
      scope: 'openid profile',
    },
    jti: expect.any(String),
  })
  expect(Number(plain.exp) - Number(plain.iat)).toBe(300)
  const resource = 'https://api.example.com/'
  const tokens = await flows.signIn(browser, portal, { resource, scope: 'openid orders:read' })
  expect(claimsOf(tokens.access_token)).toMatchObject({ aud: resource, scope: 'orders:read' })
  // userinfo rejects a token whose audience is another service.
  expect((await flows.userinfo(tokens.access_token)).status).toBe(401)
  const { url } = flows.authorize(portal, { resource: 'https://other.example.com/' })
  expect((await browser.follow(url)).searchParams.get('error')).toBe('invalid_target')
})

test('with only the scope openid, the ID token contains the subject and nonce, but no name or phone number', async () => {
  await browser.signIn(account)
  const { id_token: token, refresh_token } = await flows.signIn(browser, portal, {
    scope: 'openid',
    nonce: 'n',
  })
  const { iss, aud, sub, nonce, name, phone_number } = claimsOf(required(token, 'token'))
  expect({ iss, aud, sub, nonce, name, phone_number }).toEqual({
    ...{ iss: server.issuer, aud: portal.id, sub: account.id, nonce: 'n' },
    ...{ name: undefined, phone_number: undefined },
  })
  expect(refresh_token).toBeUndefined()
})

test('accepts an authorization code once, and revokes its tokens if the code is used again', async () => {
  await browser.signIn(account)
  const { code, verifier } = await flows.code(browser, portal, offline)
  const { body: tokens } = await flows.trade(portal, code, verifier)
  expect((await flows.userinfo(tokens.access_token)).status).toBe(200)
  await server.db.execute(
    "update issued set expires_at = expires_at - interval '2 minutes' where kind = 'AuthorizationCode'",
  )
  const again = await flows.trade(portal, code, verifier)
  expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
  expect((await flows.userinfo(tokens.access_token)).status).toBe(401)
  expect(await flows.introspect(portal, tokens.access_token)).toEqual({ active: false })
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: required(tokens.refresh_token, 'refresh_token'),
  }
  expect((await flows.tokens(portal, refresh)).body.error).toBe('invalid_grant')
  // The next sign-in to the application succeeds.
  expect((await flows.userinfo((await flows.signIn(browser, portal)).access_token)).status).toBe(200)
})

test('at most one of 50 concurrent requests with the same code gets tokens, and these tokens are revoked', async () => {
  await browser.signIn(account)
  const { code, verifier } = await flows.code(browser, portal, offline)
  const answers = await Promise.all(Array.from({ length: 50 }, () => flows.trade(portal, code, verifier)))
  const granted = answers.filter(({ status }) => status === 200)
  expect(granted.length).toBeLessThanOrEqual(1)
  expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(50 - granted.length)
  for (const { body } of granted) expect((await flows.userinfo(body.access_token)).status).toBe(401)
  const { rows } = await server.db.execute(
    `select (select count(*) from sign_in_grant where account_id = '${account.id}') as grants,
      (select count(*) from issued where kind = 'RefreshToken' and payload->>'accountId' = '${account.id}') as tokens`,
  )
  expect(rows).toEqual([{ grants: 0, tokens: 0 }])
})

test('rejects an authorization code with a wrong client, client secret, PKCE verifier or redirect URI', async () => {
  await browser.signIn(account)
  const other = await givenApplication(server.db)
  const fresh = () => flows.code(browser, portal)
  const refusals: [string, () => Promise<{ status: number; body: { error?: string } }>][] = [
    ['invalid_grant', async () => flows.trade(other, ...(await pairOf(fresh())))],
    ['invalid_grant', async () => flows.trade(portal, (await fresh()).code, 'x'.repeat(43))],
    [
      'invalid_grant',
      async () =>
        flows.tokens(portal, {
          grant_type: 'authorization_code',
          code: (await fresh()).code,
          redirect_uri: redirectUri,
        }),
    ],
    [
      'invalid_grant',
      async () => {
        const { code, verifier } = await fresh()
        return flows.tokens(portal, {
          grant_type: 'authorization_code',
          code,
          code_verifier: verifier,
          redirect_uri: `${redirectUri}/`,
        })
      },
    ],
    ['invalid_grant', async () => flows.trade(portal, 'made-up', 'x'.repeat(43))],
    [
      'invalid_client',
      async () => flows.trade({ ...portal, secret: 'rv_wrong' }, ...(await pairOf(fresh()))),
    ],
    ['invalid_client', async () => flows.trade({ ...portal, secret: portal.id }, ...(await pairOf(fresh())))],
  ]
  for (const [expected, attempt] of refusals) {
    const { status, body } = await attempt()
    expect([attempt.toString(), status >= 400 && status < 500, body.error]).toEqual([
      attempt.toString(),
      true,
      expected,
    ])
  }
})

const pairOf = async (granted: Promise<{ code: string; verifier: string }>): Promise<[string, string]> => {
  const { code, verifier } = await granted
  return [code, verifier]
}

test('accepts only S256 as the PKCE method', async () => {
  await browser.signIn(account)
  for (const more of [{ code_challenge_method: 'plain' }, { code_challenge_method: undefined }]) {
    const back = await browser.follow(flows.authorize(portal, more).url)
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['invalid_request', null])
    expect(back.searchParams.get('state')).toBe('a b&c')
  }
})

test('for an unknown application or redirect URI, shows an error page of the console instead of redirecting', async () => {
  await browser.signIn(account)
  const evil = [
    'https://evil.example/callback',
    'https://portal.example.com/callback/',
    'https://portal.example.com/callback?more',
    'https://portal.example.com@evil.example/callback',
    'https://portal.example.com/callback#part',
    '//evil.example',
    'javascript:alert(1)',
  ]
  for (const address of evil) {
    const page = await browser.follow(flows.authorize(portal, { redirect_uri: address }).url)
    expect([address, page.href]).toEqual([address, `${server.url}/continue/error?reason=address`])
  }
  for (const client_id of ['unknown', '019a0000-0000-7000-8000-000000000000', portal.id.toUpperCase()]) {
    const page = await browser.follow(flows.authorize(portal, { client_id }).url)
    expect(page.href).toBe(`${server.url}/continue/error?reason=application`)
  }
  const missing = await browser.follow(flows.authorize(portal, { redirect_uri: undefined }).url)
  expect(missing.origin).toBe(server.url)
})

test('rejects the implicit flow, the hybrid flow and the password grant', async () => {
  await browser.signIn(account)
  for (const response_type of ['token', 'id_token', 'code id_token', 'none']) {
    const back = await browser.follow(flows.authorize(portal, { response_type }).url)
    expect([response_type, /[#?&](code|access_token|id_token)=/.test(back.href)]).toEqual([
      response_type,
      false,
    ])
    expect(back.href).toMatch(/[#?&](error|reason)=/)
  }
  const { username, password } = account
  const rejected = await flows.tokens(portal, { grant_type: 'password', username, password })
  expect(rejected.status).toBe(400)
  expect(rejected.body.access_token).toBeUndefined()
})

test('rejects every step of a sign-in to a disabled application', async () => {
  const application = await givenApplication(server.db)
  const disable = (enabled: boolean) =>
    server.db.query.updateTable('application').set({ enabled }).where('id', '=', application.id).execute()
  const started = await browser.follow(flows.authorize(application).url)
  await browser.signIn(account)
  const tokens = await flows.signIn(browser, application, offline)
  const { code, verifier } = await flows.code(browser, application)
  await disable(false)
  expect((await browser.details(started)).status).toBe(404)
  expect((await browser.answer(started, { step: 'login' })).status).toBe(404)
  expect((await flows.trade(application, code, verifier)).body.error).toBe('invalid_client')
  expect(
    (
      await flows.tokens(application, {
        grant_type: 'refresh_token',
        refresh_token: required(tokens.refresh_token, 'refresh_token'),
      })
    ).status,
  ).toBe(401)
  expect((await flows.userinfo(tokens.access_token)).status).toBe(401)
  expect((await browser.follow(flows.authorize(application).url)).href).toContain('reason=application')
  await disable(true)
  expect((await flows.userinfo(tokens.access_token)).status).toBe(200)
})
