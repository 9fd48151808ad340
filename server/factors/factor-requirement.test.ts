import { expect, test } from 'vitest'
import { firstPassword, type Person, type Tokens } from '../testing/app.ts'
import { codeOf, withTotp } from '../testing/factors/totp.ts'
import { ask, givenPerson, member, organization, outcome } from '../testing/organizations.ts'
import { openStream } from '../testing/stream.ts'
import { useApp } from '../testing/use-app.ts'

// Tests who must have a second factor, and which calls work without one.

const offered = useApp()
const admins = useApp({ REEVE_SECOND_FACTOR: 'administrators' })
const all = useApp({ REEVE_SECOND_FACTOR: 'required' })
type App = typeof offered

const state = '{ auth { factorRequired factors { id } } }'
const required = async (app: App, who: Tokens) => (await ask(app, who, state)).factorRequired as boolean
const messages = '{ queryMessage { count } }'
const asAdmin = async (app: App): Promise<Tokens> =>
  (await app.token({ grant_type: 'password', username: 'admin', password: firstPassword })).body
const requireFactor = (id: string, value = true) =>
  `mutation { requireFactorByTenant(id: "${id}", required: ${value}) { factorRequired } }`

const post = (app: App, who: Tokens, path: string, body: object = {}) =>
  app.post(path, body, { authorization: `Bearer ${who.access_token}` })

test('by default, not even administrators need a second factor', async () => {
  for (const who of [await asAdmin(offered), await givenPerson(offered, ['account_management'])]) {
    expect(await required(offered, who)).toBe(false)
    expect(await outcome(offered, who, messages)).toBe('done')
    const { id } = await withTotp(offered, who)
    expect(await outcome(offered, who, `mutation { deleteFactor(id: "${id}") }`)).toBe('done')
  }
})

test('rejects most calls of the first administrator until the required second factor is set up', async () => {
  const admin = await asAdmin(admins)
  expect(await required(admins, admin)).toBe(true)
  expect(await outcome(admins, admin, messages)).toBe('FACTOR_REQUIRED')
  expect(await outcome(admins, admin, 'mutation { updateProfile(nickName: "管理员") { id } }')).toBe(
    'FACTOR_REQUIRED',
  )
  expect(await outcome(admins, admin, 'mutation { createRecoveryCodes { codes } }')).toBe('CONFLICT')
  const { secret, recoveryCodes } = await withTotp(admins, admin)
  expect(recoveryCodes).toHaveLength(10)
  expect(await required(admins, admin)).toBe(false)
  expect(await outcome(admins, admin, messages)).toBe('done')

  const { body } = await admins.token({ grant_type: 'password', username: 'admin', password: firstPassword })
  const again = await admins.token({
    ...{ grant_type: 'urn:reeve:mfa', mfa_token: body.mfa_token },
    ...{ factor: 'totp', code: await codeOf(admins.db, secret) },
  })
  expect(await outcome(admins, again.body, messages)).toBe('done')
})

test.each<[string, () => App, string[], boolean]>([
  ['administrators, a holder of a platform permission needs', () => admins, ['application_management'], true],
  ['administrators, an account without platform permissions does not need', () => admins, [], false],
  ['required, an account without platform permissions needs', () => all, [], true],
])('with REEVE_SECOND_FACTOR=%s a second factor', async (_who, of, codes, expected) => {
  const who = await givenPerson(of(), codes)
  expect(await required(of(), who)).toBe(expected)
  expect(await outcome(of(), who, messages)).toBe(expected ? 'FACTOR_REQUIRED' : 'done')
})

