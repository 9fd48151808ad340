import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { newId } from '../core/id.ts'
import type { Person } from '../testing/app.ts'
import { ask, givenPerson, organization, outcome, refusal } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { isSecretOf } from './secrets.ts'

// Tests registering, changing and deleting applications.

const app = useApp()
const admin = useAdmin(app)
let manager: Person
beforeAll(async () => {
  manager = await givenPerson(app, ['application_management'])
})

const redirect = 'https://portal.example.com/callback'
const fields =
  'id clientId kind name firstParty enabled redirectUris postLogoutRedirectUris backchannelLogoutUri origins scopes resources jwks tenant { id } tenants { id } secrets { id hint lastUseDateTime endDateTime }'

async function create(values: Record<string, unknown>, who: { access_token: string } = manager) {
  return ask(
    app,
    who,
    `mutation ($kind: ApplicationKind!, $name: String!, $redirectUris: [String!], $firstParty: Boolean, $input: ApplicationInput) {
      createApplication(kind: $kind, name: $name, redirectUris: $redirectUris, firstParty: $firstParty, input: $input) { secret application { ${fields} } } }`,
    { name: `数据门户 ${newId()}`, ...values },
  )
}
const server = (more: Record<string, unknown> = {}) =>
  create({ kind: 'SERVER', redirectUris: [redirect], ...more })
const read = async (id: string) => ask(app, manager, `{ getApplication(id: "${id}") { ${fields} } }`)
const update =
  'mutation ($id: ID!, $name: String, $redirectUris: [String!], $firstParty: Boolean, $enabled: Boolean, $input: ApplicationInput) { updateApplication(id: $id, name: $name, redirectUris: $redirectUris, firstParty: $firstParty, enabled: $enabled, input: $input) { id } }'
const rowsOf = (id: string) =>
  app.db.query.selectFrom('application').selectAll().where('id', '=', id).execute()

test('registers a server application and shows its secret once', async () => {
  const { secret, application } = await server({ name: '数据门户' })
  expect(secret).toMatch(/^rv_[\w-]{43}$/)
  expect(application).toMatchObject({
    ...{ clientId: application.id, kind: 'SERVER', name: '数据门户', firstParty: false, enabled: true },
    ...{ redirectUris: [redirect], scopes: ['openid', 'profile'], tenant: null, tenants: [] },
    secrets: [{ hint: secret.slice(-4), lastUseDateTime: null, endDateTime: null }],
  })
  expect(await read(application.id)).toEqual(application)
  // The secret does not appear in the database, the log or the audit log.
  const stored = JSON.stringify(
    await Promise.all([
      app.db.query.selectFrom('application_secret').selectAll().execute(),
      app.db.query.selectFrom('audit_event').selectAll().execute(),
    ]),
  )
  expect(stored).not.toContain(secret)
  expect(app.log.join()).not.toContain(secret)
})

test("issues no secret to applications that run on users' devices", async () => {
  expect((await create({ kind: 'SINGLE_PAGE', redirectUris: [redirect] })).secret).toBeNull()
  const native = await create({ kind: 'NATIVE', redirectUris: ['http://127.0.0.1/callback'] })
  expect(native.secret).toBeNull()
  expect((await create({ kind: 'DEVICE' })).secret).toBeNull()
  expect(
    await refusal(
      app,
      manager,
      `mutation { rotateApplicationSecret(id: "${native.application.id}") { secret } }`,
    ),
  ).toBe('CONFLICT')
})

test('does not accept redirect URIs for a service', async () => {
  const { secret, application } = await create({ kind: 'SERVICE' })
  expect(secret).not.toBeNull()
  expect(application.scopes).toEqual([])
  const call = `mutation { updateApplication(id: "${application.id}", redirectUris: ["${redirect}"]) { id } }`
  const { body } = await app.graphql(manager.access_token, call)
  expect(body.errors[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: { redirectUris: expect.any(String) },
  })
  expect((await read(application.id)).redirectUris).toEqual([])
})

test.each([
  'http://portal.example.com/callback',
  'https://portal.example.com/callback#part',
  'https://*.example.com/callback',
  'https://user:word@portal.example.com/callback',
  'https://portal.example.com/a/../callback',
  'https://PORTAL.example.com/callback',
  'https:portal.example.com/callback',
  'https:\\\\portal.example.com\\callback',
  'http://127.0.0.1.example.com/callback',
  'http://2130706433/callback',
  'javascript:alert(1)',
  'data:text/html,1',
  'app.example:/callback',
  '/callback',
  '',
])('refuses %s as a redirect URI', async (address) => {
  const { application } = await server()
  expect(await refusal(app, manager, update, { id: application.id, redirectUris: [redirect, address] })).toBe(
    'BAD_INPUT',
  )
  expect((await read(application.id)).redirectUris).toEqual([redirect])
})

