import type { GraphQLObjectType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { newId } from './core/id.ts'
import { schema } from './schema.ts'
import { adminTokens, newPhone, type Person, type Tokens } from './testing/app.ts'
import { givenApplication } from './testing/applications.ts'
import { newDevice } from './testing/devices.ts'
import { codeOf, withTotp } from './testing/factors/totp.ts'
import { ask, contact, givenPerson, organization, outcome } from './testing/organizations.ts'
import { everything } from './testing/touched.ts'
import { useApp } from './testing/use-app.ts'

// Tests that every mutation with an effect that requires a proof of identity is rejected if the latest proof
// is too old.

const app = useApp({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' })
const password = '"seven quiet rivers"'
const address = '"https://127.0.0.1/"'

type Who = Pick<Tokens, 'access_token'>
type Calls = Record<string, readonly [who: 'admin' | 'owner', call: string]>

let admin: Tokens
let owner: Person
beforeAll(async () => {
  admin = await adminTokens(app)
  owner = await givenPerson(app)
})

const growOld = () =>
  app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .execute()

/** Inserts two identity sources, and links the owner to an identity of the second source. */
async function insertSources() {
  const [sources, identity] = [[newId(), newId()], newId()]
  for (const source of sources)
    await app.db.query
      .insertInto('identity_source')
      .values({
        ...{ id: source, key: source, kind: 'FEISHU', name: '飞书', position: 1, creator_id: owner.id },
        ...{ client_id: 'cli', client_secret: Buffer.alloc(60) },
      })
      .execute()
  await app.db.query
    .insertInto('linked_identity')
    .values({
      id: identity,
      source_id: required(sources[1], 'source'),
      subject: newId(),
      account_id: owner.id,
    })
    .execute()
  return { sources, identity }
}

/** Returns a call for each mutation that declares effects. The call has at least one of these effects. */
async function makeCalls(): Promise<Calls> {
  const [member, other, another] = [await givenPerson(app), await givenPerson(app), await givenPerson(app)]
  const { id, name } = await organization(app, { owner, members: [member] })
  const pending = await organization(app, { owner: other, status: 'PREPARE' })
  const [one, two, rotated, doomed] = await Promise.all([1, 2, 3, 4].map(() => givenApplication(app.db)))
  const service = async () =>
    (
      await ask(
        app,
        owner,
        `mutation { createServiceAccount(tenantId: "${id}", name: "${newId()}", authCodes: []) { application { id } } }`,
      )
    ).application.id as string
  const [disabled, kept, dropped] = [await service(), await service(), await service()]
  await ask(app, owner, `mutation { updateServiceAccount(id: "${disabled}", enabled: false) { id } }`)
  const hook = await ask(
    app,
    owner,
    `mutation { createWebhook(tenantId: "${id}", url: ${address}, events: ["device.moved"]) { webhook { id } } }`,
  )
  const devices = [`effects-${newId().slice(-8)}`, `effects-${newId().slice(-8)}`] as const
  for (const device of devices) await newDevice(app, admin, { id: device, tenantId: id })
  const { id: lost } = await givenPerson(app)
  const { sources, identity } = await insertSources()
  const { rows } = await app.db.execute(`select id from factor where account_id = '${owner.id}'`)
  const contactText = `{ name: "${contact.name}", mobilePhone: "${contact.mobilePhone}" }`
  return {
    askFactorReset: ['admin', `(operatorId: "${lost}")`],
    bindEmail: ['owner', '(email: "a@example.com", emailCode: "000000") { id }'],
    bindMobilePhone: ['owner', `(mobilePhone: "${newPhone()}", mobilePhoneCode: "000000") { id }`],
    changePassword: ['owner', `(password: ${password}, oldPassword: "${owner.password}")`],
    changeTenantOwner: ['owner', `(tenantId: "${id}", operatorId: "${member.id}") { id }`],
    closeAccount: ['owner', `(password: "${owner.password}")`],
    closeOperator: ['admin', `(operatorId: "${other.id}")`],
    confirmFactorReset: ['admin', `(operatorId: "${lost}")`],
    createApplication: ['admin', `(kind: DEVICE, name: "${newId()}") { secret }`],
    createDeviceCredential: ['admin', `(id: "${devices[0]}") { username }`],
    createDeviceCredentials: ['admin', `(ids: ["${devices[1]}"]) { username }`],
    createIdentitySource: [
      'admin',
      '(kind: FEISHU, name: "飞书", clientId: "cli", clientSecret: "hidden") { id }',
    ],
    createPasskey: ['owner', '{ setUp }'],
    createRecoveryCodes: ['owner', '{ codes }'],
    createServiceAccount: ['owner', `(tenantId: "${id}", name: "${newId()}", authCodes: []) { secret }`],
    createTotp: ['owner', '{ setUp }'],
    createWebhook: [
      'owner',
      `(tenantId: "${id}", url: ${address}, events: ["device.moved"]) { webhook { id } }`,
    ],
    deleteApplication: ['admin', `(id: "${required(doomed, 'doomed').id}")`],
    deleteFactor: ['owner', `(id: "${rows[0]?.id}")`],
    deleteIdentitySource: ['admin', `(id: "${sources[0]}")`],
    deleteServiceAccount: ['owner', `(id: "${dropped}")`],
    deleteTenant: ['admin', `(id: "${pending.id}")`],
    linkIdentity: ['owner', `(sourceId: "${sources[1]}") { url }`],
    requireFactorByTenant: ['owner', `(id: "${id}", required: true) { id }`],
    resetPasswordByAdmin: ['admin', `(operatorId: "${member.id}", password: ${password})`],
    rotateApplicationSecret: ['admin', `(id: "${required(rotated, 'rotated').id}") { secret }`],
    rotateServiceAccountSecret: ['owner', `(id: "${kept}") { secret }`],
    rotateSigningKey: ['admin', '(leaked: false) { id }'],
    rotateWebhookSecret: ['owner', `(id: "${hook.webhook.id}") { secret }`],
    saveAuthCodeByOperator: ['admin', `(operatorId: "${another.id}", codes: ["organization_list"]) { id }`],
    setAdmin: ['admin', `(operatorId: "${another.id}", admin: true) { id }`],
    testIdentitySource: ['admin', '(kind: FEISHU, clientId: "cli") { status }'],
    unlinkIdentity: ['owner', `(id: "${identity}")`],
    updateApplication: [
      'admin',
      `(id: "${required(one, 'one').id}", input: { origins: [], scopes: ["openid"] }) { id }`,
    ],
    'updateApplication of addresses': [
      'admin',
      `(id: "${required(two, 'two').id}", redirectUris: ["https://evil.example/"]) { id }`,
    ],
    updateIdentitySource: ['admin', `(id: "${sources[1]}", clientSecret: "another") { id }`],
    updateOperator: ['admin', `(id: "${member.id}", mobilePhone: "${newPhone()}") { id }`],
    updateServiceAccount: ['owner', `(id: "${disabled}", enabled: true) { id }`],
    updateTenant: [
      'admin',
      `(id: "${id}", name: "${name}", areaIds: ["330106"], contact: ${contactText}, uploadAudit: false, ownerId: "${another.id}") { id }`,
    ],
    updateWebhook: ['owner', `(id: "${hook.webhook.id}", url: "https://127.0.0.1/other") { id }`],
  }
}

const send = (calls: Calls, key: string) => {
  const [who, call] = required(calls[key], 'item of calls')
  return outcome(app, { admin, owner }[who] as Who, `mutation { ${key.split(' ')[0]}${call} }`)
}

const mutations = () => Object.values((schema.getType('Mutation') as GraphQLObjectType).getFields())

test('each mutation declares its effects, and these tests call each mutation that has effects', async () => {
  // refreshToken is not declared with mutation(), because it is authenticated by the refresh token itself.
  const declared = mutations().filter(({ name }) => name !== 'refreshToken')
  for (const { name, extensions } of declared)
    expect([name, typeof extensions.effects === 'function' || Array.isArray(extensions.effects)]).toEqual([
      name,
      true,
    ])
  const some = declared.filter(
    ({ extensions: { effects } }) => typeof effects === 'function' || (effects as []).length,
  )
  const tried = new Set(Object.keys(await makeCalls()).map((key) => key.split(' ')[0]))
  expect([...tried].sort()).toEqual(some.map(({ name }) => name).sort())
})

test('an account without a second factor can call most mutations with an old proof of identity', async () => {
  const calls = await makeCalls()
  await growOld()
  const everyone = ['OWN_CREDENTIALS', 'FACTOR_RULES', 'SIGNING_KEYS', 'IDENTITY_SOURCES']
  const own = mutations()
    .filter(
      ({ extensions: { effects } }) =>
        Array.isArray(effects) && effects.some((each) => everyone.includes(each)),
    )
    .map(({ name }) => name)
    .concat('updateIdentitySource', 'unlinkIdentity')
  for (const key of Object.keys(calls)) {
    if (own.includes(key)) continue
    expect([key, await send(calls, key)]).not.toEqual([key, 'REAUTHENTICATE'])
  }
})

test('rejects an old proof of identity for every effect, changes no data, and accepts one new proof for all effects', async () => {
  const secrets: Record<string, string> = {}
  admin = await adminTokens(app)
  owner = await givenPerson(app)
  for (const [name, who] of Object.entries({ admin, owner }))
    secrets[name] = (await withTotp(app, who)).secret
  const calls = await makeCalls()
  await growOld()
  const before = await everything(app.db.query)
  for (const key of Object.keys(calls)) expect([key, await send(calls, key)]).toEqual([key, 'REAUTHENTICATE'])
  expect(await everything(app.db.query)).toEqual(before)
  await app.db.query.updateTable('factor').set({ last_step: null }).execute()
  for (const [name, who] of Object.entries({ admin, owner }))
    await ask(
      app,
      who,
      `mutation { reauthenticate(factor: TOTP, factorCode: "${await codeOf(app.db, required(secrets[name], 'item of secrets'))}") }`,
    )
  for (const key of Object.keys(calls)) {
    if (['closeAccount', 'changePassword'].includes(key)) continue
    expect([key, await send(calls, key)]).not.toEqual([key, 'REAUTHENTICATE'])
  }
})