test('a new requirement of a second factor blocks calls with existing access tokens, but not refreshing or signing out', async () => {
  const who = await givenPerson(admins)
  expect(await outcome(admins, who, messages)).toBe('done')
  await admins.db.query
    .updateTable('account')
    .set({ auth_codes: ['account_management'] })
    .where('id', '=', who.id)
    .execute()
  expect(await outcome(admins, who, messages)).toBe('FACTOR_REQUIRED')
  for (const path of ['/api/user/menu', '/api/export/devices', '/api/import/devices/1'])
    expect((await post(admins, who, path)).body.code, path).toBe('FACTOR_REQUIRED')
  const subscription = 'subscription { messageReceived { id } }'
  const opened = await fetch(`${admins.url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed',
      authorization: `Bearer ${who.access_token}`,
    },
    body: JSON.stringify({ query: subscription }),
  })
  expect(await opened.text()).toContain('FACTOR_REQUIRED')
  const userinfo = await fetch(`${admins.url}/realms/reeve/protocol/openid-connect/userinfo`, {
    headers: { authorization: `Bearer ${who.access_token}` },
  })
  expect([userinfo.status, (await userinfo.json()).error]).toEqual([403, 'access_denied'])
  const renewed = await admins.token({ grant_type: 'refresh_token', refresh_token: who.refresh_token })
  expect(renewed.status).toBe(200)
  expect(await required(admins, renewed.body)).toBe(true)
  expect(await outcome(admins, renewed.body, 'mutation { revokeSession }')).toBe('done')
})

/** Returns a person who has joined the organization by invitation. */
async function joined<Who extends Tokens = Person>(
  { id, owner }: { id: string; owner: Person },
  as?: Who,
): Promise<Who> {
  const who = as ?? ((await givenPerson(offered)) as Tokens as Who)
  const invite = `mutation { createTenantJoinCode(tenantId: "${id}", expireAtByMinute: 60) { code } }`
  const { code } = await ask(offered, owner, invite)
  await ask(offered, who, `mutation { joinTenantByCode(code: "${code}") { id } }`)
  return who
}

test('ends a member’s open subscription with FACTOR_REQUIRED when the organization starts to require a second factor', async () => {
  const { id, owner } = await organization(offered)
  const plain = await joined({ id, owner })
  await withTotp(offered, owner)
  await using stream = await openStream(
    offered.url,
    plain.access_token,
    'subscription { messageReceived { id } }',
  )
  const next = stream.next()
  // The member is notified of the new requirement. A stream that stayed open would deliver this message
  // instead of the error.
  await ask(offered, owner, requireFactor(id))
  expect((await next)?.errors?.[0]?.extensions.code).toBe('FACTOR_REQUIRED')
})

test('refuses to delete the only second factor of an account that must have one', async () => {
  const who = await givenPerson(all)
  const { id } = await withTotp(all, who)
  expect(await outcome(all, who, `mutation { deleteFactor(id: "${id}") }`)).toBe('CONFLICT')
  expect((await ask(all, who, state)).factors).toHaveLength(1)
  await all.db.query.updateTable('factor').set({ last_step: null }).where('account_id', '=', who.id).execute()
  await withTotp(all, who, '另一部')
  expect(await outcome(all, who, `mutation { deleteFactor(id: "${id}") }`)).toBe('done')
})

test('an owner can require a second factor from the members, who are notified and blocked until they set one up', async () => {
  const { id, owner, name } = await organization(offered)
  const [plain, manager, ready] = [
    await joined({ id, owner }),
    await joined({ id, owner }),
    await member(offered, { id, owner, name }),
  ]
  await ask(
    offered,
    owner,
    `mutation { addTenantManager(tenantId: "${id}", operatorId: "${manager.id}") { id } }`,
  )
  await withTotp(offered, ready)
  // An owner who has no second factor cannot require one from the members.
  expect(await outcome(offered, owner, requireFactor(id))).toBe('CONFLICT')
  await withTotp(offered, owner)
  expect(await outcome(offered, manager, requireFactor(id))).toBe('FORBIDDEN')
  expect(await outcome(offered, await givenPerson(offered), requireFactor(id))).toBe('NOT_FOUND')
  expect(await outcome(offered, plain, messages)).toBe('done')

  expect(await ask(offered, owner, requireFactor(id))).toEqual({ factorRequired: true })
  for (const who of [plain, manager]) {
    expect(await required(offered, who)).toBe(true)
    expect(await outcome(offered, who, messages)).toBe('FACTOR_REQUIRED')
    expect((await post(offered, who, '/api/user/menu')).body.code).toBe('FACTOR_REQUIRED')
  }
  expect(await outcome(offered, ready, messages)).toBe('done')
  expect(await messageTitles(ready)).toContain('组织要求开启两步验证')

  const { id: factor } = await withTotp(offered, plain)
  expect(await messageTitles(plain)).toContain('组织要求开启两步验证')
  expect(await outcome(offered, plain, `mutation { deleteFactor(id: "${factor}") }`)).toBe('CONFLICT')

  // Members who join later need a factor from the start. After they have left, they no longer need one.
  const late = await joined({ id, owner })
  expect(await required(offered, late)).toBe(true)
  await ask(
    offered,
    owner,
    `mutation { removeTenantOperator(tenantId: "${id}", operatorId: "${late.id}") { id } }`,
  )
  expect(await required(offered, late)).toBe(false)

  expect(await ask(offered, owner, requireFactor(id, false))).toEqual({ factorRequired: false })
  expect(await outcome(offered, manager, messages)).toBe('done')
  expect(await messageTitles(manager)).toContain('组织不再要求两步验证')
  const events = await offered.db.query
    .selectFrom('audit_event')
    .select('changes')
    .where('action', '=', 'RequireFactorByTenant')
    .where('target_id', '=', id)
    .where('success', '=', true)
    .orderBy('id')
    .execute()
  expect(events.map(({ changes }) => changes)).toEqual([
    { factorRequired: [false, true] },
    { factorRequired: [true, false] },
  ])
})

test('an owner must have authenticated recently to require a second factor from the members', async () => {
  const { id, owner } = await organization(offered)
  await withTotp(offered, owner)
  await offered.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .where('account_id', '=', owner.id)
    .execute()
  expect(await outcome(offered, owner, requireFactor(id))).toBe('REAUTHENTICATE')
})

const rule = { accept: 'acceptFactorByTenant(id', leave: 'leaveTenant(tenantId' }
const act = (what: keyof typeof rule, id: string) =>
  `mutation { ${rule[what]}: "${id}")${what === 'accept' ? ' { id }' : ''} }`

test('a member whom the owner added is not blocked outside of the organization before accepting its requirement', async () => {
  const { id, owner, name } = await organization(offered)
  await withTotp(offered, owner)
  const before = await member(offered, { id, owner, name }, { manager: true })
  await ask(offered, owner, requireFactor(id))
  const own = await organization(offered)
  const [after, elsewhere] = [await givenPerson(offered), own.owner]
  for (const person of [after, elsewhere]) await member(offered, { id, owner, name }, { person })
  for (const who of [before, after, elsewhere]) {
    expect(await required(offered, who)).toBe(false)
    expect(await outcome(offered, who, messages)).toBe('done')
    for (const call of [
      `{ queryDevice(tenantId: "${id}") { count } }`,
      `{ queryOperator(tenantIdSet: ["${id}"]) { count } }`,
      `mutation { createTenantJoinCode(tenantId: "${id}", expireAtByMinute: 5) { id } }`,
    ])
      expect([call, await outcome(offered, who, call)]).toEqual([call, 'FORBIDDEN'])
    const seen = await ask(
      offered,
      who,
      `{ getTenant(id: "${id}") { name operators { id } managers { id } viewerCan { acceptFactor enter leave } } }`,
    )
    expect(seen).toEqual({
      name,
      operators: [],
      managers: [],
      viewerCan: { acceptFactor: true, enter: false, leave: true },
    })
  }
  expect(await outcome(offered, elsewhere, `{ queryDevice(tenantId: "${own.id}") { count } }`)).toBe('done')

  expect(await outcome(offered, after, act('leave', id))).toBe('done')
  expect(await outcome(offered, before, act('accept', id))).toBe('done')
  expect(await outcome(offered, before, messages)).toBe('FACTOR_REQUIRED')
  expect(await outcome(offered, before, act('accept', id))).toBe('FORBIDDEN')
  await withTotp(offered, before)
  expect(await outcome(offered, before, `{ queryOperator(tenantIdSet: ["${id}"]) { count } }`)).toBe('done')
  await withTotp(offered, elsewhere)
  expect(await outcome(offered, elsewhere, `{ queryDevice(tenantId: "${id}") { count } }`)).toBe('done')
})

test('members without a second factor can leave an organization that requires one', async () => {
  const { id, owner } = await organization(offered)
  await withTotp(offered, owner)
  const who = await joined({ id, owner })
  await ask(offered, owner, requireFactor(id))
  expect(await outcome(offered, who, messages)).toBe('FACTOR_REQUIRED')
  expect(await outcome(offered, who, act('leave', id))).toBe('done')
  expect(await outcome(offered, who, messages)).toBe('done')
})

test("an organization's requirement of a second factor does not block a platform administrator who is a member", async () => {
  const admin = await asAdmin(offered)
  const { id: adminId } = await ask(offered, admin, '{ auth { id } }')
  const { id, owner } = await organization(offered)
  await withTotp(offered, owner)
  await ask(offered, owner, requireFactor(id))
  const add = `mutation { addTenantOperator(tenantId: "${id}", operatorId: "${adminId}") { id } }`
  await ask(offered, owner, add)
  expect(await required(offered, admin)).toBe(false)
  expect(await outcome(offered, admin, messages)).toBe('done')
  // Administrators of the platform are not bound by the organization's requirement, even if they join on
  // their own.
  await ask(
    offered,
    owner,
    `mutation { removeTenantOperator(tenantId: "${id}", operatorId: "${adminId}") { id } }`,
  )
  await joined({ id, owner }, admin)
  expect(await required(offered, admin)).toBe(false)
  expect(await outcome(offered, admin, messages)).toBe('done')
})

test('only owners and managers see which members have a second factor', async () => {
  const { id, owner, name } = await organization(offered)
  const manager = await member(offered, { id, owner, name }, { manager: true })
  const plain = await member(offered, { id, owner, name })
  await withTotp(offered, plain)
  const seen = async (who: Tokens) => {
    const { data } = await ask(
      offered,
      who,
      `{ queryOperator(tenantIdSet: ["${id}"], first: 0, pageSize: 10) { data { id member(tenantId: "${id}") { secondFactor } } } }`,
    )
    return new Map(
      data.map((row: { id: string; member: { secondFactor: boolean | null } }) => [
        row.id,
        row.member.secondFactor,
      ]),
    )
  }
  for (const who of [owner, manager]) {
    const rows = await seen(who)
    expect([rows.get(plain.id), rows.get(manager.id)]).toEqual([true, false])
  }
  const own = `{ auth { member(tenantId: "${id}") { secondFactor } } }`
  expect((await ask(offered, plain, own)).member).toEqual({ secondFactor: null })
})

const messageTitles = async (who: Person) =>
  (await ask(offered, who, '{ queryMessage { data { title } } }')).data.map(
    ({ title }: { title: string }) => title,
  )