test('stores https and loopback redirect URIs unchanged', async () => {
  const redirectUris = [
    'https://portal.example.com',
    'https://portal.example.com/callback?from=a%20b',
    'http://127.0.0.1:5173/callback',
    'http://[::1]/callback',
    'http://localhost:8080/callback',
  ]
  const { application } = await server({ redirectUris: [...redirectUris, redirectUris[0]] })
  expect(application.redirectUris).toEqual(redirectUris)
})

test('accepts redirect URIs with a private-use scheme only for native applications', async () => {
  const address = 'com.example.app:/callback'
  const { application } = await create({ kind: 'NATIVE', redirectUris: [address] })
  expect(application.redirectUris).toEqual([address])
  for (const wrong of ['app:/callback', 'com.example.app://host/callback', 'com.example.app:/callback#part'])
    expect([
      wrong,
      await outcome(app, manager, update, { id: application.id, redirectUris: [wrong] }),
    ]).toEqual([wrong, 'BAD_INPUT'])
  const { application: web } = await server()
  expect(await outcome(app, manager, update, { id: web.id, redirectUris: [redirect, address] })).toBe(
    'BAD_INPUT',
  )
})

test('stores only the public members of JSON Web Keys and refuses private keys', async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const [open, secret] = await Promise.all(
    [pair.publicKey, pair.privateKey].map((key) => crypto.subtle.exportKey('jwk', key)),
  )
  const jwks = { keys: [{ ...open, kid: 'one', more: 'than is needed' }] }
  const { application } = await server({ input: { jwks } })
  const { kty, crv, x, y } = required(open, 'open')
  expect(application.jwks).toEqual({ keys: [{ kty, crv, x, y, kid: 'one' }] })
  for (const keys of [
    [secret],
    [{ kty: 'oct', k: 'c2VjcmV0' }],
    [],
    [{ kty: 'EC', crv, x: 'AA', y: 'AA' }],
    ['key'],
  ])
    expect(await refusal(app, manager, update, { id: application.id, input: { jwks: { keys } } })).toBe(
      'BAD_INPUT',
    )
  expect((await read(application.id)).jwks).toEqual({ keys: [{ kty, crv, x, y, kid: 'one' }] })
})

test('validates the origins, scopes and organizations of an application', async () => {
  const { application } = await create({ kind: 'SINGLE_PAGE', redirectUris: [redirect] })
  const { id } = application
  const { id: tenantId } = await organization(app)
  const wrong = [
    { origins: ['https://portal.example.com/'] },
    { origins: ['*'] },
    { scopes: ['open id'] },
    { scopes: ['x'.repeat(65)] },
    { resources: ['api'] },
    { tenantIds: ['019a0000-0000-7000-8000-000000000000'] },
    { tenantIds: [manager.id] },
    { backchannelLogoutUri: 'https://portal.example.com/out' },
  ]
  for (const input of wrong)
    expect([input, await outcome(app, manager, update, { id, input })]).toEqual([input, 'BAD_INPUT'])
  const input = {
    origins: ['https://portal.example.com'],
    scopes: ['openid', 'orders:read'],
    resources: ['https://api.example.com/orders'],
    tenantIds: [tenantId],
  }
  await ask(app, manager, update, { id, input })
  const { tenantIds, ...others } = input
  expect(await read(id)).toMatchObject({ ...others, tenants: tenantIds.map((each) => ({ id: each })) })
  // The restriction retains the id of the deleted organization. An empty restriction would open the
  // application to everybody.
  await app.db.query.deleteFrom('tenant').where('id', '=', tenantId).execute()
  expect((await read(id)).tenants).toEqual([])
  expect(required((await rowsOf(id))[0], 'item of rowsOf').tenant_ids).toEqual([tenantId])
})

test('lets only administrators change whether an application is first-party', async () => {
  const call =
    'mutation ($firstParty: Boolean) { createApplication(kind: DEVICE, name: "屏幕", firstParty: $firstParty) { application { id } } }'
  expect(await refusal(app, manager, call, { firstParty: true })).toBe('FORBIDDEN')
  const { application } = await server()
  const { id } = application
  expect(await refusal(app, manager, update, { id, firstParty: true })).toBe('FORBIDDEN')
  await ask(app, admin, update, { id, firstParty: true })
  expect((await read(id)).firstParty).toBe(true)
  // A manager can change other fields, even if the call repeats the current value of `firstParty`, which the
  // manager cannot change.
  await ask(app, manager, update, { id, firstParty: true, name: '新名称' })
  expect(await refusal(app, manager, update, { id, firstParty: false })).toBe('FORBIDDEN')
  expect(await read(id)).toMatchObject({ firstParty: true, name: '新名称' })
})

