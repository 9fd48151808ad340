import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import {
  claimsOf,
  createFlows,
  givenApplication,
  redirectUri,
  type TestApplication,
} from '../../testing/applications.ts'
import { createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests client authentication, and the tokens that applications request for themselves.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let service: TestApplication
beforeAll(async () => {
  flows = createFlows(server)
  service = await givenApplication(server.db, { kind: 'SERVICE', scopes: ['orders:read'] })
})

const credentials = { grant_type: 'client_credentials' }

test('a service gets an access token for this server or for its own resource, but not for another resource', async () => {
  const plain = await flows.tokens(service, credentials)
  expect(plain).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 300 } })
  expect(claimsOf(plain.body.access_token)).toMatchObject({
    sub: service.id,
    client_id: service.id,
    aud: server.issuer,
  })
  const resource = 'https://api.example.com/'
  const { body } = await flows.tokens(service, { ...credentials, resource, scope: 'orders:read' })
  expect(claimsOf(body.access_token)).toMatchObject({ aud: resource, scope: 'orders:read' })
  expect(await flows.introspect(service, body.access_token)).toMatchObject({ active: true, sub: service.id })
  expect(
    (await flows.tokens(service, { ...credentials, resource: 'https://other.example.com/' })).body.error,
  ).toBe('invalid_target')
  // userinfo rejects the token, because it belongs to no user.
  expect((await flows.userinfo(plain.body.access_token)).status).toBe(401)
})

test('rejects the grant type client_credentials for server, single-page and native applications', async () => {
  for (const kind of ['SERVER', 'SINGLE_PAGE', 'NATIVE'] as const) {
    const { status, body } = await flows.tokens(await givenApplication(server.db, { kind }), credentials)
    expect([kind, status, body.access_token]).toEqual([kind, 400, undefined])
  }
})

test('accepts a client secret in the form body, and rejects a secret that is wrong, missing, expired or sent twice', async () => {
  const { id: client_id, secret: client_secret } = service
  expect((await server.post('token', { ...credentials, client_id, client_secret })).status).toBe(200)
  expect(
    (await server.post('token', { ...credentials, client_id, client_secret: `${client_secret}x` })).status,
  ).toBe(401)
  expect((await server.post('token', { ...credentials, client_id })).status).toBe(401)
  expect(
    (await server.post('token', { ...credentials, client_id, client_secret }, flows.basic(service))).status,
  ).toBe(400)
  expect((await server.post('token/introspect', { token: 'x', client_id, client_secret })).status).toBe(200)
  expect(
    (await server.post('token/introspect', { token: 'x', client_id, client_secret: 'wrong' })).status,
  ).toBe(401)
  expect((await server.post('revoke', { token: 'x', client_id, client_secret: 'wrong' })).status).toBe(401)
  // A client_id alone does not authenticate a public client.
  const { id: page } = await givenApplication(server.db, { kind: 'SINGLE_PAGE' })
  expect((await server.post('token/introspect', { token: 'x', client_id: page })).status).toBe(401)
  expect((await server.post('revoke', { token: 'x', client_id: page })).status).toBe(200)
  await server.db.query
    .updateTable('application_secret')
    .set({ ends_at: new Date(0) })
    .where('application_id', '=', client_id)
    .execute()
  expect((await flows.tokens(service, credentials)).status).toBe(401)
  await server.db.query
    .updateTable('application_secret')
    .set({ ends_at: null })
    .where('application_id', '=', client_id)
    .execute()
})

test('accepts a client assertion once, and only with the client’s key, this server’s audience and a valid lifetime', async () => {
  const [own, other] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256'),
  ])
  const program = await givenApplication(server.db, {
    kind: 'SERVICE',
    jwks: { keys: [(await exportJWK(own.publicKey)) as Record<string, string>] },
  })
  let made = 0
  const assertion = (more: Record<string, unknown> = {}, key = own.privateKey) =>
    new SignJWT({
      iss: program.id,
      sub: program.id,
      aud: server.issuer,
      jti: `${++made}`,
      exp: Math.floor(Date.now() / 1000) + 60,
      ...more,
    })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(key)
  const ask = async (client_assertion: string, path = 'token', more: Record<string, string> = credentials) =>
    (
      await server.post(path, {
        ...more,
        client_assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      })
    ).status
  for (const [path, more] of [
    ['token', credentials],
    ['token/introspect', { token: 'x' }],
    ['revoke', { token: 'x' }],
  ] as const) {
    const good = await assertion()
    expect([path, await ask(good, path, more)]).toEqual([path, 200])
    expect([path, await ask(good, path, more)]).toEqual([path, 401])
    const wrong = [
      await assertion({}, other.privateKey),
      await assertion({ aud: 'https://evil.example' }),
      await assertion({ iss: 'other' }),
      await assertion({ exp: Math.floor(Date.now() / 1000) - 60 }),
      await assertion({ exp: Math.floor(Date.now() / 1000) + 700 }),
      await assertion({ sub: service.id, iss: service.id }),
    ]
    for (const each of wrong) expect([path, await ask(each, path, more)]).toEqual([path, 401])
  }
  // All endpoints share replay detection: an assertion that one endpoint has accepted is rejected by every
  // other endpoint.
  const bodies = { token: credentials, 'token/introspect': { token: 'x' } }
  for (const [first, second] of [
    ['token', 'token/introspect'],
    ['token/introspect', 'token'],
  ] as const) {
    const once = await assertion()
    expect([first, await ask(once, first, bodies[first])]).toEqual([first, 200])
    expect([second, await ask(once, second, bodies[second])]).toEqual([second, 401])
  }
  // The client secret is no longer accepted.
  expect((await flows.tokens(program, credentials)).status).toBe(401)
})

