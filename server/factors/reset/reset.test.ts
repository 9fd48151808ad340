import { expect, test } from 'vitest'
import type { Services } from '../../core/context.ts'
import { endSessions } from '../../sessions/store.ts'
import { newPhone, type Person } from '../../testing/app.ts'
import { codeOf, forgetSteps, withTotp } from '../../testing/factors/totp.ts'
import { ask, givenPerson, outcome } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { removeDueFactors } from './sweep.ts'

// Tests the removal of lost factors. Two authorized people must agree, and the owner can object within a day.

const app = useApp()
const admin = useAdmin(app)

const call = (
  name: 'askFactorReset' | 'confirmFactorReset' | 'withdrawFactorReset',
  { id }: { id: string },
) => `mutation { ${name}(operatorId: "${id}") }`
const security = () => givenPerson(app, ['security_management'])
const factorsOf = async ({ id }: { id: string }) =>
  app.db.query.selectFrom('factor').select('id').where('account_id', '=', id).execute()
/** The services that the periodic task needs. These implementations send no messages. */
const services = {
  endSessions: async (tx: never, accountId: string) => void (await endSessions(tx, accountId)),
  sendMessage: async () => {},
} as unknown as Pick<Services, 'endSessions' | 'sendMessage'>
const sweep = () => removeDueFactors(app.db, services)
const pass = (column: 'asked_at' | 'confirmed_at', { id }: { id: string }, seconds: number) =>
  app.db.query
    .updateTable('factor_reset')
    .set({ [column]: new Date(Date.now() - seconds * 1_000) })
    .where('account_id', '=', id)
    .execute()
const todos = async (who: Person) =>
  (await ask(app, who, '{ queryMessage(type: TODO, status: 0) { data { title link } } }')).data
