import type { ServerResponse } from 'node:http'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageText } from '../../../contract/errors.ts'
import { type Person, startApp } from '../../testing/app.ts'
import { json } from '../../testing/http-server.ts'
import { type OpenidServer, startOpenidServer } from '../../testing/identity-sources/openid.ts'
import {
  createSignIns,
  fragmentOf,
  givenSource,
  linkBySignIn,
} from '../../testing/identity-sources/sign-ins.ts'
import { useApp } from '../../testing/use-app.ts'

// Providers that respond wrongly, slowly or not at all, and attacks on sign-ins.

const app = useApp({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
let provider: OpenidServer
let other: OpenidServer
let person: Person
const settings = ({ issuer, client }: OpenidServer) => ({
  ...{ issuer, clientId: client.id, clientSecret: client.secret },
})
beforeAll(async () => {
  provider = await startOpenidServer()
  other = await startOpenidServer()
  await givenSource(app, { key: 'sso', ...settings(provider) })
  await givenSource(app, { key: 'other', ...settings(other) })
  person = await app.person()
  provider.hooks.person = { sub: 'person' }
  await linkBySignIn(app, 'sso', person)
})
afterAll(async () => {
  await provider[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})
beforeEach(() => {
  Object.assign(provider.hooks, {
    ...{ person: { sub: 'person' }, redirect: () => {}, idToken: (claims: object) => claims },
    ...{ instead: {}, userinfo: undefined },
  })
})

/** Signs in and returns the reason of the failure, or an empty string. */
const reasonOf = async (key = 'sso') => fragmentOf(await createSignIns(app).visit(key)).broker_error ?? ''
/** Whether a sign-in with the password succeeds. */
const passwordWorks = async () =>
  (await app.token({ grant_type: 'password', username: person.phone, password: person.password })).status ===
  200

test('accepts the unchanged responses of the provider', async () => {
  expect(await reasonOf()).toBe('')
})

test.each([
  ['another nonce', { nonce: 'f'.repeat(64) }],
  ['no nonce', { nonce: undefined }],
  ['another issuer', { iss: 'https://other.example' }],
  ['another audience', { aud: 'another-client' }],
  ['an expired token', { exp: Math.floor(Date.now() / 1_000) - 600 }],
])('refuses an ID token with %s', async (_what, change) => {
  provider.hooks.idToken = (claims) => ({ ...claims, ...change })
  expect(await reasonOf()).toBe('invalid')
})

test('refuses an ID token that another key signed', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const signed = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(privateKey)
  const signIns = createSignIns(app)
  const url = await signIns.begin('sso')
  const now = Math.floor(Date.now() / 1_000)
  const token = await signed({
    ...{ iss: provider.issuer, aud: 'reeve', sub: 'person', nonce: url.searchParams.get('nonce') },
    ...{ iat: now, exp: now + 300 },
  })
  provider.hooks.instead['/token'] = (response: ServerResponse) =>
    json(response, { access_token: 'x', token_type: 'Bearer', id_token: token })
  const page = await signIns.back(await signIns.atProvider(url))
  expect(fragmentOf(page)).toEqual({ broker_error: 'invalid', source: 'sso' })
})

test('refuses userinfo about another person', async () => {
  provider.hooks.userinfo = { sub: 'somebody-else', phone_number: person.phone }
  expect(await reasonOf()).toBe('invalid')
})

test.each([
  ['of another provider', (params: URLSearchParams) => params.set('iss', other.issuer)],
  ['that is missing', (params: URLSearchParams) => params.delete('iss')],
])(
  'refuses a redirect back with an issuer %s, because the code may belong to another provider',
  async (_what, redirect) => {
    provider.hooks.redirect = redirect
    expect(await reasonOf()).toBe('invalid')
  },
)

test('refuses a code that was issued for another sign-in', async () => {
  // The attacker signs in as themselves and injects their code into the victim's sign-in.
  const attacker = await createSignIns(app).atProvider(await createSignIns(app).begin('sso'))
  const victim = createSignIns(app)
  const url = await victim.atProvider(await victim.begin('sso'))
  url.searchParams.set('code', String(attacker.searchParams.get('code')))
  expect(fragmentOf(await victim.back(url)).broker_error).toBe('invalid')
})

test('reports that the user has canceled the sign-in', async () => {
  provider.hooks.redirect = (params) => {
    params.delete('code')
    params.set('error', 'access_denied')
  }
  expect(await reasonOf()).toBe('denied')
})

test.each<[string, string, string, (response: ServerResponse) => void]>([
  ['nonsense', 'invalid', '/token', (response) => response.end('<html>')],
  ['an array', 'invalid', '/token', (response) => json(response, [])],
  [
    'no ID token',
    'invalid',
    '/token',
    (response) => json(response, { access_token: 'x', token_type: 'Bearer' }),
  ],
  [
    'a redirect',
    'invalid',
    '/token',
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  ],
  ['an endless response', 'invalid', '/userinfo', (response) => response.end('x'.repeat(300 * 1_024))],
  ['a server error', 'unavailable', '/token', (response) => json(response, { error: 'server_error' }, 503)],
  ['a closed connection', 'unavailable', '/token', (response) => response.destroy()],
  ['a refused client', 'config', '/token', (response) => json(response, { error: 'invalid_client' }, 401)],
])('reports %s of the provider as “%s”, and passwords still work', async (_what, reason, path, respond) => {
  provider.hooks.instead[path] = respond
  expect(await reasonOf()).toBe(reason)
  expect(await passwordWorks()).toBe(true)
})

test('reports an unreachable provider before the browser leaves, and hides it after three failures', async () => {
  const gone = await startOpenidServer()
  const down = { ...settings(gone), key: 'down' }
  await gone[Symbol.asyncDispose]()
  await givenSource(app, down)
  const visit = () =>
    fetch(`${app.url}/realms/reeve/broker/down/login`, {
      headers: { accept: 'application/json', 'accept-language': 'en' },
    })
  const answer = await visit()
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      error: 'temporarily_unavailable',
      error_description: messageText('identity.unavailable', 'en-US'),
    },
  ])
  await visit()
  await visit()
  const { failures, failing_since } = await app.db.query
    .selectFrom('identity_source')
    .select(['failures', 'failing_since'])
    .where('key', '=', 'down')
    .executeTakeFirstOrThrow()
  expect([failures, failing_since]).toEqual([3, expect.any(Date)])
  await app.tasks.linked_identity?.run()
  expect(await passwordWorks()).toBe(true)
})