test('a service can introspect a token of another application only if the service is the audience of the token', async () => {
  const [portal, stranger] = [await givenApplication(server.db), await givenApplication(server.db)]
  const account = await setUpAccount(server.db)
  const browser = createBrowser(server.url)
  const { access_token: console } = await browser.signIn(account)
  const resource = 'https://api.example.com/'
  const tokens = await flows.signIn(browser, portal, {
    scope: 'openid orders:read offline_access',
    prompt: 'consent',
    resource,
  })
  for (const token of [tokens.access_token, required(tokens.refresh_token, 'refresh_token'), console]) {
    expect(await flows.introspect(stranger, token)).toEqual({ active: false })
    expect((await server.post('revoke', { token }, flows.basic(stranger))).status).toBe(200)
  }
  expect(await flows.introspect(portal, tokens.access_token)).toMatchObject({ active: true })
  expect(await flows.introspect(portal, required(tokens.refresh_token, 'refresh_token'))).toMatchObject({
    active: true,
    token_type: 'refresh_token',
  })
  // The service that owns the resource can introspect the token.
  expect(await flows.introspect(service, tokens.access_token)).toMatchObject({
    active: true,
    sub: account.id,
    aud: resource,
  })
  expect(await flows.introspect(service, required(tokens.refresh_token, 'refresh_token'))).toEqual({
    active: false,
  })
  expect((await flows.userinfo(console)).status).toBe(200)
})

test('after 100 wrong client secrets from one IP address, rejects further ones, but still accepts the correct secret', async () => {
  const wrong = () =>
    server.post(
      'token',
      { ...credentials, client_id: service.id, client_secret: 'rv_guess' },
      { 'x-test-ip': '198.51.100.7' },
    )
  const statuses: number[] = []
  for (let tries = 0; tries < 101; tries += 1) statuses.push((await wrong()).status)
  expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true)
  const refused = await wrong()
  expect([statuses[100], refused.status]).toEqual([429, 429])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(
    (await server.post('token', credentials, { ...flows.basic(service), 'x-test-ip': '198.51.100.7' }))
      .status,
  ).toBe(200)
})

test('a single-page application gets tokens only from its own origins, and its refresh token contains readable claims', async () => {
  const page = await givenApplication(server.db, {
    kind: 'SINGLE_PAGE',
    origins: ['https://app.example.com'],
  })
  const account = await setUpAccount(server.db)
  const browser = createBrowser(server.url)
  await browser.signIn(account)
  const trade = async (origin: string) => {
    const { code, verifier } = await flows.code(browser, page, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    return server.post(
      'token',
      {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        client_id: page.id,
      },
      { origin },
    )
  }
  for (const origin of ['https://app.example.com', 'https://portal.example.com']) {
    const answer = await trade(origin)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    const { refresh_token } = (await answer.json()) as { refresh_token: string }
    expect(claimsOf(refresh_token)).toMatchObject({ sub: account.id })
    const next = await flows.tokens(page, { grant_type: 'refresh_token', refresh_token })
    expect(next.status).toBe(200)
    // The server ignores the claims in the middle part of the refresh token.
    const [head, , token] = required(next.body.refresh_token, 'refresh_token').split('.')
    expect(
      (await flows.tokens(page, { grant_type: 'refresh_token', refresh_token: `${head}.e30.${token}` }))
        .status,
    ).toBe(200)
  }
  const refused = await trade('https://evil.example')
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, null])
  expect(refused.headers.get('access-control-allow-credentials')).toBeNull()
})

test('does not allow unregistered origins to send credentials in preflight requests or for public documents', async () => {
  await givenApplication(server.db, { kind: 'SINGLE_PAGE', origins: ['https://pages.example.com'] })
  const credentialsAt = async (path: string, origin: string, method = 'OPTIONS') => {
    const headers = { origin, 'access-control-request-method': 'POST' }
    const answer = await fetch(server.issuer + path, { method, headers })
    return answer.headers.get('access-control-allow-credentials')
  }
  const connect = '/protocol/openid-connect'
  for (const path of [`${connect}/token`, `${connect}/ext/par/request`]) {
    expect(await credentialsAt(path, 'https://evil.example')).toBeNull()
    expect(await credentialsAt(path, 'https://pages.example.com')).toBe('true')
  }
  for (const path of [`${connect}/certs`, '/.well-known/openid-configuration'])
    for (const method of ['OPTIONS', 'GET'])
      expect(await credentialsAt(path, 'https://evil.example', method)).toBeNull()
})

test('returns a state parameter of 2,000 characters unchanged, and rejects a state of 40,000 characters', async () => {
  const portal = await givenApplication(server.db)
  const browser = createBrowser(server.url)
  await browser.signIn(await setUpAccount(server.db))
  const state = 'x'.repeat(2_000)
  const { back } = await flows.code(browser, portal, { state })
  expect(back.searchParams.get('state')).toBe(state)
  const answer = await browser.visit(flows.authorize(portal, { state: 'x'.repeat(40_000) }).url)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})
