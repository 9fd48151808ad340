import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newPhone, type Person } from '../../testing/app.ts'
import { withTotp } from '../../testing/factors/totp.ts'
import { type OpenidServer, startOpenidServer } from '../../testing/identity-sources/openid.ts'
import { createSignIns, givenSource } from '../../testing/identity-sources/sign-ins.ts'
import { ask, givenPerson, organization } from '../../testing/organizations.ts'
import { useApp } from '../../testing/use-app.ts'

// Sign-ins with an identity that is not linked yet.

const app = useApp({ REEVE_IDENTITY_NETWORKS: '127.0.0.1', REEVE_SELF_REGISTRATION: 'closed' })
let provider: OpenidServer
let owner: Person
let tenant: { id: string; name: string }
beforeAll(async () => {
  provider = await startOpenidServer()
  owner = await givenPerson(app)
  tenant = await organization(app, { owner })
  const settings = {
    ...{ issuer: provider.issuer, clientId: provider.client.id, clientSecret: provider.client.secret },
  }
  await givenSource(app, { key: 'phone', ...settings, more: 'firstSignIn: PHONE' })
  await givenSource(app, { key: 'sign-in', ...settings, more: 'firstSignIn: SIGN_IN' })
  await givenSource(app, {
    ...{ key: 'create', ...settings },
    more: `firstSignIn: CREATE, accountTenantId: "${tenant.id}", accountRoles: [VIEWER], accountAuthCodes: ["data_view"]`,
  })
})
afterAll(() => provider[Symbol.asyncDispose]())

let people = 0
let person: Person
beforeEach(async () => {
  person = await givenPerson(app)
  provider.hooks.person = { sub: `subject-${++people}`, name: '孟思琳', phone_number: person.phone }
})

const sendCode = (signIns: ReturnType<typeof createSignIns>, ticket: string, origin = app.url) =>
  signIns.browser.visit('/realms/reeve/broker/code', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ ticket }),
  })

test('sends an SMS code to the phone that the provider reports, and links the account with this phone', async () => {
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('phone')
  const { body } = await signIns.exchange(ticket)
  expect(body).toMatchObject({ error: 'identity_unlinked', ways: ['phone', 'sign_in'] })
  expect(body.phone).toMatch(/^\+86 \d{3}\*{4}\d{4}$/)
  const sent = await sendCode(signIns, ticket)
  expect([sent.status, await sent.json()]).toEqual([200, { expiresIn: 300, resendAfter: 60 }])
  const code = await app.code(person.phone)
  const wrong = await signIns.exchange(ticket, { code: code === '000000' ? '000001' : '000000' })
  expect(wrong.body).toMatchObject({ error: 'invalid_grant', error_description: '验证码错误或已失效' })
  const done = await signIns.exchange(ticket, { code })
  expect(done).toMatchObject({ status: 200, body: { identity_linked: true } })
  expect((await ask(app, done.body, '{ auth { id } }')).id).toBe(person.id)
  expect((await createSignIns(app).signIn('phone')).status).toBe(200)
})

test('requires the second factor after the SMS code, and links the identity after both', async () => {
  const { recoveryCodes } = await withTotp(app, person)
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('phone')
  await sendCode(signIns, ticket)
  const { body } = await signIns.exchange(ticket, { code: await app.code(person.phone) })
  expect(body.error).toBe('mfa_required')
  expect((await createSignIns(app).signIn('phone')).body.error).toBe('identity_unlinked')
  const done = await signIns.token({
    ...{ grant_type: 'urn:reeve:mfa', mfa_token: body.mfa_token, factor: 'recovery_code' },
    ...{ code: String(recoveryCodes[0]), broker_ticket: ticket },
  })
  expect(done).toMatchObject({ status: 200, body: { identity_linked: true } })
})

test('reports that no account has the phone only after the user has entered the right code', async () => {
  const phone = newPhone()
  provider.hooks.person = { ...provider.hooks.person, phone_number: phone }
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('phone')
  expect((await signIns.exchange(ticket)).body.ways).toEqual(['phone', 'sign_in'])
  await sendCode(signIns, ticket)
  const code = await app.code(phone)
  const wrong = await signIns.exchange(ticket, { code: code === '000000' ? '000001' : '000000' })
  expect(wrong.body.error_description).toBe('验证码错误或已失效')
  const { body } = await signIns.exchange(ticket, { code })
  expect(body.error_description).toBe('没有使用该手机号的账号')
})