test('accepts the old and the new secret for a day after a rotation, and does not revoke the only secret', async () => {
  const { secret: first, application } = await server()
  const { id } = application
  const rotate = `mutation { rotateApplicationSecret(id: "${id}") { secret application { secrets { id hint endDateTime } } } }`
  const { secret: second, application: after } = await ask(app, manager, rotate)
  expect(after.secrets.map(({ hint }: { hint: string }) => hint)).toEqual([second.slice(-4), first.slice(-4)])
  const [young, old] = after.secrets
  expect(young.endDateTime).toBeNull()
  const left = Date.parse(old.endDateTime) - Date.now()
  expect(left).toBeGreaterThan(86_000_000)
  expect(left).toBeLessThan(86_500_000)
  const works = (secret: string) => isSecretOf(app.db.query, id, secret)
  expect([await works(first), await works(second), await works(`${second}x`)]).toEqual([true, true, false])
  expect((await read(id)).secrets[0].lastUseDateTime).not.toBeNull()
  expect(await refusal(app, manager, rotate)).toBe('CONFLICT')

  const revoke = (secretId: string) =>
    `mutation { revokeApplicationSecret(id: "${id}", secretId: "${secretId}") { id } }`
  // With `idle`, a secret cannot be revoked if a client has used it in the last hour.
  const finish = revoke(old.id).replace(') {', ', idle: true) {')
  expect(await refusal(app, manager, finish)).toBe('CONFLICT')
  expect(await works(first)).toBe(true)
  await app.db.execute(
    `update application_secret set last_used_at = now() - interval '61 minutes' where application_id = '${id}'`,
  )
  await ask(app, manager, finish)
  expect([await works(first), await works(second)]).toEqual([false, true])
  expect(await refusal(app, manager, revoke(old.id))).toBe('NOT_FOUND')
  expect(await refusal(app, manager, revoke(young.id))).toBe('CONFLICT')
  expect(await works(second)).toBe(true)

  // The old secret expires after a day.
  const third = (await ask(app, manager, rotate)).secret
  await app.db.execute(
    `update application_secret set ends_at = now() where application_id = '${id}' and ends_at is not null`,
  )
  expect([await works(second), await works(third)]).toEqual([false, true])
})

test('fifty concurrent rotations of the secret of an application create only one new secret', async () => {
  const { application } = await server()
  const rotate = `mutation { rotateApplicationSecret(id: "${application.id}") { secret } }`
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(app, manager, rotate)))
  expect(outcomes.filter((code) => code === 'done')).toHaveLength(1)
  expect((await read(application.id)).secrets).toHaveLength(2)
})

test('finds applications by part of the name and by client_id, and lists the newest first', async () => {
  const { application: one } = await server({ name: '堆场看板 100%' })
  const { application: two } = await server({ name: '堆场看板' })
  const find = async (q: string) =>
    (
      await ask(app, manager, 'query ($q: String) { queryApplication(q: $q) { data { id } } }', { q })
    ).data.map(({ id }: { id: string }) => id)
  expect(await find('堆场')).toEqual([two.id, one.id])
  expect(await find('0%')).toEqual([one.id])
  expect(await find(two.clientId.toUpperCase())).toEqual([two.id])
  const { count, countExact, data } = await ask(
    app,
    manager,
    '{ queryApplication(pageSize: 1) { count countExact data { id } } }',
  )
  expect(data).toEqual([{ id: two.id }])
  const { rows } = await app.db.execute('select count(*) as count from application')
  expect([count, countExact]).toEqual([Number((rows[0] as { count: number }).count), true])
})

test('records changes to applications in the audit log, without secrets', async () => {
  const { application } = await server({ name: '旧门户' })
  const { id } = application
  await ask(app, manager, update, { id, name: '门户', redirectUris: [redirect], enabled: false })
  await ask(app, manager, update, { id, name: '门户' })
  await ask(app, manager, `mutation { rotateApplicationSecret(id: "${id}") { secret } }`)
  await ask(app, manager, `mutation { deleteApplication(id: "${id}") }`)
  const events = await app.db.query
    .selectFrom('audit_event')
    .select(['action', 'changes', 'actor_id'])
    .where('target_id', '=', id)
    .where('target_type', '=', 'application')
    .orderBy('id')
    .execute()
  expect(events.map(({ action }) => action)).toEqual([
    'CreateApplication',
    'UpdateApplication',
    'RotateApplicationSecret',
    'DeleteApplication',
  ])
  expect(events.every(({ actor_id }) => actor_id === manager.id)).toBe(true)
  expect(required(events[1], 'item of events').changes).toEqual({
    name: ['旧门户', '门户'],
    enabled: [true, false],
  })
  expect(required(events[2], 'item of events').changes).toEqual({
    secret: [null, expect.stringMatching(/^….{4}$/)],
  })
  expect(await ask(app, manager, `{ getApplication(id: "${id}") { id } }`)).toBeNull()
  const secrets = await app.db.query
    .selectFrom('application_secret')
    .select('id')
    .where('application_id', '=', id)
    .execute()
  expect(secrets).toEqual([])
  const { names } = (
    await ask(app, admin, '{ queryAuditEvent(action: "CreateApplication") { data { targetId names } } }')
  ).data.find(({ targetId }: { targetId: string }) => targetId !== id)
  expect(Object.values(names)).toContain('堆场看板')
})
