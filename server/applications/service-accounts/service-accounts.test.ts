import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/id.ts'
import type { Person } from '../../testing/app.ts'
import {
  claimsOf,
  createFlows,
  givenServiceAccount,
  type TestApplication,
  tokenOf,
} from '../../testing/applications.ts'
import { close, closeAndErase } from '../../testing/closing.ts'
import { newDevice } from '../../testing/devices.ts'
import { ask, givenPerson, member, organization, outcome, people } from '../../testing/organizations.ts'
import { openStream } from '../../testing/stream.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests which permissions service accounts have and when they lose them.

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let tenantId: string
let flows: ReturnType<typeof createFlows>

beforeAll(async () => {
  owner = await givenPerson(app)
  tenantId = (await organization(app, { owner })).id
  const issuer = `${app.url}/realms/reeve`
  flows = createFlows({
    url: app.url,
    issuer,
    post: (path, form, headers = {}) =>
      fetch(`${issuer}/protocol/openid-connect/${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      }),
  })
})

const create = `mutation m($tenantId: ID!, $name: String! = "数据同步", $authCodes: [String!]! = ["data_view"], $roles: [PalgoRole!]! = []) {
  createServiceAccount(tenantId: $tenantId, name: $name, authCodes: $authCodes, roles: $roles) {
    secret application { id clientId kind enabled tenant { id } roles authCodes redirectUris secrets { hint } } } }`

/** Creates a service account, by default as the owner, and returns it with its secret. */
async function made(more: Record<string, unknown> = {}, who = owner) {
  const { application, secret } = await ask(app, who, create, { tenantId, name: newId(), ...more })
  return { ...application, secret } as TestApplication & { authCodes: string[]; clientId: string }
}

const devices = (id: string) => `{ queryDevice(tenantId: "${id}") { count data { id } } }`
const as = (access_token: string) => ({ access_token })
const status = async (token: string) => (await app.graphql(token, devices(tenantId))).status

test('creates a service account with the requested permissions and shows its secret once', async () => {
  const { application, secret } = await ask(app, owner, create, {
    tenantId,
    roles: ['OPERATOR', 'VIEWER'],
    authCodes: ['data_download', 'data_view', 'data_view'],
  })
  expect(application).toMatchObject({
    ...{ clientId: application.id, kind: 'SERVICE', enabled: true, tenant: { id: tenantId } },
    // The permission codes are returned in the order of the catalogue, without duplicates.
    authCodes: ['data_view', 'data_download'],
    secrets: [{ hint: secret.slice(-4) }],
  })
  expect([...application.roles].sort()).toEqual(['OPERATOR', 'VIEWER'])
  const claims = claimsOf(await tokenOf(app, { id: application.id, secret }))
  expect(claims).toMatchObject({
    ...{ sub: application.id, client_id: application.id, aud: `${app.url}/realms/reeve` },
    organization: {
      ...{ id: tenantId, owner: false, manager: false },
      ...{ roles: application.roles, auth_codes: application.authCodes },
    },
  })
  const list = `{ listServiceAccount(tenantId: "${tenantId}") { id } queryApplication: __typename }`
  expect((await app.graphql(owner.access_token, list)).body.data.listServiceAccount).toContainEqual({
    id: application.id,
  })
  // Service accounts are not among the platform's applications.
  expect(await ask(app, admin, `{ getApplication(id: "${application.id}") { id } }`)).toBe(null)
  const stored = await sql`select to_jsonb(application_secret)::text as row from application_secret`.execute(
    app.db.query,
  )
  expect(JSON.stringify(stored.rows)).not.toContain(secret)
})

test('a certified organization can create a limited number of service accounts, with valid permission codes only', async () => {
  const call = (more: object) => outcome(app, owner, create, { tenantId, ...more })
  expect(await call({ authCodes: ['account_management'] })).toBe('BAD_INPUT')
  expect(await call({ authCodes: ['no_such_code'] })).toBe('BAD_INPUT')
  expect(await call({ name: ' ' })).toBe('BAD_INPUT')
  expect(await call({ tenantId: owner.id })).toBe('CONFLICT')
  const pending = await organization(app, { owner, status: 'PREPARE' })
  expect(await outcome(app, admin, create, { tenantId: pending.id })).toBe('CONFLICT')
  const full = await organization(app, { owner })
  await app.db.query
    .insertInto('application')
    .values(
      Array.from({ length: 50 }, (_, index) => ({
        id: sql<string>`gen_random_uuid()`,
        ...{ kind: 'SERVICE', name: `${index}`, tenant_id: full.id },
      })),
    )
    .execute()
  expect(await call({ tenantId: full.id })).toBe('CONFLICT')
})

test('a service account with data_view can read only the devices and events of its organization', async () => {
  const other = await organization(app, { owner })
  const [own, others] = [{ id: `sa-own-${tenantId}` }, { id: `sa-other-${tenantId}` }]
  await newDevice(app, admin, { ...own, tenantId })
  await newDevice(app, admin, { ...others, tenantId: other.id })
  const service = as(await tokenOf(app, await made()))
  expect((await ask(app, service, devices(tenantId))).data).toEqual([own])
  const one = (id: string) =>
    `{ device(id: "${id}") { id tenant { id name } validDays viewerCan { manage statuses } credentialDateTime } }`
  expect(await ask(app, service, one(own.id))).toMatchObject({
    tenant: { id: tenantId },
    viewerCan: { manage: false, statuses: [] },
    credentialDateTime: null,
  })
  expect(await ask(app, service, one(others.id))).toBe(null)
  const connections = (id: string) => `{ queryDeviceConnection(deviceId: "${id}") { count } }`
  expect(await outcome(app, service, connections(own.id))).toBe('done')
  expect(await outcome(app, service, connections(others.id))).toBe('NOT_FOUND')
  const feed = (id: string) => `{ queryEvent(tenantId: "${id}") { next data { type } } }`
  expect(await outcome(app, service, feed(tenantId))).toBe('done')
  for (const call of [
    devices(other.id),
    feed(other.id),
    '{ queryEvent { next } }',
    '{ queryDevice { count } }',
  ])
    expect([call, await outcome(app, service, call)]).toEqual([call, 'FORBIDDEN'])
  // Nested fields do not return account data either, even if their parent object is readable.
  for (const fields of [
    'owner { id }',
    'contact { name }',
    'statistics { operatorCount }',
    'creator { id }',
  ]) {
    const call = `{ device(id: "${own.id}") { tenant { ${fields} } } }`
    expect([call, await outcome(app, service, call)]).toEqual([call, 'FORBIDDEN'])
  }
})

test("a service account receives live updates of its organization's devices until it is disabled", async () => {
  const service = await made()
  const token = await tokenOf(app, service)
  const live = `subscription { deviceChanged(tenantId: "${tenantId}") { id } }`
  await using stream = await openStream(app.url, token, live)
  const { username: id } = await newDevice(app, admin, { tenantId })
  expect((await stream.next())?.payload).toEqual({ data: { deviceChanged: { id } } })
  await ask(app, owner, `mutation { updateServiceAccount(id: "${service.id}", enabled: false) { id } }`)
  await newDevice(app, admin, { tenantId })
  expect((await stream.next())?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  const other = await tokenOf(app, await made())
  for (const refused of ['messageReceived { id }', 'deviceChanged { id }']) {
    const { body } = await app.graphql(
      other,
      `subscription { ${refused} }`,
      {},
      { accept: 'multipart/mixed' },
    )
    expect([refused, body.errors[0].extensions.code]).toEqual([refused, 'FORBIDDEN'])
  }
})

test('a service account without data_view cannot use GraphQL, even with other permission codes', async () => {
  const service = as(await tokenOf(app, await made({ authCodes: ['data_download'], roles: ['VIEWER'] })))
  const calls = [
    devices(tenantId),
    '{ device(id: "any") { id } }',
    '{ queryDeviceConnection(deviceId: "any") { count } }',
    `{ queryEvent(tenantId: "${tenantId}") { next } }`,
    '{ auth { id } }',
  ]
  for (const call of calls) expect([call, await outcome(app, service, call)]).toEqual([call, 'FORBIDDEN'])
})

test('a service account cannot load the menu or export devices', async () => {
  const authorization = `Bearer ${await tokenOf(app, await made())}`
  const filter = { variables: { tenantId }, format: 'csv', timeZone: 'Asia/Shanghai' }
  for (const [path, body] of [
    ['/api/user/menu', undefined],
    ['/api/export/devices', filter],
  ] as const) {
    const answer = await app.post(path, body, { authorization })
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'FORBIDDEN'])
  }
})

test('a service account has no permissions while its organization is expired, and is deleted with the organization', async () => {
  const own = await organization(app, { owner })
  const service = await givenServiceAccount(app.db, own.id)
  const token = await tokenOf(app, service)
  const expire = (at: Date | null) =>
    app.db.query.updateTable('tenant').set({ expire_at: at }).where('id', '=', own.id).execute()
  await expire(new Date(Date.now() - 1_000))
  expect(await outcome(app, as(token), devices(own.id))).toBe('FORBIDDEN')
  expect((await flows.introspect(service, token)).organization).toBeUndefined()
  expect(claimsOf(await tokenOf(app, service)).organization).toBeUndefined()
  await expire(null)
  expect(await outcome(app, as(token), devices(own.id))).toBe('done')
  await ask(app, admin, `mutation { deleteTenant(id: "${own.id}") }`)
  expect(await status(token)).toBe(401)
  expect((await flows.tokens(service, { grant_type: 'client_credentials' })).status).toBe(401)
})

const messagesOf = async (who: Person) =>
  (await ask(app, who, '{ queryMessage(type: NOTICE) { data { title content link } } }')).data

test('a service account stays active if the member who created it leaves, and the organization owner is notified', async () => {
  const team = await people(app, 2)
  const leader = await givenPerson(app)
  const own = await organization(app, { owner: leader, managers: team })
  const [first, second] = team as [Person, Person]
  const account = async (who: Person, name: string) => {
    const { application, secret } = await ask(app, who, create, { tenantId: own.id, name })
    return as(await tokenOf(app, { id: application.id, secret }))
  }
  const services = [await account(first, '报表'), await account(first, '同步'), await account(second, '告警')]
  await ask(app, first, `mutation { leaveTenant(tenantId: "${own.id}") }`)
  const [message] = await messagesOf(leader)
  expect(message).toMatchObject({ link: '/organizational-management/service-accounts' })
  expect(message.content).toContain('报表、同步')
  await ask(app, second, close)
  await closeAndErase(app, [second])
  expect((await messagesOf(leader))[0].content).toContain('告警')
  expect((await messagesOf(leader))[0].content).toContain('已注销')
  for (const service of services) expect(await outcome(app, service, devices(own.id))).toBe('done')
  // No message is sent if the member who leaves has created no service account.
  const plain = await member(app, { id: own.id, owner: leader } as never)
  await ask(app, plain, `mutation { leaveTenant(tenantId: "${own.id}") }`)
  expect(await messagesOf(leader)).toHaveLength(2)
})

test('records changes to a service account and its refused calls in the audit log', async () => {
  const service = await made({ name: '旧程序' })
  const token = as(await tokenOf(app, service))
  expect(await outcome(app, token, 'mutation { deleteDevice(id: "any") }')).toBe('FORBIDDEN')
  await ask(app, owner, `mutation { updateServiceAccount(id: "${service.id}", name: "改名") { id } }`)
  const log = `{ queryAuditEvent(tenantId: "${tenantId}", targetId: "${service.id}") { data {
    action success actor { id } application { id name } applicationId tenantId changes names } } }`
  const { data } = await ask(app, owner, log)
  const by = { actor: { id: owner.id }, application: null, applicationId: null, tenantId }
  expect(data).toMatchObject([
    { ...by, action: 'UpdateServiceAccount', changes: { name: ['旧程序', '改名'] } },
    {
      ...{ action: 'DeleteDevice', success: false, actor: null, tenantId },
      ...{ application: { id: service.id, name: '改名' }, applicationId: service.id },
    },
    { ...by, action: 'CreateServiceAccount', changes: { authCodes: [[], ['data_view']] } },
  ])
  expect(data[0].names).toMatchObject({ [service.id]: '改名' })
  await ask(app, owner, `mutation { deleteServiceAccount(id: "${service.id}") }`)
  const after = (await ask(app, owner, log)).data
  expect(after[0]).toMatchObject({ ...by, action: 'DeleteServiceAccount', changes: { name: ['改名', null] } })
  expect(after[2]).toMatchObject({ actor: null, application: null, applicationId: service.id })
})