test('stops waiting for a slow provider', async () => {
  provider.hooks.instead['/token'] = () => {}
  expect(await reasonOf()).toBe('unavailable')
}, 20_000)

test('does not call a provider in a private network that the operator has not allowed', async () => {
  // The networks of webhooks do not apply to providers.
  await using closed = await startApp({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' })
  await givenSource(closed, { key: 'sso', ...settings(provider) })
  const before = provider.received.length
  const page = await createSignIns(closed).begin('sso')
  expect(fragmentOf(page)).toEqual({ broker_error: 'unavailable', source: 'sso' })
  expect(provider.received.length).toBe(before)
}, 60_000)

test('writes no secret of a sign-in into the log', async () => {
  const signIns = createSignIns(app)
  const url = await signIns.begin('sso')
  const back = await signIns.atProvider(url)
  const { broker = '' } = fragmentOf(await signIns.back(back))
  const { body } = await signIns.exchange(broker)
  provider.hooks.instead['/token'] = (response: ServerResponse) =>
    json(response, { error: 'invalid_grant' }, 400)
  await reasonOf()
  const secrets = [
    provider.client.secret,
    ...['state', 'nonce', 'code_challenge'].map((name) => String(url.searchParams.get(name))),
    String(back.searchParams.get('code')),
    ...[broker, body.access_token, body.refresh_token],
    ...[...signIns.browser.jar.values()].map(({ value }) => value),
  ].filter(Boolean)
  const log = app.log.join('\n')
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  expect(log).toContain('sign-in with an identity source failed')
})

test('stores secrets encrypted', async () => {
  await createSignIns(app).begin('sso')
  const rows = await app.db.query.selectFrom('identity_source').select('client_secret').execute()
  const started = await app.db.query.selectFrom('broker_sign_in').select('secrets').execute()
  expect(started.length).toBeGreaterThan(0)
  for (const { client_secret } of rows) expect(client_secret.includes(provider.client.secret)).toBe(false)
  for (const { secrets } of started) expect(secrets.includes('verifier')).toBe(false)
})
