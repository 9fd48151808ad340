import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Person } from '../../testing/app.ts'
import { accountsOf, close, closeOther, enable } from '../../testing/closing.ts'
import { ask, organization, outcome, people } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests how owners and administrators close an account and cancel its closure.

const app = useApp()
const admin = useAdmin(app)
let adminId: string
beforeAll(async () => {
  adminId = (await ask(app, admin, '{ auth { id } }')).id
})

const { one, rowOf, signIn, sentTo, actionsOn } = accountsOf(app)
const days = (date: Date) => Math.round((date.getTime() - Date.now()) / 86_400_000)
const age = (id: string) =>
  app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 3_600_000) })
    .where('account_id', '=', id)
    .execute()

test('lets users close their account after a proof of identity, and cancels the closure when they sign in again', async () => {
  const person = await one()
  await age(person.id)
  expect(await outcome(app, person, 'mutation { closeAccount }')).toBe('REAUTHENTICATE')
  expect(await outcome(app, person, 'mutation { closeAccount(password: "not this one") }')).toBe('BAD_INPUT')
  expect(await outcome(app, person, 'mutation { closeAccount(mobilePhoneCode: "000000") }')).toBe('BAD_INPUT')
  expect((await rowOf(person.id)).closes_at).toBeNull()

  expect(await ask(app, person, close)).toBe(true)
  const closing = await rowOf(person.id)
  expect([closing.enabled, closing.closed_by, days(required(closing.closes_at, 'closes_at'))]).toEqual([
    false,
    person.id,
    15,
  ])
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
  const refresh = { grant_type: 'refresh_token', refresh_token: person.refresh_token }
  expect((await app.token(refresh)).status).toBe(400)
  expect((await app.post('/CheckLoginId', { loginId: person.phone })).body).toEqual({ available: false })
  await app.post('/RegisterCode', { mobilePhone: person.phone, purpose: 'register' })
  const mobilePhoneCode = await app.code(person.phone)
  const registered = await app.post('/Register', {
    mobilePhone: person.phone,
    mobilePhoneCode,
    password: 'another fine password',
  })
  expect(registered.status).toBe(409)

  const entered = await signIn(person)
  expect([entered.status, entered.body.account_taken_back]).toEqual([200, true])
  expect(await rowOf(person.id)).toMatchObject({ enabled: true, closes_at: null, closed_by: null })
  expect((await signIn(person)).body.account_taken_back).toBeUndefined()
  const messages = await ask(app, entered.body, '{ queryMessage { data { title } } }')
  expect(messages.data).toEqual([{ title: '账号注销已撤销' }])
  await expect
    .poll(() => sentTo(person.phone).filter((template) => template !== 'code'))
    .toEqual(['account.closing', 'account.takenBack'])
  expect(await actionsOn(person.id)).toEqual([
    ['CloseAccount', person.id],
    ['TakeBackAccount', person.id],
  ])
})

test('a user without a password can both close the account and cancel the closure with an SMS code', async () => {
  const person = await one()
  await app.db.query.updateTable('account').set({ password_hash: null }).where('id', '=', person.id).execute()
  await age(person.id)
  const bearer = { authorization: `Bearer ${person.access_token}` }
  await app.post('/RegisterCode', { mobilePhone: person.phone, purpose: 'confirm' }, bearer)
  const code = await app.code(person.phone)
  expect(await ask(app, person, `mutation { closeAccount(mobilePhoneCode: "${code}") }`)).toBe(true)
  await app.db.query.deleteFrom('rate_limit').execute()
  await app.post('/RegisterCode', { mobilePhone: person.phone, purpose: 'login' })
  const mobilePhoneCode = await app.code(person.phone)
  const entered = await app.token({ grant_type: 'password', mobilePhone: person.phone, mobilePhoneCode })
  expect([entered.status, entered.body.account_taken_back]).toEqual([200, true])
})

test('lets users who have just signed in close their account without another proof of identity', async () => {
  expect(await ask(app, await one(), 'mutation { closeAccount }')).toBe(true)
})

