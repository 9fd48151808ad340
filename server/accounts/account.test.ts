import { expect, test } from 'vitest'
import { newPhone } from '../testing/app.ts'
import { useApp } from '../testing/use-app.ts'

const app = useApp()

const whole = `query auth { auth {
  id name admin
  authInfo { authCodes tenantInfos { tenantId displayName roles authCodes } }
  profile { username firstName lastName mobilePhone email emailVerified enabled createdTimestamp passwordChangeRequired
    sessions { id ip userAgent startDateTime lastAccessDateTime current } }
  tenant { id name status personal owner { id } managers { id } operators { id } expireAt uploadAudit internal
    statistics { operatorCount managerCount deviceCount onlineDeviceCount } areas { id } address contact { name } createDateTime }
  tenants { id name }
} }`

test('registers a user with a personal organization, and lets the user sign in', async () => {
  const person = await app.person({ nickName: '王志远', username: 'Wang.ZhiYuan' })
  const { status, body } = await app.graphql(person.access_token, whole)
  expect(status).toBe(200)
  expect(body.errors).toBeUndefined()
  const { auth } = body.data
  expect(auth).toMatchObject({
    id: person.id,
    name: '王志远',
    admin: false,
    authInfo: { authCodes: [], tenantInfos: [] },
    profile: {
      username: 'Wang.ZhiYuan',
      mobilePhone: person.phone,
      email: null,
      emailVerified: false,
      enabled: true,
    },
    tenant: { id: person.id, name: '王志远', status: 'FINISH', personal: true, owner: { id: person.id } },
    tenants: [],
  })
  expect(auth.profile.sessions).toMatchObject([{ current: true, ip: '127.0.0.1' }])
  expect(Math.abs(auth.profile.createdTimestamp - Date.now())).toBeLessThan(3_600_000)
})

test('rejects every API call without a valid token', async () => {
  for (const token of [undefined, 'x.y.z', 'no-token']) {
    const { status, body } = await app.graphql(token, '{ auth { id } }')
    expect(status).toBe(401)
    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED')
  }
})

test('allows one account per phone, and reports that a phone is taken only after a correct SMS code', async () => {
  const person = await app.person()
  const other = { mobilePhone: person.phone, password: 'another good password' }
  await app.db.query.deleteFrom('rate_limit').execute()
  expect((await app.post('/RegisterCode', { mobilePhone: person.phone, purpose: 'register' })).status).toBe(
    200,
  )
  const wrong = await app.post('/Register', { ...other, mobilePhoneCode: '000000' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.fields).toHaveProperty('mobilePhoneCode')
  const taken = await app.post('/Register', { ...other, mobilePhoneCode: await app.code(person.phone) })
  expect(taken.status).toBe(409)
  expect(taken.body).toMatchObject({ code: 'CONFLICT', fields: { mobilePhone: '手机号已被其他账号使用' } })
})

test('treats all spellings of a phone number as the same phone', async () => {
  const phone = newPhone()
  const national = phone.slice(3)
  const wide = [...national].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
  const sent = await app.post('/RegisterCode', {
    mobilePhone: ` ${wide.slice(0, 3)}　${wide.slice(3)} `,
    purpose: 'register',
  })
  expect(sent).toMatchObject({ status: 200, body: { expiresIn: 300, resendAfter: 60 } })
  const again = await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'login' })
  expect(again.status).toBe(429)
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
  const mobilePhoneCode = await app.code(phone)
  const password = 'correct horse battery'
  const registered = await app.post('/Register', { mobilePhone: national, mobilePhoneCode, password })
  expect(registered.status).toBe(201)
  for (const username of [phone, national, `86 ${national}`, `+86-${national}`, wide]) {
    expect((await app.token({ grant_type: 'password', username, password })).status, username).toBe(200)
  }
})

test('accepts an SMS code only once, and only for the phone and the purpose that it was sent for', async () => {
  const [first, second] = [newPhone(), newPhone()]
  const password = 'correct horse battery'
  await app.post('/RegisterCode', { mobilePhone: first, purpose: 'register' })
  const mobilePhoneCode = await app.code(first)
  expect((await app.post('/Register', { mobilePhone: second, mobilePhoneCode, password })).status).toBe(400)
  expect((await app.post('/ResetPassword', { mobilePhone: first, mobilePhoneCode, password })).status).toBe(
    400,
  )
  expect((await app.post('/Register', { mobilePhone: first, mobilePhoneCode, password })).status).toBe(201)
  expect((await app.post('/Register', { mobilePhone: first, mobilePhoneCode, password })).status).toBe(400)
})

