import { beforeAll, describe, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { withPersonal } from '../core/audit.ts'
import { newPhone, type Person, type Tokens } from '../testing/app.ts'
import { ask, givenPerson, outcome } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests what platform staff can change in the accounts of other users.

type Caller = Pick<Tokens, 'access_token'> & { id?: string }

const app = useApp()
const admin = useAdmin(app)
let helpdesk: Person
beforeAll(async () => {
  helpdesk = await givenPerson(app, ['account_management'])
})

const one = (codes: string[] = []): Promise<Person> => givenPerson(app, codes)

/** Returns every database row that a change to the account could affect. */
async function stored(id: string) {
  const { query } = app.db
  const rows = (table: 'session' | 'account_claim' | 'message') =>
    query.selectFrom(table).selectAll().where('account_id', '=', id).execute()
  return {
    account: await query.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    sessions: (await rows('session')).map((row) => 'ended_at' in row && row.ended_at),
    claims: await rows('account_claim'),
    messages: await rows('message'),
  }
}

async function auditOf(id: string) {
  const events = await app.db.query
    .selectFrom('audit_event')
    .selectAll()
    .where('target_id', '=', id)
    .where('action', '!=', 'SignIn')
    .orderBy('id', 'desc')
    .execute()
  return (await withPersonal(app.db.query, events)).map(({ action, changes, actor_id, success }) => ({
    action,
    changes,
    actor_id,
    success,
  }))
}

describe('updateOperator', () => {
  test('lets the user sign in with the new phone, notifies the old phone, and releases it for another account', async () => {
    const person = await one()
    const mobilePhone = newPhone()
    const { profile } = await ask(
      app,
      helpdesk,
      'mutation m($id: ID!, $phone: String!) { updateOperator(id: $id, mobilePhone: $phone) { name profile { mobilePhone } } }',
      { id: person.id, phone: mobilePhone.slice(3) },
    )
    expect(profile.mobilePhone).toBe(mobilePhone)
    const signIn = (username: string) =>
      app.token({ grant_type: 'password', username, password: person.password })
    expect((await signIn(mobilePhone)).status).toBe(200)
    expect((await signIn(person.phone)).status).toBe(400)
    await expect
      .poll(() => app.messages().filter(({ to }) => to === person.phone))
      .toMatchObject([{ template: 'phone.changed' }])
    const [row] = await auditOf(person.id)
    expect(row).toMatchObject({ action: 'UpdateOperator', actor_id: helpdesk.id, success: true })
    expect(JSON.stringify(required(row, 'row').changes)).toContain('****')
    expect(JSON.stringify(required(row, 'row').changes)).not.toContain(person.phone.slice(-8))
    const other = await one()
    expect(
      await outcome(
        app,
        helpdesk,
        `mutation { updateOperator(id: "${other.id}", mobilePhone: "${person.phone}") { id } }`,
      ),
    ).toBe('done')
  })

  test('rejects a taken phone with a CONFLICT error on mobilePhone, and changes nothing', async () => {
    const [person, other] = [await one(), await one()]
    const before = await stored(person.id)
    const { body } = await app.graphql(
      admin.access_token,
      `mutation { updateOperator(id: "${person.id}", mobilePhone: "${other.phone}", nickName: "新名") { id } }`,
    )
    expect(body.errors[0].extensions).toMatchObject({
      code: 'CONFLICT',
      fields: { mobilePhone: '手机号已被其他账号使用' },
    })
    expect(await stored(person.id)).toEqual(before)
  })

  test('does not change the account or record an audit event if values are omitted or unchanged', async () => {
    const person = await one()
    const before = await stored(person.id)
    for (const more of ['', `, mobilePhone: "${person.phone}"`, ', nickName: null, mobilePhone: null'])
      await ask(app, admin, `mutation { updateOperator(id: "${person.id}"${more}) { id } }`)
    expect(await stored(person.id)).toEqual(before)
    expect(await auditOf(person.id)).toEqual([])
  })
})

describe('resetPasswordByAdmin', () => {
  const reset = (who: Caller, operatorId: string, password: string) =>
    app.graphql(
      who.access_token,
      'mutation m($operatorId: ID!, $password: String!) { resetPasswordByAdmin(operatorId: $operatorId, password: $password) }',
      { operatorId, password },
    )

  test('ends all sessions of the user, sends a notice, and requires a password change after the next sign-in', async () => {
    const person = await one()
    expect((await reset(helpdesk, person.id, 'seven quiet rivers')).body.data.resetPasswordByAdmin).toBe(true)
    expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
    expect(
      (await app.token({ grant_type: 'refresh_token', refresh_token: person.refresh_token })).status,
    ).toBe(400)
    const old = await app.token({ grant_type: 'password', username: person.phone, password: person.password })
    expect(old.status).toBe(400)
    const { body: fresh } = await app.token({
      grant_type: 'password',
      username: person.phone,
      password: 'seven quiet rivers',
    })
    const profile = '{ auth { profile { passwordChangeRequired } } }'
    expect(await ask(app, fresh, profile)).toEqual({ profile: { passwordChangeRequired: true } })
    expect(await outcome(app, fresh, '{ queryMessage { count } }')).toBe('PASSWORD_CHANGE_REQUIRED')
    const change = (password: string) => `mutation { changePassword(password: "${password}") }`
    expect(await outcome(app, fresh, change('seven quiet rivers'))).toBe('BAD_INPUT')
    expect(await outcome(app, fresh, change('eight louder rivers'))).toBe('done')
    const messages = await ask(app, fresh, '{ queryMessage { data { title } } }')
    expect(messages.data).toEqual([{ title: '密码已被管理员重置' }])
    await expect
      .poll(() =>
        app
          .messages()
          .filter(({ to }) => to === person.phone)
          .map(({ template }) => template),
      )
      .toContain('password.resetByAdmin')
    const rows = await auditOf(person.id)
    expect(rows.map(({ action }) => action)).toEqual(['ChangePassword', 'ResetPasswordByAdmin'])
    expect(JSON.stringify(rows)).not.toContain('rivers')
    expect(app.log.join()).not.toContain('rivers')
  })

  test('rejects passwords that are too short, too long or common, or are the user’s phone or username', async () => {
    const person = await one()
    const { username } = (await stored(person.id)).account
    const before = await stored(person.id)
    for (const password of [
      'short',
      'password1',
      person.phone.slice(3),
      required(username, 'username'),
      'x'.repeat(129),
    ]) {
      const { body } = await reset(admin, person.id, password)
      expect(body.errors[0].extensions, password).toMatchObject({
        code: 'BAD_INPUT',
        fields: { password: expect.any(String) },
      })
    }
    expect(await stored(person.id)).toEqual(before)
  })

  test('unlocks an account that was locked after wrong passwords', async () => {
    const person = await one()
    const signIn = (password: string) =>
      app.token({ grant_type: 'password', username: person.phone, password })
    for (let tries = 0; tries < 10; tries += 1) await signIn('a wrong password')
    expect((await signIn(person.password)).status).toBe(429)
    await reset(admin, person.id, 'seven quiet rivers')
    expect((await signIn('seven quiet rivers')).status).toBe(200)
  })

  test('requires a recent proof of identity if callers change their own password or phone', async () => {
    const own = await one(['account_management'])
    await app.db.query
      .updateTable('session')
      .set({ authenticated_at: new Date(Date.now() - 3_600_000) })
      .where('account_id', '=', own.id)
      .execute()
    const before = await stored(own.id)
    for (const call of [
      `resetPasswordByAdmin(operatorId: "${own.id}", password: "seven quiet rivers")`,
      `updateOperator(id: "${own.id}", mobilePhone: "${newPhone()}") { id }`,
    ])
      expect(await outcome(app, own, `mutation { ${call} }`)).toBe('REAUTHENTICATE')
    expect(await stored(own.id)).toEqual(before)
    expect(
      await outcome(app, own, `mutation { updateOperator(id: "${own.id}", nickName: "我") { id } }`),
    ).toBe('done')
  })
})

describe('platform-wide permission codes', () => {
  const save = (who: Caller, operatorId: string, codes: string[]) =>
    app.graphql(
      who.access_token,
      'mutation m($operatorId: ID!, $codes: [String!]!) { saveAuthCodeByOperator(operatorId: $operatorId, codes: $codes) { authInfo { authCodes } } }',
      { operatorId, codes },
    )

  test('take effect immediately when they are granted or removed, and the user is notified', async () => {
    const person = await one()
    const given = await save(admin, person.id, [
      'certification_audit',
      'organization_list',
      'organization_list',
    ])
    expect(given.body.data.saveAuthCodeByOperator.authInfo.authCodes).toEqual([
      'organization_list',
      'certification_audit',
    ])
    expect(await outcome(app, person, '{ queryTenant { count } }')).toBe('done')
    expect((await ask(app, person, '{ queryMessage { data { title } } }')).data).toEqual([
      { title: '平台权限已变更' },
    ])
    await save(admin, person.id, ['certification_audit', 'organization_list'])
    await save(admin, person.id, [])
    expect(await outcome(app, person, '{ queryTenant { count } }')).toBe('FORBIDDEN')
    expect((await auditOf(person.id)).map(({ changes }) => changes)).toEqual([
      { authCodes: [['organization_list', 'certification_audit'], []] },
      { authCodes: [[], ['organization_list', 'certification_audit']] },
    ])
  })

  test('are rejected with a field error if they are unknown or valid only in organizations', async () => {
    const person = await one(['certification_audit'])
    const before = await stored(person.id)
    for (const codes of [['nothing'], ['data_view'], ['organization_list', 'admin']]) {
      const { body } = await save(admin, person.id, codes)
      expect(body.errors[0].extensions).toMatchObject({
        code: 'BAD_INPUT',
        fields: { codes: expect.any(String) },
      })
    }
    expect(await stored(person.id)).toEqual(before)
  })
})

test('lets an administrator list the sessions of an account and end one or all of them', async () => {
  const person = await one()
  await app.token({ grant_type: 'password', username: person.phone, password: person.password })
  const sessions = async (who: Caller) =>
    (await ask(app, who, `{ getOperator(id: "${person.id}") { profile { sessions { id current } } } }`))
      .profile.sessions as { id: string }[]
  expect(await sessions(helpdesk)).toEqual([])
  const [newest] = await sessions(admin)
  expect(await sessions(admin)).toHaveLength(2)
  const end = (who: Caller, id: string, session?: string) =>
    outcome(
      app,
      who,
      `mutation { revokeOperatorSessions(operatorId: "${id}"${session ? `, id: "${session}"` : ''}) }`,
    )
  // A session of one account cannot be ended through the id of another account.
  expect(await end(admin, (await one()).id, required(newest, 'newest').id)).toBe('NOT_FOUND')
  expect(await end(admin, person.id, required(newest, 'newest').id)).toBe('done')
  expect(await end(admin, person.id, required(newest, 'newest').id)).toBe('NOT_FOUND')
  expect(await sessions(admin)).toHaveLength(1)
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(200)
  expect(await end(helpdesk, person.id)).toBe('done')
  expect(await sessions(admin)).toEqual([])
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
  // On the caller's own account, the call ends all sessions except the current one.
  expect(await end(helpdesk, helpdesk.id)).toBe('done')
  expect(await outcome(app, helpdesk, '{ auth { id } }')).toBe('done')
})