test('does not close an account that owns or has requested organizations, and the error names the organizations', async () => {
  const [owner, heir] = (await people(app, 2)) as [Person, Person]
  const org = await organization(app, { owner, members: [heir] })
  const applied = await organization(app, { owner, status: 'REJECT' })
  for (const [who, document] of [
    [owner, close],
    [admin, closeOther(owner.id)],
  ] as const) {
    const { body } = await app.graphql(who.access_token, document)
    expect(body.errors[0].extensions.code).toBe('CONFLICT')
    for (const name of [org.name, applied.name]) expect(body.errors[0].message).toContain(name)
  }
  expect((await rowOf(owner.id)).closes_at).toBeNull()
  await ask(
    app,
    owner,
    `mutation { changeTenantOwner(tenantId: "${org.id}", operatorId: "${heir.id}") { id } }`,
  )
  await ask(app, owner, `mutation { deleteTenant(id: "${applied.id}") }`)
  expect(await ask(app, owner, close)).toBe(true)
})

test('lets only administrators close the account of another user and cancel that closure', async () => {
  const person = await one()
  const helpdesk = await one(['account_management'])
  for (const who of [person, helpdesk, await one()])
    expect(await outcome(app, who, closeOther(person.id))).toBe('FORBIDDEN')
  expect(await outcome(app, admin, closeOther(adminId))).toBe('CONFLICT')
  expect(await outcome(app, admin, closeOther(newId()))).toBe('NOT_FOUND')
  expect((await rowOf(person.id)).closes_at).toBeNull()

  expect(await ask(app, admin, closeOther(person.id))).toBe(true)
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
  expect((await signIn(person)).status).toBe(400)
  const look = `{ getOperator(id: "${person.id}") { closing { byOwner dateTime } viewerCan { enable close update resetPassword } } }`
  expect(await ask(app, admin, look)).toEqual({
    closing: { byOwner: false, dateTime: expect.any(String) },
    viewerCan: { enable: true, close: false, update: false, resetPassword: false },
  })
  expect((await ask(app, helpdesk, look)).viewerCan.enable).toBe(false)
  expect(await outcome(app, helpdesk, enable(person.id))).toBe('FORBIDDEN')
  const several = `mutation { validOperators(ids: ["${person.id}"]) { result } }`
  expect(await ask(app, helpdesk, several)).toEqual([{ result: 'FORBIDDEN' }])
  const change = `mutation { updateOperator(id: "${person.id}", nickName: "新") { id } }`
  expect(await outcome(app, admin, change)).toBe('CONFLICT')
  expect(await ask(app, admin, enable(person.id))).toEqual({ closing: null, profile: { enabled: true } })
  expect((await signIn(person)).status).toBe(200)
  await expect.poll(() => sentTo(person.phone)).toEqual(['account.closed', 'account.takenBack'])

  // Administrators cannot cancel a closure that the owner requested, unless an administrator has closed the
  // account as well.
  await ask(app, { access_token: (await signIn(person)).body.access_token }, close)
  expect(await outcome(app, admin, enable(person.id))).toBe('CONFLICT')
  expect(await ask(app, admin, closeOther(person.id))).toBe(true)
  expect((await signIn(person)).status).toBe(400)
  expect(await ask(app, admin, enable(person.id))).toEqual({ closing: null, profile: { enabled: true } })
})

test('only one of the last two administrators can close their account if both try at the same time', async () => {
  expect(await outcome(app, admin, 'mutation { closeAccount }')).toBe('CONFLICT')
  for (let round = 0; round < 3; round += 1) {
    const [left, right] = (await people(app, 2)) as [Person, Person]
    const set = (id: string, to: boolean) =>
      app.db.query.updateTable('account').set({ admin: to }).where('id', '=', id).execute()
    for (const { id } of [left, right]) await set(id, true)
    await set(adminId, false)
    const outcomes = await Promise.all([outcome(app, left, close), outcome(app, right, close)])
    expect(outcomes.sort()).toEqual(['CONFLICT', 'done'])
    await set(adminId, true)
    for (const { id } of [left, right]) await set(id, false)
  }
})

test('a transfer of an organization and the concurrent closure of the new owner’s account cannot both succeed', async () => {
  for (let round = 0; round < 3; round += 1) {
    const org = await organization(app)
    const heir = await one()
    await ask(
      app,
      org.owner,
      `mutation { addTenantOperator(tenantId: "${org.id}", operatorId: "${heir.id}") { id } }`,
    )
    const handOver = `mutation { changeTenantOwner(tenantId: "${org.id}", operatorId: "${heir.id}") { id } }`
    const outcomes = await Promise.all([outcome(app, org.owner, handOver), outcome(app, heir, close)])
    expect(outcomes.sort()).toEqual(['CONFLICT', 'done'])
  }
})