test('rejects input of the wrong type instead of treating it as missing', async () => {
  const answer = await app.post('/CheckLoginId', { loginId: 5 }, { 'accept-language': 'en' })
  expect(answer.body.fields).toEqual({ loginId: 'Invalid value' })
  const none = await app.post('/RegisterCode', {}, { 'accept-language': 'en' })
  expect(none.body.fields).toEqual({ mobilePhone: 'Required' })
})

test('invalidates an SMS code after five wrong attempts, even if 50 attempts arrive at once', async () => {
  const mobilePhone = newPhone()
  const password = 'correct horse battery'
  await app.post('/RegisterCode', { mobilePhone, purpose: 'register' })
  const right = await app.code(mobilePhone)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  const guesses = Array.from({ length: 50 }, () =>
    app.post('/Register', { mobilePhone, mobilePhoneCode: wrong, password }),
  )
  for (const { status } of await Promise.all(guesses)) expect(status).toBe(400)
  expect((await app.post('/Register', { mobilePhone, mobilePhoneCode: right, password })).status).toBe(400)
  const [row] = await app.db.query
    .selectFrom('verification_code')
    .selectAll()
    .where('target', '=', mobilePhone)
    .execute()
  expect(row?.tries).toBe(5)
})

test('rejects an expired SMS code', async () => {
  const mobilePhone = newPhone()
  await app.post('/RegisterCode', { mobilePhone, purpose: 'register' })
  const mobilePhoneCode = await app.code(mobilePhone)
  await app.db.query
    .updateTable('verification_code')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('target', '=', mobilePhone)
    .execute()
  expect(
    (await app.post('/Register', { mobilePhone, mobilePhoneCode, password: 'correct horse battery' })).status,
  ).toBe(400)
})

test('rejects passwords at sign-up that are too short, too long or common, or are the username or phone', async () => {
  const mobilePhone = newPhone()
  await app.post('/RegisterCode', { mobilePhone })
  // A call that is rejected because of the password does not use up the verification code.
  const mobilePhoneCode = await app.code(mobilePhone)
  const refused = [
    'short',
    'x'.repeat(129),
    'password1',
    mobilePhone.slice(1),
    mobilePhone.slice(3),
    'ＺhangSan.1',
    'zhangsan.1',
  ]
  for (const password of refused) {
    const answer = await app.post('/Register', {
      mobilePhone,
      mobilePhoneCode,
      password,
      username: 'zhangsan.1',
    })
    expect(answer.status, password).toBe(400)
    expect(answer.body.fields, password).toHaveProperty('password')
  }
})

test('reports all invalid fields in one response, in the requested language', async () => {
  const wrong = { mobilePhone: '12', password: '', username: '1x', nickName: 'a\u202eb' }
  const { status, body } = await app.post('/Register', wrong, { 'accept-language': 'en' })
  expect(status).toBe(400)
  expect(body.code).toBe('BAD_INPUT')
  expect(Object.keys(body.fields).sort()).toEqual([
    'mobilePhone',
    'mobilePhoneCode',
    'nickName',
    'password',
    'username',
  ])
  expect(body.fields.mobilePhone).toBe('Not a valid phone number')
  expect(body.fields.mobilePhoneCode).toBe('Required')
})

test('a password reset ends every session of the user, replaces the password and sends a notice', async () => {
  const person = await app.person()
  await app.db.query.deleteFrom('rate_limit').execute()
  await app.post('/RegisterCode', { mobilePhone: person.phone, purpose: 'reset' })
  const mobilePhoneCode = await app.code(person.phone)
  const password = 'a whole new password'
  const { status } = await app.post('/ResetPassword', {
    mobilePhone: person.phone,
    mobilePhoneCode,
    password,
  })
  expect(status).toBe(204)
  expect((await app.graphql(person.access_token, '{ auth { id } }')).status).toBe(401)
  expect((await app.token({ grant_type: 'refresh_token', refresh_token: person.refresh_token })).status).toBe(
    400,
  )
  const sign = (password: string) => app.token({ grant_type: 'password', username: person.phone, password })
  expect((await sign(person.password)).status).toBe(400)
  expect((await sign(password)).status).toBe(200)
  await expect
    .poll(
      () => app.messages().some(({ to, template }) => to === person.phone && template === 'password.reset'),
      { timeout: 30_000 },
    )
    .toBe(true)
})
