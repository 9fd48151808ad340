import { expect, test } from 'vitest'
import { withPersonal } from '../core/audit.ts'
import { adminTokens, newPhone } from '../testing/app.ts'
import { useApp } from '../testing/use-app.ts'

const app = useApp()

test('rejects a username that differs from another user’s only in case, and leaves the profile unchanged', async () => {
  const [one, two] = [await app.person({ username: 'First-Name' }), await app.person()]
  const update = `mutation updateProfile($nickName: String!, $username: String, $firstName: String) {
    updateProfile(nickName: $nickName, username: $username, firstName: $firstName) { name profile { username firstName } } }`
  const taken = await app.graphql(two.access_token, update, { nickName: 'Two', username: 'first-name' })
  expect(taken.status).toBe(200)
  expect(taken.body.errors[0]).toMatchObject({
    message: '用户名已被使用',
    extensions: { code: 'CONFLICT', fields: { username: '用户名已被使用' } },
  })
  const same = await app.graphql(two.access_token, '{ auth { name profile { username } } }')
  expect(same.body.data.auth).toMatchObject({ profile: { username: null } })
  expect(same.body.data.auth.name).not.toBe('Two')

  const changed = await app.graphql(one.access_token, update, {
    nickName: ' 一号 ',
    username: 'second',
    firstName: '明',
  })
  expect(changed.body.data.updateProfile).toEqual({
    name: '一号',
    profile: { username: 'second', firstName: '明' },
  })
  const freed = await app.graphql(two.access_token, update, { nickName: 'Two', username: 'FIRST-name' })
  expect(freed.body.errors).toBeUndefined()
})

test('limits attempts to change the username to 60 an hour, but still accepts the current username', async () => {
  const [taken, prober, other] = [
    await app.person({ username: 'probed' }),
    await app.person({ username: 'prober' }),
    await app.person(),
  ]
  const rename = async (who: { access_token: string }, username: string) => {
    const update = `mutation { updateProfile(nickName: "One", username: "${username}") { id } }`
    return (await app.graphql(who.access_token, update)).body.errors?.[0].extensions.code ?? 'done'
  }
  for (let times = 0; times < 60; times += 1) expect(await rename(prober, 'probed')).toBe('CONFLICT')
  expect(await rename(prober, 'probed')).toBe('RATE_LIMITED')
  expect(await rename(prober, 'nobody.has.this')).toBe('RATE_LIMITED')
  expect(await rename(prober, 'PROBER')).toBe('done')
  expect(await rename(other, 'probed')).toBe('CONFLICT')
  const { body } = await app.graphql(taken.access_token, '{ auth { profile { username } } }')
  expect(body.data.auth.profile.username).toBe('probed')
})

test('sets a new email and phone with codes, notifies the old phone, and accepts only the new phone for sign-in', async () => {
  const person = await app.person()
  const send =
    'mutation sendEmailCode($email: String!) { sendEmailCode(email: $email) { expiresIn resendAfter } }'
  const bind = `mutation bindEmail($email: String!, $emailCode: String!) {
    bindEmail(email: $email, emailCode: $emailCode) { profile { email emailVerified } } }`
  const email = `Someone.${person.id.slice(0, 8)}@Example.com`
  expect((await app.graphql(person.access_token, send, { email })).body.data.sendEmailCode).toEqual({
    expiresIn: 300,
    resendAfter: 60,
  })
  const wrong = await app.graphql(person.access_token, bind, { email, emailCode: '12' })
  expect(wrong.body.errors[0].extensions).toMatchObject({
    code: 'BAD_INPUT',
    fields: { emailCode: '验证码错误或已失效' },
  })
  const bound = await app.graphql(person.access_token, bind, {
    email,
    emailCode: await app.code(email.toLowerCase()),
  })
  expect(bound.body.data.bindEmail.profile).toEqual({ email, emailVerified: true })

  const phone = newPhone()
  await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'bind' })
  const bindPhone = `mutation bindMobilePhone($mobilePhone: String!, $mobilePhoneCode: String!) {
    bindMobilePhone(mobilePhone: $mobilePhone, mobilePhoneCode: $mobilePhoneCode) { profile { mobilePhone } } }`
  const variables = { mobilePhone: phone.slice(3), mobilePhoneCode: await app.code(phone) }
  const moved = await app.graphql(person.access_token, bindPhone, variables)
  expect(moved.body.data.bindMobilePhone.profile.mobilePhone).toBe(phone)
  const sign = (username: string) =>
    app.token({ grant_type: 'password', username, password: person.password })
  expect((await sign(phone)).status).toBe(200)
  expect((await sign(person.phone)).status).toBe(400)
  await expect
    .poll(
      () =>
        app
          .messages()
          .filter(({ template }) => template === 'phone.changed')
          .map(({ to }) => to),
      { timeout: 30_000 },
    )
    .toContain(person.phone)
})

test('requires the old password to change the password more than 10 minutes after sign-in, and ends other sessions', async () => {
  const person = await app.person()
  const other = await app.token({ grant_type: 'password', username: person.phone, password: person.password })
  await app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 601_000) })
    .where('account_id', '=', person.id)
    .execute()
  const change =
    'mutation changePassword($password: String!, $oldPassword: String) { changePassword(password: $password, oldPassword: $oldPassword) }'
  const password = 'brand new and long'
  const asked = await app.graphql(person.access_token, change, { password })
  expect(asked.body.errors[0].extensions.code).toBe('REAUTHENTICATE')
  const wrong = await app.graphql(person.access_token, change, { password, oldPassword: 'not it at all' })
  expect(wrong.body.errors[0].extensions.fields).toEqual({ oldPassword: '密码不正确' })
  expect((await app.graphql(other.body.access_token, '{ auth { id } }')).status).toBe(200)
  const done = await app.graphql(person.access_token, change, { password, oldPassword: person.password })
  expect(done.body.data.changePassword).toBe(true)
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(200)
  expect((await app.graphql(other.body.access_token, '{ auth { id } }')).status).toBe(401)
})

