import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { newId } from '../core/id.ts'
import type { Person, Tokens } from '../testing/app.ts'
import { createFlows, givenApplication, redirectUri } from '../testing/applications.ts'
import { createBrowser } from '../testing/browser.ts'
import { ask, givenPerson, outcome } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests who can change where the codes and tokens of an application are sent.

const app = useApp({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' })
const admin = useAdmin(app)
let manager: Person
beforeAll(async () => {
  manager = await givenPerson(app, ['application_management'])
})

const rowOf = (id: string) =>
  app.db.query.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const update = (id: string, more: string) => `mutation { updateApplication(id: "${id}", ${more}) { id } }`
const evil = '"https://evil.example/"'
const hook = '"https://127.0.0.1/"'

test('lets only an administrator change a first-party application', async () => {
  const { id } = await givenApplication(app.db)
  const page = await givenApplication(app.db, { kind: 'SINGLE_PAGE' })
  const before = await rowOf(id)
  const secrets = () =>
    app.db.query.selectFrom('application_secret').selectAll().where('application_id', '=', id).execute()
  const held = await secrets()
  const create = `createWebhook(applicationId: "${id}", url: ${hook}, events: ["account.disabled"])`
  const { webhook } = await ask(app, admin, `mutation { ${create} { webhook { id } } }`)
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const calls = [
    update(id, `redirectUris: [${evil}]`),
    update(id, `postLogoutRedirectUris: [${evil}]`),
    update(id, `input: { resources: [${evil}] }`),
    update(id, `input: { backchannelLogoutUri: ${evil} }`),
    update(page.id, 'input: { origins: ["https://evil.example"] }'),
    update(id, 'input: { scopes: ["openid"] }'),
    update(id, `input: { jwks: { keys: [{ kty: "EC", crv: "P-256", x: "${key.x}", y: "${key.y}" }] } }`),
    update(id, 'enabled: false'),
    update(id, 'firstParty: false'),
    `mutation { rotateApplicationSecret(id: "${id}") { secret } }`,
    `mutation { revokeApplicationSecret(id: "${id}", secretId: "${first(held, 'held').id}") { id } }`,
    `mutation { ${create} { secret } }`,
    `mutation { updateWebhook(id: "${webhook.id}", url: "https://127.0.0.1/other") { id } }`,
    `mutation { rotateWebhookSecret(id: "${webhook.id}") { secret } }`,
    `mutation { deleteWebhook(id: "${webhook.id}") }`,
    `mutation { deleteApplication(id: "${id}") }`,
  ]
  const outcomes = []
  for (const call of calls) outcomes.push([call, await outcome(app, manager, call)])
  expect(outcomes).toEqual(calls.map((call) => [call, 'FORBIDDEN']))
  expect(await rowOf(id)).toEqual(before)
  expect(await secrets()).toEqual(held)
  expect(await outcome(app, admin, update(id, `redirectUris: [${evil}]`))).toBe('done')
})

test('returns whether the viewer can change where the codes of an application are sent', async () => {
  const own = await givenApplication(app.db)
  const other = await givenApplication(app.db, { first_party: false })
  const can = async (person: Tokens, id: string) => {
    const { body } = await app.graphql(
      person.access_token,
      `{ getApplication(id: "${id}") { viewerCan { changeRecipients } } }`,
    )
    return body.data?.getApplication.viewerCan.changeRecipients
  }
  expect([await can(manager, own.id), await can(manager, other.id)]).toEqual([false, true])
  expect([await can(admin, own.id), await can(admin, other.id)]).toEqual([true, true])
})

test('asks users for consent again after a redirect URI has been added to an application', async () => {
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/realms/reeve/protocol/openid-connect/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
    })
  const flows = createFlows({ url: app.url, issuer: `${app.url}/realms/reeve`, post })
  const other = 'https://other.example/callback'
  const board = await givenApplication(app.db, { first_party: false, redirect_uris: [redirectUri, other] })
  const { phone, password } = await givenPerson(app)
  const browser = createBrowser(app.url)
  await browser.signIn({ username: phone, password })
  const open = () => browser.follow(flows.authorize(board, { scope: 'openid profile' }).url)
  const isAsked = async () => (await open()).pathname.startsWith('/continue/')
  const allow = async () =>
    browser.follow(required((await browser.answer(await open(), { step: 'consent' })).next, 'next'))
  await allow()
  expect(await isAsked()).toBe(false)
  // Removing a redirect URI does not invalidate earlier consent.
  await ask(app, manager, update(board.id, `redirectUris: ["${redirectUri}"]`))
  expect(await isAsked()).toBe(false)
  await ask(app, manager, update(board.id, `redirectUris: ["${redirectUri}", ${evil}]`))
  expect(await isAsked()).toBe(true)
  await allow()
  expect(await isAsked()).toBe(false)
})

