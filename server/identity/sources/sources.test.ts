import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminTokens, type Tokens } from '../../testing/app.ts'
import { json } from '../../testing/http-server.ts'
import { type OpenidServer, startOpenidServer } from '../../testing/identity-sources/openid.ts'
import { createSignIns, linkBySignIn } from '../../testing/identity-sources/sign-ins.ts'
import { ask, givenPerson, organization, outcome } from '../../testing/organizations.ts'
import { useApp } from '../../testing/use-app.ts'

// Administration of identity sources.

const app = useApp({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
let admin: Tokens
let provider: OpenidServer
beforeAll(async () => {
  admin = await adminTokens(app)
  provider = await startOpenidServer()
})
afterAll(() => provider[Symbol.asyncDispose]())

const fields =
  'id key kind name icon enabled clientId issuer redirectUri loginUrl settings { agentId scopes firstSignIn tenants { id } accountTenant { id } accountRoles accountAuthCodes trustFactor signIns identities failingSince problem problemCode }'

const create = (args: string) => `mutation { createIdentitySource(${args}) { ${fields} } }`
const openid = (more = '', key = '') =>
  `kind: OIDC, name: "集团统一认证", clientId: "reeve", clientSecret: "the-secret-of-the-client", issuer: "${provider.issuer}", input: { ${key && `key: "${key}"`} ${more} }`

/** Sends a request that fails, and returns its error code and the errors of its fields. */
async function faultsOf(document: string) {
  const { body } = await app.graphql(admin.access_token, document)
  const { code, fields: faults } = body.errors?.[0].extensions ?? {}
  return [code, faults]
}

test('creates a source with defaults and never returns its secret', async () => {
  const source = await ask(app, admin, create(openid('', 'sso')))
  expect(source).toEqual({
    ...{ id: expect.any(String), key: 'sso', kind: 'OIDC', name: '集团统一认证', icon: null, enabled: true },
    ...{ clientId: 'reeve', issuer: provider.issuer, loginUrl: `${app.url}/login/sso` },
    redirectUri: `${app.url}/realms/reeve/broker/sso/endpoint`,
    settings: {
      ...{ agentId: null, scopes: ['profile', 'email', 'phone'], firstSignIn: 'PHONE', tenants: [] },
      ...{ accountTenant: null, accountRoles: [], accountAuthCodes: [], trustFactor: false },
      ...{ signIns: 0, identities: 0, failingSince: null, problem: null, problemCode: null },
    },
  })
  const { data } = await ask(
    app,
    admin,
    '{ queryAuditEvent(pageSize: 1) { data { action targetType changes } } }',
  )
  expect(data[0]).toMatchObject({
    ...{ action: 'CreateIdentitySource', targetType: 'identitySource' },
    changes: { name: [null, '集团统一认证'], clientId: [null, 'reeve'], issuer: [null, provider.issuer] },
  })
  expect(JSON.stringify(data)).not.toContain('the-secret')
})

test('uses the id as key if none is given', async () => {
  const { id, key } = await ask(app, admin, create(openid()))
  expect(key).toBe(id)
})

test('accepts the URL of the discovery document as issuer', async () => {
  const args = openid().replace(provider.issuer, `${provider.issuer}/.well-known/openid-configuration`)
  expect((await ask(app, admin, create(args))).issuer).toBe(provider.issuer)
})

test.each([
  ['a taken key', () => openid('', 'sso'), { 'input.key': '该标识已被使用' }],
  ['an invalid key', () => openid('', 'No'), { 'input.key': '须为 2 至 32 个小写字母、数字或连字符' }],
  ['no issuer', () => openid().replace(/issuer: "[^"]*",/, ''), { issuer: '不能为空' }],
  [
    'an issuer without scheme',
    () => openid().replace(provider.issuer, 'id.example.com'),
    { issuer: '须为 https 地址，不含查询参数和 #' },
  ],
  [
    'an issuer with a query',
    () => openid().replace(provider.issuer, 'https://id.example.com/?a=1'),
    { issuer: '须为 https 地址，不含查询参数和 #' },
  ],
  [
    'WeCom without AgentId',
    () => 'kind: WECOM, name: "x", clientId: "a", clientSecret: "b"',
    { 'input.agentId': '企业微信需要 AgentId' },
  ],
  [
    'an unknown organization',
    () => openid('tenantIds: ["01935b2e-0000-7000-8000-000000000001"]'),
    { 'input.tenantIds': '组织不存在' },
  ],
  [
    'permissions without organization',
    () => openid('accountRoles: [VIEWER]'),
    { 'input.accountTenantId': '指定权限时须选择组织' },
  ],
  [
    'an unknown permission',
    () => openid('accountAuthCodes: ["nothing"]'),
    { 'input.accountAuthCodes': '权限代码不存在' },
  ],
  [
    'an icon that does not exist',
    () => openid(`icon: "/api/icons/${'0'.repeat(64)}"`),
    { 'input.icon': '图标已失效，请重新上传' },
  ],
])('refuses %s', async (_what, args, faults) => {
  expect(await faultsOf(create(args()))).toEqual(['BAD_INPUT', faults])
})

test('refuses new accounts in an organization that cannot use the source', async () => {
  const [one, two] = [
    await organization(app, { owner: await givenPerson(app) }),
    await organization(app, { owner: await givenPerson(app) }),
  ]
  const settings = `firstSignIn: CREATE, tenantIds: ["${one.id}"], accountTenantId: "${two.id}"`
  expect((await faultsOf(create(openid(settings))))[0]).toBe('BAD_INPUT')
  const source = await ask(app, admin, create(openid(settings.replace(two.id, one.id))))
  expect(source.settings).toMatchObject({ tenants: [{ id: one.id }], accountTenant: { id: one.id } })
})

test('changes a source, except its key and the settings that identify its users', async () => {
  const { id } = await ask(app, admin, create(openid('', 'changed')))
  const update = (args: string) => `mutation { updateIdentitySource(id: "${id}", ${args}) { ${fields} } }`
  expect(
    await ask(
      app,
      admin,
      update('name: "新名称", enabled: false, input: { trustFactor: true, scopes: ["email"] }'),
    ),
  ).toMatchObject({
    ...{ name: '新名称', enabled: false, settings: { trustFactor: true, scopes: ['email'] } },
  })
  expect((await faultsOf(update('input: { key: "other" }')))[0]).toBe('BAD_INPUT')
  await ask(app, admin, update('clientSecret: "another"'))
  const { data } = await ask(app, admin, '{ queryAuditEvent(pageSize: 1) { data { changes } } }')
  expect(data[0].changes).toEqual({ clientSecret: [false, true] })
  const wecom = await ask(
    app,
    admin,
    create('kind: WECOM, name: "企业微信", clientId: "corp", clientSecret: "b", input: { agentId: "1" }'),
  )
  expect(
    (await faultsOf(`mutation { updateIdentitySource(id: "${wecom.id}", clientId: "other") { id } }`))[0],
  ).toBe('BAD_INPUT')
})

test('sorts the sources of the sign-in page', async () => {
  const order = async (): Promise<string[]> =>
    (await ask(app, admin, '{ queryIdentitySource { id } }')).map(({ id }: { id: string }) => id)
  const reversed = (await order()).reverse()
  const sort = (ids: string[]) => `mutation { sortIdentitySources(ids: ${JSON.stringify(ids)}) { id } }`
  await ask(app, admin, sort(reversed))
  expect(await order()).toEqual(reversed)
  expect(await outcome(app, admin, sort(reversed.slice(1)))).toBe('CONFLICT')
  expect(await outcome(app, admin, sort([...reversed, String(reversed[0])]))).toBe('CONFLICT')
})

test('deletes a source with the identities that are linked to it', async () => {
  const person = await app.person()
  const { id } = await ask(app, admin, create(openid('', 'deleted')))
  provider.hooks.person = { sub: 'deleted' }
  await linkBySignIn(app, 'deleted', person)
  const [source] = (await ask(app, admin, `{ queryIdentitySource { key ${fields} } }`)).filter(
    ({ key }: { key: string }) => key === 'deleted',
  )
  expect(source.settings.identities).toBe(1)
  await createSignIns(app).signIn('deleted')
  expect(await ask(app, admin, `mutation { deleteIdentitySource(id: "${id}") }`)).toBe(true)
  expect(await ask(app, person, '{ auth { identities { id } } }')).toEqual({ identities: [] })
  expect((await createSignIns(app).begin('deleted')).hash).toBe('#broker_error=disabled&source=deleted')
})

test.each([
  ['disabling', (id: string) => `updateIdentitySource(id: "${id}", enabled: false) { id }`],
  ['deleting', (id: string) => `deleteIdentitySource(id: "${id}")`],
])('%s a source ends the sessions that were opened with it', async (key, mutation) => {
  const person = await app.person()
  const { id } = await ask(app, admin, create(openid('', key)))
  provider.hooks.person = { sub: key }
  await linkBySignIn(app, key, person)
  const { body } = await createSignIns(app).signIn(key)
  expect(await outcome(app, body, '{ auth { id } }')).toBe('done')
  await ask(app, admin, `mutation { ${mutation(id)} }`)
  expect(await outcome(app, body, '{ auth { id } }')).toBe('UNAUTHENTICATED')
  expect(await outcome(app, person, '{ auth { id } }')).toBe('done')
})

const check = async (args: string) => {
  const checks = await ask(
    app,
    admin,
    `mutation { testIdentitySource(${args}) { step status ms host code message field } }`,
  )
  return checks as Record<string, unknown>[]
}

test('tests the connection to an OpenID provider before and after it is stored', async () => {
  const typed = `kind: OIDC, clientId: "reeve", clientSecret: "the-secret-of-the-client", issuer: "${provider.issuer}"`
  const { host } = new URL(provider.issuer)
  expect(await check(typed)).toEqual([
    { step: 'REACH', status: 'OK', ms: expect.any(Number), host, code: null, message: null, field: null },
    {
      step: 'CREDENTIALS',
      status: 'OK',
      ms: expect.any(Number),
      host,
      code: null,
      message: null,
      field: null,
    },
    { step: 'SIGN_IN', status: 'SKIPPED', ms: null, host: null, code: null, message: null, field: null },
  ])
  const { id } = await ask(app, admin, create(openid()))
  expect((await check(`id: "${id}"`)).map(({ status }) => status)).toEqual(['OK', 'OK', 'SKIPPED'])
  expect(await check(`id: "${id}", clientSecret: "wrong"`)).toMatchObject([
    { step: 'REACH', status: 'OK' },
    {
      ...{ step: 'CREDENTIALS', status: 'FAILED', code: 'invalid_client', field: 'clientSecret' },
      message: 'Client ID 或 Client Secret 不正确，请在提供商处重新复制',
    },
    { step: 'SIGN_IN', status: 'SKIPPED' },
  ])
})

test('explains that a URL is not an issuer', async () => {
  const typed = `kind: OIDC, clientId: "reeve", clientSecret: "x", issuer: "${provider.issuer}/nothing"`
  expect(await check(typed)).toMatchObject([
    {
      ...{ step: 'REACH', status: 'FAILED', field: 'issuer' },
      message: `该地址不是 OpenID Connect 的 Issuer。请确认可以访问 ${provider.issuer}/nothing/.well-known/openid-configuration`,
    },
    { status: 'SKIPPED' },
    { status: 'SKIPPED' },
  ])
})

test('does not send a stored secret to another address', async () => {
  const { id } = await ask(app, admin, create(openid()))
  expect(
    await faultsOf(`mutation { testIdentitySource(id: "${id}", issuer: "https://evil.example") { step } }`),
  ).toEqual(['BAD_INPUT', { clientSecret: '不能为空' }])
})

test('hides a failing source from the sign-in page until it works again', async () => {
  const { id } = await ask(app, admin, create(openid('', 'failing')))
  provider.hooks.instead['/token'] = (response) => json(response, { error: 'invalid_client' }, 401)
  for (let count = 0; count < 3; count += 1) await createSignIns(app).visit('failing')
  const read = async () =>
    (await ask(app, admin, `{ queryIdentitySource { id ${fields} } }`)).find(
      (each: { id: string }) => each.id === id,
    )
  const settings = async () => (await read()).settings
  await expect.poll(settings).toMatchObject({
    ...{ failingSince: expect.any(String), problemCode: expect.any(String) },
    problem: 'Client ID 或 Client Secret 不正确，请在提供商处重新复制',
  })
  const { data } = await ask(app, admin, '{ queryMessage(pageSize: 1) { data { title link } } }')
  expect(data[0]).toEqual({ title: '登录方式连接失败', link: `/all-management/sign-in-methods/${id}` })
  const listed = () =>
    app.db.query
      .selectFrom('identity_source')
      .select('id')
      .where('key', '=', 'failing')
      .where('failures', '<', 3)
      .execute()
  expect(await listed()).toEqual([])
  provider.hooks.instead = {}
  await app.tasks.linked_identity?.run()
  expect((await read()).settings).toMatchObject({ failingSince: null, problem: null })
})

test('does not count a failed sign-in as a failure of the source if its connection test succeeds', async () => {
  const { id } = await ask(app, admin, create(openid('', 'working')))
  let calls = 0
  // Every first call is the token request of a sign-in, and every second call belongs to the connection test.
  provider.hooks.instead['/token'] = (response) =>
    ++calls % 2 ? json(response, {}, 500) : json(response, { error: 'invalid_grant' }, 400)
  for (let count = 1; count <= 3; count += 1) {
    await createSignIns(app).visit('working')
    await expect.poll(() => calls).toBe(2 * count)
  }
  const sources = await ask(app, admin, `{ queryIdentitySource { id ${fields} } }`)
  expect(sources.find((each: { id: string }) => each.id === id).settings).toMatchObject({ problem: null })
})

test('limits the number of sources', async () => {
  const { length } = await ask(app, admin, '{ queryIdentitySource { id } }')
  const calls = Array.from(
    { length: 50 - length },
    (_each, index) => `c${index}: createIdentitySource(${openid()}) { id }`,
  )
  for (let from = 0; from < calls.length; from += 10)
    expect(
      (await app.graphql(admin.access_token, `mutation { ${calls.slice(from, from + 10).join(' ')} }`)).body
        .errors,
    ).toBeUndefined()
  expect(await outcome(app, admin, create(openid()))).toBe('CONFLICT')
})
