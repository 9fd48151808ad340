import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../testing/app.ts'
import { createBrowser } from '../../testing/browser.ts'
import { type OpenidServer, startOpenidServer } from '../../testing/identity-sources/openid.ts'
import {
  createSignIns,
  fragmentOf,
  givenSource,
  linkBySignIn,
} from '../../testing/identity-sources/sign-ins.ts'
import { ask } from '../../testing/organizations.ts'
import { useApp } from '../../testing/use-app.ts'

// Sign-ins with the identity of an OpenID provider.

const app = useApp({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
let provider: OpenidServer
const settings = () => ({
  ...{ issuer: provider.issuer, clientId: provider.client.id, clientSecret: provider.client.secret },
})
beforeAll(async () => {
  provider = await startOpenidServer()
  await givenSource(app, { key: 'sso', name: '集团统一认证', ...settings() })
  await givenSource(app, { key: 'later', ...settings(), more: 'firstSignIn: SIGN_IN' })
})
afterAll(() => provider[Symbol.asyncDispose]())

let people = 0
let person: Person
let subject: string
beforeEach(async () => {
  person = await app.person()
  subject = `subject-${++people}`
  provider.hooks.person = { sub: subject, name: '孟思琳' }
})

test('sends state, nonce and PKCE challenge to the provider', async () => {
  const url = await createSignIns(app).begin('sso', { login_hint: 'mengsilin' })
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ client_id: 'reeve', response_type: 'code', scope: 'openid profile email phone' },
    redirect_uri: `${app.url}/realms/reeve/broker/sso/endpoint`,
    ...{ state: expect.stringMatching(/^[0-9a-f]{64}$/), nonce: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ...{ code_challenge: expect.stringMatching(/^[\w-]{43}$/), code_challenge_method: 'S256' },
    login_hint: 'mengsilin',
  })
})

test('requires a new sign-in at the provider if the console requests it', async () => {
  const { searchParams } = await createSignIns(app).begin('sso', { prompt: 'login' })
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
})

test('links an unknown identity when the user signs in with a password, and signs in with it afterwards', async () => {
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('sso')
  expect(await signIns.exchange(ticket)).toEqual({
    status: 400,
    body: {
      ...{ error: 'identity_unlinked', ticket, name: '孟思琳', phone: null, ways: ['sign_in'] },
      error_description: '您的“集团统一认证”身份尚未关联账号',
      source: { key: 'sso', name: '集团统一认证', kind: 'OIDC', icon: null },
    },
  })
  const linked = await signIns.token({
    ...{ grant_type: 'password', username: person.phone, password: person.password, broker_ticket: ticket },
  })
  expect(linked).toMatchObject({ status: 200, body: { identity_linked: true } })

  const { status, body } = await createSignIns(app).signIn('sso')
  expect(status).toBe(200)
  const auth = await ask(
    app,
    body,
    '{ auth { id identities { name lastUseDateTime source { key } } profile { sessions { identitySource { key } } } } }',
  )
  expect(auth).toMatchObject({
    ...{ id: person.id, identities: [{ name: '孟思琳', source: { key: 'sso' } }] },
    profile: { sessions: expect.arrayContaining([{ identitySource: { key: 'sso' } }]) },
  })
  expect(auth.identities[0].lastUseDateTime).not.toBeNull()
})

test('opens the page that required the sign-in', async () => {
  const redirect = '/organizational-management/member-management?page=2'
  const page = await createSignIns(app).visit('sso', { redirect })
  expect([page.origin, page.pathname, page.searchParams.get('redirect')]).toEqual([
    app.url,
    '/login',
    redirect,
  ])
})

test.each([
  ['another site', 'https://evil.example/'],
  ['a URL without scheme', '//evil.example/'],
  ['a URL with a backslash', '/\\evil.example/'],
  ['a URL with both slashes', '/\\/evil.example'],
  ['a path that becomes a URL without scheme', '/.//evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a path with a line break', '/x\r\n//evil.example'],
  ['a very long path', `/${'x'.repeat(3_000)}`],
])('does not redirect to %s', async (_what, redirect) => {
  const page = await createSignIns(app).visit('sso', { redirect })
  expect([page.origin, page.pathname, page.search]).toEqual([app.url, '/login', ''])
})