test('rejects resources of a service that are URLs of this server or belong to another service', async () => {
  const create = (resource: string, kind = 'SERVICE') =>
    app.graphql(
      manager.access_token,
      `mutation { createApplication(kind: ${kind}, name: "${newId()}", input: { resources: ["${resource}"] }) { application { id } } }`,
    )
  const fault = async (...call: Parameters<typeof create>) =>
    (await create(...call)).body.errors?.[0].extensions.fields['input.resources']
  expect(await fault(`${app.url}/realms/reeve`)).toBe('不能使用平台自己的地址')
  expect(await fault(`${app.url}/`)).toBe('不能使用平台自己的地址')
  const { body } = await create('https://orders.example/')
  const { id } = body.data.createApplication.application
  expect(await fault('https://orders.example/')).toBe('该地址已属于另一个服务')
  // Applications of another kind can request the resource of a service.
  expect(await fault('https://orders.example/', 'DEVICE')).toBeUndefined()
  const more = 'input: { resources: ["https://orders.example/", "https://stock.example/"] }'
  expect(await outcome(app, manager, update(id, more))).toBe('done')
})

test('refuses one of two services that register the same resource at the same time', async () => {
  const create = () =>
    outcome(
      app,
      manager,
      `mutation { createApplication(kind: SERVICE, name: "${newId()}", input: { resources: ["https://once.example/"] }) { secret } }`,
    )
  expect((await Promise.all([create(), create()])).toSorted()).toEqual(['BAD_INPUT', 'done'])
  const services = await Promise.all([1, 2].map(() => givenApplication(app.db, { kind: 'SERVICE' })))
  for (let round = 0; round < 5; round += 1) {
    const resources = `input: { resources: ["https://once.example/${round}"] }`
    const outcomes = services.map(({ id }) => outcome(app, admin, update(id, resources)))
    expect((await Promise.all(outcomes)).toSorted()).toEqual(['BAD_INPUT', 'done'])
  }
})

test('refuses back-channel logout URLs in private networks', async () => {
  const { id } = await givenApplication(app.db, { first_party: false })
  for (const address of ['https://10.1.2.3/out', 'http://[::1]/out', 'https://[fd00::1]/out']) {
    const { body } = await app.graphql(
      manager.access_token,
      update(id, `input: { backchannelLogoutUri: "${address}" }`),
    )
    expect([address, body.errors?.[0].extensions.fields['input.backchannelLogoutUri']]).toEqual([
      address,
      expect.stringContaining('REEVE_WEBHOOK_NETWORKS'),
    ])
  }
  expect((await rowOf(id)).backchannel_logout_uri).toBeNull()
})

test('refuses RSA keys with fewer than 2048 bits', async () => {
  const { id } = await givenApplication(app.db, { first_party: false })
  const call =
    'mutation ($id: ID!, $jwks: JSON) { updateApplication(id: $id, input: { jwks: $jwks }) { id } }'
  const set = (bits: number) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
    return app.graphql(manager.access_token, call, {
      id,
      jwks: { keys: [publicKey.export({ format: 'jwk' })] },
    })
  }
  expect((await set(1_024)).body.errors?.[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: { 'input.jwks': 'RSA 密钥至少需要 2048 位' },
  })
  expect((await rowOf(id)).jwks).toBeNull()
  expect((await set(2_048)).body.errors).toBeUndefined()
})
