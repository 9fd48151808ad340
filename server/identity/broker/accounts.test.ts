import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminTokens, type Person, type Tokens } from '../../testing/app.ts'
import { codeOf, withTotp } from '../../testing/factors/totp.ts'
import { type OpenidServer, startOpenidServer } from '../../testing/identity-sources/openid.ts'
import { createSignIns, givenSource, linkBySignIn } from '../../testing/identity-sources/sign-ins.ts'
import { ask, givenPerson, organization, outcome } from '../../testing/organizations.ts'
import { useApp } from '../../testing/use-app.ts'

// Which accounts can sign in with an identity, and what they must prove.

const app = useApp({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
let provider: OpenidServer
let admin: Tokens
let tenant: { id: string }
let member: Person
const settings = () => ({
  ...{ issuer: provider.issuer, clientId: provider.client.id, clientSecret: provider.client.secret },
})
beforeAll(async () => {
  provider = await startOpenidServer()
  admin = await adminTokens(app)
  member = await givenPerson(app)
  tenant = await organization(app, { owner: await givenPerson(app), members: [member] })
  await givenSource(app, { key: 'sso', ...settings() })
  await givenSource(app, { key: 'trusted', ...settings(), more: 'trustFactor: true' })
  await givenSource(app, { key: 'limited', ...settings(), more: `tenantIds: ["${tenant.id}"]` })
})
afterAll(() => provider[Symbol.asyncDispose]())

let people = 0
let person: Person
beforeEach(async () => {
  person = await app.person()
  provider.hooks.person = { sub: `subject-${++people}`, name: '孟思琳' }
})

test('does not sign in to a disabled account', async () => {
  await linkBySignIn(app, 'sso', person)
  await ask(app, admin, `mutation { invalidOperator(id: "${person.id}") { id } }`)
  expect(await createSignIns(app).signIn('sso')).toEqual({
    status: 400,
    body: { error: 'invalid_grant', error_description: '关联的账号已停用或已注销，请联系管理员' },
  })
  const { data } = await ask(
    app,
    admin,
    `{ queryAuditEvent(tenantId: "${person.id}", pageSize: 5) { data { action success } } }`,
  )
  expect(data[0]).toEqual({ action: 'SignIn', success: false })
})

test('cancels the closure of the account, like a sign-in with a password', async () => {
  await linkBySignIn(app, 'sso', person)
  await ask(app, person, `mutation { closeAccount(password: "${person.password}") }`)
  const { status, body } = await createSignIns(app).signIn('sso')
  expect([status, body.account_taken_back]).toEqual([200, true])
})

test('deletes the linked identities of a deleted account', async () => {
  await linkBySignIn(app, 'sso', person)
  await ask(app, person, `mutation { closeAccount(password: "${person.password}") }`)
  await app.db.query
    .updateTable('account')
    .set({ closes_at: new Date(0) })
    .where('id', '=', person.id)
    .execute()
  await app.tasks.closed_account?.run()
  const rows = await app.db.query
    .selectFrom('linked_identity')
    .select('id')
    .where('account_id', '=', person.id)
    .execute()
  expect(rows).toEqual([])
  expect((await createSignIns(app).signIn('sso')).body.error).toBe('identity_unlinked')
})

test('requires the second factor of the account', async () => {
  await linkBySignIn(app, 'sso', person)
  const { secret } = await withTotp(app, person)
  provider.hooks.person = { ...provider.hooks.person, amr: ['pwd', 'mfa'] }
  const signIns = createSignIns(app)
  const { status, body } = await signIns.signIn('sso')
  expect([status, body.error, body.factors]).toEqual([400, 'mfa_required', ['totp', 'recovery_code']])
  const done = await signIns.token({
    ...{
      grant_type: 'urn:reeve:mfa',
      mfa_token: body.mfa_token,
      factor: 'totp',
      code: await codeOf(app.db, secret),
    },
  })
  expect(done.status).toBe(200)
  const session = await app.db.query
    .selectFrom('session')
    .select(['amr', 'identity_source_id'])
    .where('account_id', '=', person.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(session.amr).toEqual(['fed', 'otp', 'mfa'])
  expect(session.identity_source_id).not.toBeNull()
})

test.each([
  ['reports a second factor', ['pwd', 'mfa'], 200],
  ['reports one factor', ['pwd'], 400],
  ['reports nothing', undefined, 400],
  ['reports nonsense', 'mfa2', 400],
])(
  'requires no second factor only if the administrator trusts the provider and the provider %s',
  async (_what, amr, status) => {
    await linkBySignIn(app, 'trusted', person)
    await withTotp(app, person)
    provider.hooks.person = { ...provider.hooks.person, amr }
    expect((await createSignIns(app).signIn('trusted')).status).toBe(status)
  },
)

test('does not accept an old session at the provider as a recent proof of identity', async () => {
  await linkBySignIn(app, 'sso', person)
  const hoursAgo = Math.floor(Date.now() / 1_000) - 7_200
  const unlink = async (auth_time: number | undefined) => {
    provider.hooks.person = { ...provider.hooks.person, auth_time }
    const { body } = await createSignIns(app).signIn('sso')
    const { identities } = await ask(app, body, '{ auth { identities { id } } }')
    return outcome(app, body, `mutation { unlinkIdentity(id: "${identities[0].id}") }`)
  }
  expect(await unlink(hoursAgo)).toBe('REAUTHENTICATE')
  expect(await unlink(undefined)).toBe('REAUTHENTICATE')
  // An account without password and phone cannot prove its identity in another way.
  const { password_hash, mobile_phone } = await app.db.query
    .selectFrom('account')
    .select(['password_hash', 'mobile_phone'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const set = (values: { password_hash: string | null; mobile_phone: string | null }) =>
    app.db.query.updateTable('account').set(values).where('id', '=', person.id).execute()
  await set({ password_hash: null, mobile_phone: null })
  expect(await unlink(hoursAgo)).toBe('REAUTHENTICATE')
  expect(await unlink(undefined)).toBe('CONFLICT')
  await set({ password_hash, mobile_phone })
  expect(await unlink(Math.floor(Date.now() / 1_000) + 7_200)).toBe('done')
})

test('links an identity after the second factor of a sign-in', async () => {
  const { secret } = await withTotp(app, person)
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('sso')
  const first = await signIns.token({
    ...{ grant_type: 'password', username: person.phone, password: person.password, broker_ticket: ticket },
  })
  expect(first.body.error).toBe('mfa_required')
  const done = await signIns.token({
    ...{ grant_type: 'urn:reeve:mfa', mfa_token: first.body.mfa_token, factor: 'totp' },
    ...{ code: await codeOf(app.db, secret), broker_ticket: ticket },
  })
  expect(done).toMatchObject({ status: 200, body: { identity_linked: true } })
})

test('does not continue with the second factor if the identity was unlinked', async () => {
  await linkBySignIn(app, 'sso', person)
  const { secret } = await withTotp(app, person)
  const signIns = createSignIns(app)
  const { body } = await signIns.signIn('sso')
  await app.db.query.deleteFrom('linked_identity').where('account_id', '=', person.id).execute()
  const code = await codeOf(app.db, secret)
  const done = await signIns.token({
    grant_type: 'urn:reeve:mfa',
    mfa_token: body.mfa_token,
    factor: 'totp',
    code,
  })
  expect(done).toMatchObject({ status: 400, body: { error: 'expired_token' } })
})

test('allows only members of a source’s organizations to sign in', async () => {
  await linkBySignIn(app, 'limited', member)
  expect((await createSignIns(app).signIn('limited')).status).toBe(200)
  await ask(
    app,
    admin,
    `mutation { removeTenantOperator(tenantId: "${tenant.id}", operatorId: "${member.id}") { id } }`,
  )
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('limited')
  expect(await signIns.exchange(ticket)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant', error_description: '“来源 limited”仅供指定组织的成员使用' },
  })
  expect((await signIns.exchange(ticket)).body.error).toBe('expired_token')
})

test('does not link an identity of a source that the account cannot use', async () => {
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('limited')
  const answer = await signIns.token({
    ...{ grant_type: 'password', username: person.phone, password: person.password, broker_ticket: ticket },
  })
  expect(answer).toMatchObject({ status: 200, body: { identity_linked: false } })
})

test('refuses sign-ins at a disabled source, including those in progress', async () => {
  const id = await givenSource(app, { key: 'off', ...settings() })
  await linkBySignIn(app, 'off', person)
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('off')
  const started = await signIns.begin('off')
  await ask(app, admin, `mutation { updateIdentitySource(id: "${id}", enabled: false) { enabled } }`)
  expect(await signIns.exchange(ticket)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant', error_description: '该登录方式已停用' },
  })
  expect((await signIns.back(await signIns.atProvider(started))).hash).toBe(
    '#broker_error=disabled&source=off',
  )
  expect((await signIns.begin('off')).hash).toBe('#broker_error=disabled&source=off')
  expect((await signIns.begin('none')).hash).toBe('#broker_error=disabled&source=none')
})

test('binds the session to the DPoP key of the browser, like other sign-ins', async () => {
  await linkBySignIn(app, 'sso', person)
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('sso')
  const answer = await signIns.exchange(ticket, {}, { dpop: 'nonsense' })
  expect(answer.body.error).toBe('invalid_dpop_proof')
  expect((await signIns.exchange(ticket)).status).toBe(200)
})