test('a user who must change the password cannot edit their profile before the change', async () => {
  const person = await app.person()
  await app.db.query
    .updateTable('account')
    .set({ password_change_required: true })
    .where('id', '=', person.id)
    .execute()
  const refused = await app.graphql(person.access_token, 'mutation { updateProfile(nickName: "x") { id } }')
  expect(refused.body.errors[0].extensions.code).toBe('PASSWORD_CHANGE_REQUIRED')
  const state = await app.graphql(person.access_token, '{ auth { profile { passwordChangeRequired } } }')
  expect(state.body.data.auth.profile.passwordChangeRequired).toBe(true)
  const change = 'mutation changePassword($password: String!) { changePassword(password: $password) }'
  const same = await app.graphql(person.access_token, change, { password: person.password })
  expect(same.body.errors[0].extensions.fields).toHaveProperty('password')
  expect(
    (await app.graphql(person.access_token, change, { password: 'chosen by myself' })).body.data
      .changePassword,
  ).toBe(true)
  expect(
    (await app.graphql(person.access_token, 'mutation { updateProfile(nickName: "x") { name } }')).body.data
      .updateProfile.name,
  ).toBe('x')
})

test('lets users end one session or all sessions except the current one, but no session of another account', async () => {
  const person = await app.person()
  const sign = async () =>
    (await app.token({ grant_type: 'password', username: person.phone, password: person.password })).body
  const [second, third] = [await sign(), await sign()]
  const sessionsOf = async (token: string) =>
    (await app.graphql(token, '{ auth { profile { sessions { id current } } } }')).body.data.auth.profile
      .sessions
  const revoke = 'mutation revokeSession($id: ID) { revokeSession(id: $id) }'
  const idOfSecond = (await sessionsOf(second.access_token)).find(
    ({ current }: { current: boolean }) => current,
  ).id

  const stranger = await app.person()
  const refused = await app.graphql(stranger.access_token, revoke, { id: idOfSecond })
  expect(refused.body.errors[0].extensions.code).toBe('NOT_FOUND')
  expect((await app.graphql(second.access_token, '{ auth { id } }')).status).toBe(200)

  expect((await app.graphql(person.access_token, revoke, { id: idOfSecond })).body.data.revokeSession).toBe(
    true,
  )
  expect((await app.graphql(second.access_token, '{ auth { id } }')).status).toBe(401)
  expect((await app.token({ grant_type: 'refresh_token', refresh_token: second.refresh_token })).status).toBe(
    400,
  )
  expect((await app.graphql(person.access_token, revoke)).body.data.revokeSession).toBe(true)
  expect((await app.graphql(third.access_token, '{ auth { id } }')).status).toBe(401)
  expect(await sessionsOf(person.access_token)).toHaveLength(1)
})

test('rejects the next call of a disabled account', async () => {
  const person = await app.person()
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', person.id).execute()
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
  expect((await app.token({ grant_type: 'refresh_token', refresh_token: person.refresh_token })).status).toBe(
    400,
  )
})

test('accepts a refresh token only for the refreshToken mutation, which accepts no other tokens', async () => {
  const person = await app.person()
  const refresh = 'mutation refreshToken { refreshToken { access_token refresh_token expires_in } }'
  expect((await app.graphql(person.refresh_token, '{ auth { id } }')).status).toBe(401)
  expect((await app.graphql(person.access_token, refresh)).status).toBe(401)
  const { body } = await app.graphql(person.refresh_token, refresh)
  expect(body.data.refreshToken.expires_in).toBeLessThanOrEqual(300)
  expect((await app.graphql(body.data.refreshToken.access_token, '{ auth { id } }')).status).toBe(200)
  expect((await app.graphql('nothing', refresh)).status).toBe(401)
})

test('lists platform-wide permissions with labels in the requested language', async () => {
  const { access_token } = await adminTokens(app)
  const list =
    'query listAuthCode($scope: AuthCodeScope) { listAuthCode(scope: $scope) { code scope label description } }'
  const { body } = await app.graphql(
    access_token,
    list,
    { scope: 'PLATFORM' },
    { 'accept-language': 'en-US' },
  )
  expect(body.data.listAuthCode.map(({ code }: { code: string }) => code)).toEqual([
    'organization_list',
    'certification_audit',
    'account_management',
    'application_management',
    'audit_view',
    'security_management',
  ])
  expect(body.data.listAuthCode[0].label).toBe('Organizations')
  const all = await app.graphql(access_token, list)
  expect(all.body.data.listAuthCode).toHaveLength(12)
})

test('the audit log contains the old and new values of a change, but no passwords or phone numbers', async () => {
  const person = await app.person({ nickName: 'Before' })
  await app.graphql(person.access_token, 'mutation { updateProfile(nickName: "After") { id } }')
  await app.graphql(person.access_token, 'mutation { updateProfile(nickName: "After") { id } }')
  const events = await app.db.query
    .selectFrom('audit_event')
    .selectAll()
    .where('tenant_id', '=', person.id)
    .orderBy('id')
    .execute()
  const rows = await withPersonal(app.db.query, events)
  expect(rows.map(({ action }) => action)).toEqual(['Register', 'SignIn', 'UpdateProfile'])
  expect(rows[2]).toMatchObject({
    actor_id: person.id,
    success: true,
    changes: { name: ['Before', 'After'] },
  })
  const everything = JSON.stringify(rows) + app.log.join('')
  expect(everything).not.toContain(person.password)
  expect(everything).not.toContain(person.phone.slice(3))
})
