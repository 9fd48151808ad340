import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { adminTokens, type Person, startApp } from '../../testing/app.ts'
import { createBrowser } from '../../testing/browser.ts'
import { createSignIns, fragmentOf, givenSource } from '../../testing/identity-sources/sign-ins.ts'
import { ask } from '../../testing/organizations.ts'
import { useApp } from '../../testing/use-app.ts'

// Sign-ins at independent OpenID implementations, and at another Reeve.

const app = useApp({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
let person: Person
beforeAll(async () => {
  person = await app.person()
})

const callback = (key: string) => `${app.url}/realms/reeve/broker/${key}/endpoint`
const client = { id: 'reeve', secret: 'a-secret_of.the~client' }

/** Starts oidc-provider, which signs everybody in without a page. */
async function startOidcProvider(key: string) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: client.id, client_secret: client.secret, redirect_uris: [callback(key)] },
        ...{
          grant_types: ['authorization_code', 'refresh_token'],
          scope: 'openid profile phone offline_access',
        },
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] as never },
    cookies: { keys: ['a-key-for-tests'] },
    claims: { openid: ['sub', 'amr'], profile: ['name'], phone: ['phone_number', 'phone_number_verified'] },
    scopes: ['openid', 'offline_access', 'profile', 'phone'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: async () => ({
        sub: accountId,
        name: '孟思琳',
        phone_number: person.phone,
        phone_number_verified: true,
      }),
    }),
    async loadExistingGrant(ctx) {
      const { session, client: found, provider: own } = ctx.oidc
      const grant = new own.Grant({ accountId: session?.accountId, clientId: found?.clientId })
      grant.addOIDCScope('openid profile phone offline_access')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const details = await provider.interactionDetails(request, response)
    const login = { accountId: 'person-at-the-provider', amr: ['pwd', 'mfa'] }
    details.result = { login } as never
    await details.save(600)
    response.writeHead(303, { location: details.returnTo }).end()
  })
  return {
    issuer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Follows the redirects at a provider until it redirects back. */
async function passProvider(issuer: string, url: URL): Promise<URL> {
  const browser = createBrowser(new URL(issuer).origin)
  let next = url
  for (let hops = 0; next.origin === new URL(issuer).origin && hops < 10; hops += 1) {
    const answer = await browser.visit(next)
    next = new URL(required(answer.headers.get('location'), `location of ${next}`), next)
  }
  return next
}

test('signs in with oidc-provider, and renews its refresh token to check the person', async () => {
  await using provider = await startOidcProvider('oidc')
  await givenSource(app, {
    ...{ key: 'oidc', issuer: provider.issuer, clientId: client.id, clientSecret: client.secret },
    more: 'scopes: ["profile", "phone", "offline_access"], trustFactor: true',
  })
  const visit = async () => {
    const signIns = createSignIns(app)
    const back = await passProvider(provider.issuer, await signIns.begin('oidc'))
    const { broker = '' } = fragmentOf(await signIns.back(back))
    return { signIns, broker }
  }
  const first = await visit()
  expect((await first.signIns.exchange(first.broker)).body).toMatchObject({
    name: '孟思琳',
    ways: ['phone', 'sign_in'],
  })
  const linked = await first.signIns.token({
    ...{
      grant_type: 'password',
      username: person.phone,
      password: person.password,
      broker_ticket: first.broker,
    },
  })
  expect(linked.body.identity_linked).toBe(true)
  const second = await visit()
  const { status, body } = await second.signIns.exchange(second.broker)
  expect(status).toBe(200)
  const { amr } = await app.db.query
    .selectFrom('session')
    .select('amr')
    .where('identity_id', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(amr).toEqual(['fed', 'mfa'])

  const growOld = () =>
    app.db.query
      .updateTable('linked_identity')
      .set({ checked_at: new Date(Date.now() - 3_600_000) })
      .execute()
  for (let run = 0; run < 2; run += 1) {
    await growOld()
    await app.tasks.linked_identity?.run()
    expect((await app.graphql(body.access_token, '{ auth { id } }')).status).toBe(200)
  }
  const grants = await ask(
    app,
    await adminTokens(app),
    '{ queryIdentitySource { key settings { signIns identities } } }',
  )
  expect(grants).toEqual([{ key: 'oidc', settings: { signIns: 1, identities: 1 } }])
}, 60_000)

test('signs in with another Reeve, and ends the session after that Reeve has revoked the tokens', async () => {
  await using upstream = await startApp()
  const employee = await upstream.person({ nickName: '孟思琳' })
  const { application, secret } = await ask(
    upstream,
    await adminTokens(upstream),
    `mutation { createApplication(kind: SERVER, name: "子公司", firstParty: true, redirectUris: ["${callback('group')}"],
      input: { scopes: ["openid", "profile", "phone", "offline_access"] }) { application { clientId } secret } }`,
  )
  await givenSource(app, {
    ...{
      key: 'group',
      issuer: `${upstream.url}/realms/reeve`,
      clientId: application.clientId,
      clientSecret: secret,
    },
    more: 'firstSignIn: CREATE, scopes: ["profile", "phone", "offline_access"]',
  })
  const checks = await ask(
    app,
    await adminTokens(app),
    `mutation { testIdentitySource(id: "${await idOf('group')}") { status } }`,
  )
  expect(checks.map(({ status }: { status: string }) => status)).toEqual(['OK', 'OK', 'SKIPPED'])

  const atUpstream = createBrowser(upstream.url)
  await atUpstream.signIn({ username: employee.phone, password: employee.password })
  const signIns = createSignIns(app)
  const page = await atUpstream.follow(await signIns.begin('group'))
  // The application is new in this browser, so Reeve asks the user to continue.
  const back = page.pathname.startsWith('/continue/')
    ? await atUpstream.follow(required((await atUpstream.answer(page, { step: 'login' })).next, 'next'))
    : page
  const { broker = '' } = fragmentOf(await signIns.back(back))
  const { status, body } = await signIns.exchange(broker, { create: 'true' })
  expect([status, body.new_account]).toEqual([200, true])
  const auth = await ask(
    app,
    body,
    '{ auth { name profile { mobilePhone } identities { name source { key } } } }',
  )
  expect(auth).toEqual({
    ...{ name: '孟思琳', profile: { mobilePhone: employee.phone } },
    identities: [{ name: '孟思琳', source: { key: 'group' } }],
  })

  const check = async () => {
    await app.db.query
      .updateTable('linked_identity')
      .set({ checked_at: new Date(Date.now() - 3_600_000) })
      .execute()
    await app.tasks.linked_identity?.run()
    return (await app.graphql(body.access_token, '{ auth { id } }')).status
  }
  expect(await check()).toBe(200)
  await ask(
    upstream,
    await adminTokens(upstream),
    `mutation { invalidOperator(id: "${employee.id}") { id } }`,
  )
  expect(await check()).toBe(401)
}, 60_000)

const idOf = async (key: string): Promise<string> =>
  (
    await app.db.query
      .selectFrom('identity_source')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
  ).id

test('leads the users of an application directly to the source that it names', async () => {
  await using upstream = await startApp()
  await givenSource(app, {
    ...{ key: 'direct', issuer: `${upstream.url}/realms/reeve`, clientId: 'x', clientSecret: 'x' },
  })
  const { application } = await ask(
    app,
    await adminTokens(app),
    `mutation { createApplication(kind: SERVER, name: "门户", firstParty: true, redirectUris: ["https://portal.example.com/callback"]) { application { clientId } } }`,
  )
  const authorize = (hint: string) =>
    `/realms/reeve/protocol/openid-connect/auth?${new URLSearchParams({
      ...{ client_id: application.clientId, response_type: 'code', scope: 'openid', kc_idp_hint: hint },
      ...{ redirect_uri: 'https://portal.example.com/callback', login_hint: 'meng@example.com' },
    })}`
  const browser = createBrowser(app.url)
  const url = await browser.follow(authorize('direct'))
  expect([url.origin, url.pathname]).toEqual([upstream.url, '/realms/reeve/protocol/openid-connect/auth'])
  expect(url.searchParams.get('login_hint')).toBe('meng@example.com')
  const unknown = await createBrowser(app.url).follow(authorize('unknown'))
  expect(unknown.pathname).toMatch(/^\/continue\//)

  // A user with a session is not sent to the provider again.
  await browser.signIn({ username: person.phone, password: person.password })
  expect((await browser.follow(authorize('direct'))).host).toBe('portal.example.com')
}, 60_000)