test('returns the URL of the provider as JSON to a page of the console', async () => {
  const answer = await createBrowser(app.url).visit('/realms/reeve/broker/sso/login', {
    headers: { accept: 'application/json' },
  })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await answer.json()).url).toMatch(`${provider.issuer}/authorize?`)
  expect(answer.headers.get('set-cookie')).toMatch(
    /^reeve_broker_[0-9a-f]{8}=[0-9a-f]{64}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
})

test('accepts a redirect back only in the browser in which the sign-in began', async () => {
  const url = await createSignIns(app).atProvider(await createSignIns(app).begin('sso'))
  expect(fragmentOf(await createSignIns(app).back(url))).toEqual({ broker_error: 'expired', source: 'sso' })
})

test('accepts a redirect back only once', async () => {
  const signIns = createSignIns(app)
  const url = await signIns.atProvider(await signIns.begin('sso'))
  expect(fragmentOf(await signIns.back(url))).toHaveProperty('broker')
  expect(fragmentOf(await signIns.back(url))).toEqual({ broker_error: 'expired', source: 'sso' })
})

test('accepts a ticket only once, and only in the same browser', async () => {
  await linkBySignIn(app, 'sso', person)
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('sso')
  expect(await createSignIns(app).exchange(ticket)).toMatchObject({
    ...{ status: 400, body: { error: 'expired_token', error_description: '登录已超时，请重新开始' } },
  })
  expect((await signIns.exchange(ticket)).status).toBe(200)
  expect((await signIns.exchange(ticket)).body.error).toBe('expired_token')
})

test('does not accept a redirect back to another source', async () => {
  const signIns = createSignIns(app)
  const url = await signIns.atProvider(await signIns.begin('sso'))
  url.pathname = url.pathname.replace('/sso/', '/later/')
  expect(fragmentOf(await signIns.back(url))).toEqual({ broker_error: 'expired', source: 'later' })
})

test('supports sign-ins in several tabs at the same time', async () => {
  await linkBySignIn(app, 'sso', person)
  const signIns = createSignIns(app)
  const urls = [await signIns.begin('sso'), await signIns.begin('sso'), await signIns.begin('sso')]
  for (const url of urls) {
    const { broker = '' } = fragmentOf(await signIns.back(await signIns.atProvider(url)))
    expect((await signIns.exchange(broker)).status).toBe(200)
  }
})

test('deletes the cookies of abandoned sign-ins', async () => {
  const signIns = createSignIns(app)
  for (let count = 0; count < 20; count += 1) await signIns.begin('sso')
  expect(signIns.browser.jar.size).toBeLessThanOrEqual(8)
})

test('never links by an email address or phone number that the provider reports', async () => {
  provider.hooks.person = {
    ...{ sub: subject, phone_number: person.phone, phone_number_verified: true },
    ...{ email: 'a@example.com', email_verified: true },
  }
  await app.db.query
    .updateTable('account')
    .set({ email: 'a@example.com', email_verified: true })
    .where('id', '=', person.id)
    .execute()
  for (const key of ['sso', 'later'])
    expect((await createSignIns(app).signIn(key)).body).toMatchObject({ error: 'identity_unlinked' })
  const rows = await app.db.query
    .selectFrom('linked_identity')
    .select('id')
    .where('account_id', '=', person.id)
    .execute()
  expect(rows).toEqual([])
})

test('records sign-ins in the audit log with their source', async () => {
  await linkBySignIn(app, 'sso', person)
  const { body } = await createSignIns(app).signIn('sso')
  const { data } = await ask(
    app,
    body,
    `{ queryAuditEvent(tenantId: "${person.id}", pageSize: 20) { data { action changes } } }`,
  )
  expect(data).toEqual(
    expect.arrayContaining([
      { action: 'SignIn', changes: { source: [null, '集团统一认证'] } },
      { action: 'LinkIdentity', changes: { identity: [null, '集团统一认证'] } },
    ]),
  )
})

test('lists enabled sources in the configuration of the console', async () => {
  const config = (await (await fetch(`${app.url}/config.json`)).json()) as { identitySources: unknown[] }
  expect(config.identitySources).toContainEqual({
    ...{ key: 'sso', name: '集团统一认证', kind: 'OIDC', icon: null },
  })
})