const lost = async () => {
  const who = await givenPerson(app)
  return { ...who, ...(await withTotp(app, who)), id: who.id }
}
const actions = async ({ id }: { id: string }) =>
  (
    await app.db.query
      .selectFrom('audit_event')
      .select('action')
      .where('target_id', '=', id)
      .where('success', '=', true)
      .where('action', 'like', '%Factor%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

test('removes the second factors of an account one day after two different people requested and confirmed the removal', async () => {
  const [who, one, other] = [await lost(), await security(), await security()]
  expect(await ask(app, one, call('askFactorReset', who))).toBe(true)
  expect(await todos(other)).toEqual([
    { title: '移除两步验证方式待确认', link: `/all-management/account-management/${who.id}` },
  ])
  expect(await outcome(app, one, call('askFactorReset', who))).toBe('CONFLICT')
  expect(await outcome(app, one, call('confirmFactorReset', who))).toBe('CONFLICT')
  expect(await ask(app, who, '{ auth { factorRemoval } }')).toEqual({ factorRemoval: null })
  const state = `{ getOperator(id: "${who.id}") { factorState { has reset { viewerAsked removalDateTime } } } }`
  expect(await ask(app, one, state)).toEqual({
    factorState: { has: true, reset: { viewerAsked: true, removalDateTime: null } },
  })
  expect(await ask(app, other, call('confirmFactorReset', who))).toBe(true)
  expect(await todos(other)).toEqual([])
  expect(await outcome(app, other, call('confirmFactorReset', who))).toBe('CONFLICT')
  await expect
    .poll(() =>
      app.messages().filter(({ to, template }) => to === who.phone && template === 'factor.resetComing'),
    )
    .toHaveLength(1)
  const { factorRemoval } = await ask(app, who, '{ auth { factorRemoval } }')
  expect(Date.parse(factorRemoval) - Date.now()).toBeGreaterThan(86_000_000)

  await sweep()
  expect(await factorsOf(who)).toHaveLength(1)
  await pass('confirmed_at', who, 86_401)
  await sweep()
  expect(await factorsOf(who)).toEqual([])
  expect((await app.graphql(who.access_token, '{ auth { id } }')).status).toBe(401)
  const signedIn = await app.token({ grant_type: 'password', username: who.phone, password: who.password })
  expect(signedIn.status).toBe(200)
  expect(await actions(who)).toEqual(['AskFactorReset', 'ConfirmFactorReset', 'RemoveFactors'])
})

const reset = (who: { id: string }, password: string) =>
  `mutation { resetPasswordByAdmin(operatorId: "${who.id}", password: "${password}") }`
const grant = ({ id }: { id: string }) =>
  `mutation { saveAuthCodeByOperator(operatorId: "${id}", codes: ["security_management"]) { id } }`

test('holders of security_management cannot set each other’s password or phone number', async () => {
  const [one, other] = [await security(), await givenPerson(app, ['security_management'])]
  const both = await givenPerson(app, ['security_management', 'account_management'])
  const known = 'seven quiet rivers'
  for (const who of [one, both]) expect(await outcome(app, who, reset(other, known))).toBe('FORBIDDEN')
  const phone = `mutation { updateOperator(id: "${other.id}", mobilePhone: "${newPhone()}") { id } }`
  expect(await outcome(app, both, phone)).toBe('FORBIDDEN')
  const { viewerCan } = await ask(
    app,
    both,
    `{ getOperator(id: "${other.id}") { viewerCan { resetPassword } } }`,
  )
  expect(viewerCan.resetPassword).toBe(false)
  expect(
    (await app.token({ grant_type: 'password', username: other.phone, password: other.password })).status,
  ).toBe(200)
  // Holders of security_management can reset the passwords of ordinary accounts, and an administrator can
  // reset the passwords of the holders.
  expect(await outcome(app, one, reset(await givenPerson(app), known))).toBe('done')
  expect(await outcome(app, admin, reset(other, known))).toBe('done')
})

test('rejects a confirmation by an account whose permission or password the requester has set', async () => {
  const who = await lost()
  await security()
  const [helper, older] = [await givenPerson(app), await security()]
  // The requester grants the permission to the confirming account after making the request.
  expect(await ask(app, admin, call('askFactorReset', who))).toBe(true)
  await ask(app, admin, grant(helper))
  expect(await outcome(app, helper, call('confirmFactorReset', who))).toBe('CONFLICT')
  // The requester sets the password of an account that is older than the request, signs in to the account,
  // and changes the password as its owner could.
  await ask(app, admin, reset(older, 'seven quiet rivers'))
  const { body } = await app.token({
    grant_type: 'password',
    username: older.phone,
    password: 'seven quiet rivers',
  })
  const change =
    'mutation { changePassword(password: "eight louder rivers", oldPassword: "seven quiet rivers") }'
  expect(await outcome(app, body, change)).toBe('done')
  expect(await outcome(app, body, call('confirmFactorReset', who))).toBe('CONFLICT')
  expect(await actions(who)).toEqual(['AskFactorReset'])
  // A second request is newer than the permission and the passwords, but the accounts are still not
  // independent of the requester.
  await ask(app, admin, call('withdrawFactorReset', who))
  expect(await ask(app, admin, call('askFactorReset', who))).toBe(true)
  for (const close of [helper, { ...older, access_token: body.access_token }])
    expect(await outcome(app, close, call('confirmFactorReset', who))).toBe('CONFLICT')
  // An account that is not independent cannot make the request either.
  await ask(app, admin, call('withdrawFactorReset', who))
  expect(await outcome(app, helper, call('askFactorReset', who))).toBe('CONFLICT')
  // After 30 days, the account counts as independent, because others have had time to notice the change.
  const then = new Date(Date.now() - 31 * 86_400_000)
  await app.db.query.updateTable('account').set({ security_at: then }).where('id', '=', helper.id).execute()
  expect(await ask(app, helper, call('askFactorReset', who))).toBe(true)
  expect(await ask(app, admin, call('confirmFactorReset', who))).toBe(true)
})

test('rejects a confirmation by an account that the requester created or whose password is newer than the request', async () => {
  const [who, one] = [await lost(), await security()]
  const [phone, password] = [newPhone(), 'seven quiet rivers']
  const change = (old: string) =>
    `mutation { changePassword(password: "eight louder rivers", oldPassword: "${old}") }`
  expect(await ask(app, admin, call('askFactorReset', who))).toBe(true)
  const created = await ask(
    app,
    admin,
    `mutation { createOperator(mobilePhone: "${phone}", nickName: "助手", password: "${password}") { id } }`,
  )
  await ask(app, admin, grant(created))
  const { body: puppet } = await app.token({ grant_type: 'password', username: phone, password })
  expect(await outcome(app, puppet, change(password))).toBe('done')
  expect(await outcome(app, puppet, call('confirmFactorReset', who))).toBe('CONFLICT')
  expect(await outcome(app, one, change(one.password))).toBe('done')
  expect(await outcome(app, one, call('confirmFactorReset', who))).toBe('CONFLICT')
  // A second request is newer than the password that the owner of `one` set, so `one` can confirm it. The
  // account that the requester created cannot.
  await ask(app, admin, call('withdrawFactorReset', who))
  expect(await ask(app, admin, call('askFactorReset', who))).toBe(true)
  expect(await outcome(app, puppet, call('confirmFactorReset', who))).toBe('CONFLICT')
  expect(await ask(app, one, call('confirmFactorReset', who))).toBe(true)
})

test('second factors are not removed if the account’s owner withdraws the request or signs in with a second factor', async () => {
  for (const by of ['withdrawing', 'signing in'] as const) {
    const [who, one, other] = [await lost(), await security(), await security()]
    await ask(app, one, call('askFactorReset', who))
    await ask(app, other, call('confirmFactorReset', who))
    if (by === 'withdrawing') expect(await ask(app, who, call('withdrawFactorReset', who))).toBe(true)
    else {
      await forgetSteps(app.db, who.id)
      const { body } = await app.token({
        grant_type: 'password',
        username: who.phone,
        password: who.password,
      })
      const code = await codeOf(app.db, who.secret)
      const form = { grant_type: 'urn:reeve:mfa', mfa_token: body.mfa_token, factor: 'totp', code }
      expect((await app.token(form)).status).toBe(200)
    }
    await pass('confirmed_at', who, 86_401)
    await sweep()
    expect(await factorsOf(who), by).toHaveLength(1)
    expect(await actions(who), by).toContain('WithdrawFactorReset')
  }
})

test('a request to remove second factors ends if another authorized person withdraws it, or after seven days', async () => {
  const [who, one, other] = [await lost(), await security(), await security()]
  await ask(app, one, call('askFactorReset', who))
  expect(await ask(app, other, call('withdrawFactorReset', who))).toBe(true)
  expect(await outcome(app, other, call('confirmFactorReset', who))).toBe('CONFLICT')
  await ask(app, one, call('askFactorReset', who))
  await pass('asked_at', who, 7 * 86_400 + 1)
  expect(await outcome(app, other, call('confirmFactorReset', who))).toBe('CONFLICT')
  await sweep()
  expect(await todos(other)).toEqual([])
  expect(await ask(app, other, call('askFactorReset', who))).toBe(true)
  expect(await ask(app, one, call('confirmFactorReset', who))).toBe(true)
})

test('rejects a factor removal without permission, for the caller’s own account, or for an administrator', async () => {
  const [who, one, helpdesk] = [
    await lost(),
    await security(),
    await givenPerson(app, ['account_management']),
  ]
  expect(await outcome(app, helpdesk, call('askFactorReset', who))).toBe('FORBIDDEN')
  expect(await outcome(app, who, call('askFactorReset', who))).toBe('FORBIDDEN')
  const { id: adminId } = await ask(app, admin, '{ auth { id } }')
  expect(await outcome(app, one, call('askFactorReset', { id: adminId }))).toBe('FORBIDDEN')
  expect(await outcome(app, one, call('askFactorReset', one))).toBe('CONFLICT')
  expect(await outcome(app, one, call('askFactorReset', await givenPerson(app)))).toBe('CONFLICT')
  // The factors of an administrator cannot be removed in the console without a second administrator. The
  // error therefore names the command for operators.
  const second = await lost()
  await app.db.query.updateTable('account').set({ admin: true }).where('id', '=', second.id).execute()
  const { body } = await app.graphql(admin.access_token, call('askFactorReset', second))
  expect(body.errors[0].message).toContain('reeve admin remove-factors')
  await app.db.query.updateTable('account').set({ admin: false }).where('id', '=', second.id).execute()
})