test('ends the sign-in after five wrong codes', async () => {
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('phone')
  for (let count = 0; count < 5; count += 1)
    expect((await signIns.exchange(ticket, { code: '000000' })).body.error).toBe('invalid_grant')
  expect((await signIns.exchange(ticket, { code: '000000' })).body.error).toBe('expired_token')
})

test('sends codes only to pages of the console in the browser of the sign-in', async () => {
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('phone')
  expect((await sendCode(signIns, ticket, 'https://evil.example')).status).toBe(403)
  expect((await sendCode(createSignIns(app), ticket)).status).toBe(400)
})

test('offers only a sign-in if the provider reports no phone, or the source is set to SIGN_IN', async () => {
  const signIns = createSignIns(app)
  expect((await signIns.signIn('sign-in')).body).toMatchObject({ ways: ['sign_in'], phone: null })
  const { sub } = provider.hooks.person
  provider.hooks.person = { sub }
  expect((await signIns.signIn('phone')).body).toMatchObject({ ways: ['sign_in'], phone: null, name: null })
  const ticket = await signIns.ticket('sign-in')
  expect((await signIns.exchange(ticket, { create: 'true' })).body.error).toBe('identity_unlinked')
  expect((await signIns.exchange(ticket, { code: '000000' })).body.error).toBe('expired_token')
})

test('creates an account with the organization and permissions of the source', async () => {
  const phone = newPhone()
  provider.hooks.person = {
    ...{ ...provider.hooks.person, phone_number: phone, phone_number_verified: true },
    ...{ email: 'meng@example.com', email_verified: true },
  }
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('create')
  expect((await signIns.exchange(ticket)).body.ways).toEqual(['create', 'sign_in'])
  const created = await signIns.exchange(ticket, { create: 'true' })
  expect(created).toMatchObject({ status: 200, body: { new_account: true } })
  const auth = await ask(
    app,
    created.body,
    '{ auth { name profile { mobilePhone email passwordChangeRequired } authInfo { tenantInfos { tenantId roles authCodes } } } }',
  )
  expect(auth).toEqual({
    name: '孟思琳',
    profile: { mobilePhone: phone, email: null, passwordChangeRequired: false },
    authInfo: { tenantInfos: [{ tenantId: tenant.id, roles: ['VIEWER'], authCodes: ['data_view'] }] },
  })
  expect((await createSignIns(app).signIn('create')).body.new_account).toBeUndefined()
  const { data } = await ask(
    app,
    owner,
    `{ queryAuditEvent(tenantId: "${tenant.id}", pageSize: 5) { data { action } } }`,
  )
  expect(data).toContainEqual({ action: 'AddTenantOperator' })
})

test('does not give a new account a phone that the provider has not verified', async () => {
  const phone = newPhone()
  provider.hooks.person = { ...provider.hooks.person, phone_number: phone, phone_number_verified: false }
  const { body } = await createSignIns(app).signIn('create', { create: 'true' })
  expect((await ask(app, body, '{ auth { profile { mobilePhone } } }')).profile.mobilePhone).toBeNull()
})

test('does not create a second account for the phone of an account', async () => {
  const signIns = createSignIns(app)
  const ticket = await signIns.ticket('create')
  expect((await signIns.exchange(ticket, { create: 'true' })).body).toMatchObject({
    ...{ error: 'identity_unlinked', ways: ['phone', 'sign_in'] },
  })
})

test('creates only one account if two tabs sign in for the first time', async () => {
  const { sub } = provider.hooks.person
  provider.hooks.person = { sub }
  const [one, two] = [createSignIns(app), createSignIns(app)]
  const tickets = [await one.ticket('create'), await two.ticket('create')] as const
  const answers = await Promise.all([
    one.exchange(tickets[0], { create: 'true' }),
    two.exchange(tickets[1], { create: 'true' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('creates no account if the organization has expired', async () => {
  const { sub } = provider.hooks.person
  provider.hooks.person = { sub, name: '王强' }
  const expired = await organization(app, { owner: await givenPerson(app) })
  await givenSource(app, {
    ...{ key: 'expired', issuer: provider.issuer, clientId: provider.client.id },
    clientSecret: provider.client.secret,
    more: `firstSignIn: CREATE, accountTenantId: "${expired.id}"`,
  })
  await app.db.query
    .updateTable('tenant')
    .set({ expire_at: new Date(0) })
    .where('id', '=', expired.id)
    .execute()
  const { body } = await createSignIns(app).signIn('expired', { create: 'true' })
  expect(body.error).toBe('invalid_grant')
  const rows = await app.db.query.selectFrom('account').select('id').where('name', '=', '王强').execute()
  expect(rows).toEqual([])
})
