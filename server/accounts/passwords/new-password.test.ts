import { expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { newPhone, startApp } from '../../testing/app.ts'
import { givenPerson, organization } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { ensureAdmin } from '../admins/first-admin.ts'

const app = useApp()
const admin = useAdmin(app)

const asAdmin = (call: string) => app.graphql(admin.access_token, `mutation { ${call} }`)

/** Returns all calls that set the password of a member of the organization. */
async function memberCalls() {
  const owner = await givenPerson(app)
  const tenant = await organization(app, { owner: owner, name: `青石仪器 ${newPhone()}` })
  const { id, phone, access_token: token } = owner
  await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'reset' })
  const mobilePhoneCode = await app.code(phone)
  return {
    tenant,
    calls: {
      changePassword: (password: string) =>
        app.graphql(token, `mutation { changePassword(password: "${password}") }`),
      resetPasswordByAdmin: (password: string) =>
        asAdmin(`resetPasswordByAdmin(operatorId: "${id}", password: "${password}")`),
      resetPassword: (password: string) =>
        app.post('/ResetPassword', { mobilePhone: phone, mobilePhoneCode, password }),
      createTenantOperator: (password: string) =>
        asAdmin(
          `createTenantOperator(tenantId: "${tenant.id}", mobilePhone: "${newPhone()}", nickName: "新人", password: "${password}") { id }`,
        ),
    },
  }
}

const fieldsOf = ({ body }: { body: Record<string, never> }) =>
  (body.fields ??
    (body.errors as unknown as { extensions: { fields: unknown } }[])?.[0]?.extensions.fields) as
    | Record<string, string>
    | undefined

test.each(['changePassword', 'resetPasswordByAdmin', 'resetPassword', 'createTenantOperator'] as const)(
  '%s rejects common passwords and passwords that are the name of the organization',
  async (call) => {
    const { tenant, calls } = await memberCalls()
    const before = await app.db.query
      .selectFrom('account')
      .select(['id', 'password_hash'])
      .orderBy('id')
      .execute()
    expect(fieldsOf(await calls[call]('P@ssw0rd'))).toEqual({ password: '密码过于常见，请换一个' })
    expect(fieldsOf(await calls[call]('aaaaaaaaaa'))).toEqual({ password: '密码不能由同一字符组成' })
    expect(fieldsOf(await calls[call](tenant.name))).toEqual({
      password: '密码不能由姓名、用户名、手机号、组织名称或平台名称组成',
    })
    const after = await app.db.query
      .selectFrom('account')
      .select(['id', 'password_hash'])
      .orderBy('id')
      .execute()
    expect(after).toEqual(before)
  },
)

const registerCode = async (mobilePhone: string) => {
  await app.post('/RegisterCode', { mobilePhone, purpose: 'register' })
  return app.code(mobilePhone)
}

test('rejects weak passwords both at sign-up and when an administrator creates an account', async () => {
  const mobilePhone = newPhone()
  const mobilePhoneCode = await registerCode(mobilePhone)
  const tries = ['P@ssw0rd', ' '.repeat(10), 'Qingshi2026', `${mobilePhone.slice(3)}a`]
  for (const password of tries) {
    const input = { mobilePhone, nickName: 'Qingshi', password }
    expect(fieldsOf(await app.post('/Register', { ...input, mobilePhoneCode })), password).toEqual({
      password: expect.any(String),
    })
    const created = await asAdmin(
      `createOperator(mobilePhone: "${mobilePhone}", nickName: "Qingshi", password: "${password}") { id }`,
    )
    expect(fieldsOf(created), password).toEqual({ password: expect.any(String) })
  }
})

test.each(['/Register', '/ResetPassword'])(
  '%s checks the SMS code before the strength of the password',
  async (path) => {
    const mobilePhone = newPhone()
    const input = { mobilePhone, mobilePhoneCode: '000000', password: 'P@ssw0rd' }
    expect(fieldsOf(await app.post(path, input))).toEqual({ mobilePhoneCode: expect.any(String) })
  },
)

test('a rejected password does not use up the SMS code', async () => {
  const mobilePhone = newPhone()
  const input = { mobilePhone, mobilePhoneCode: await registerCode(mobilePhone) }
  for (let tries = 0; tries < limits.code.tries + 1; tries += 1)
    expect(fieldsOf(await app.post('/Register', { ...input, password: 'P@ssw0rd' }))).toHaveProperty(
      'password',
    )
  expect((await app.post('/Register', { ...input, password: 'seven quiet rivers' })).status).toBe(201)
})

test('limits the number of password strength checks per network', async () => {
  await using other = await startApp({ REEVE_LIMITS: '1' })
  const mobilePhone = newPhone()
  await other.post('/RegisterCode', { mobilePhone, purpose: 'register' })
  const input = { mobilePhone, mobilePhoneCode: await other.code(mobilePhone), password: 'P@ssw0rd' }
  const statuses = []
  for (let tries = 0; tries <= limits.newPasswords.perHour; tries += 1)
    statuses.push((await other.post('/Register', input)).status)
  expect(statuses.lastIndexOf(400)).toBe(limits.newPasswords.perHour - 1)
  expect(statuses.at(-1)).toBe(429)
})

test('rejects weak passwords for the first administrator', async () => {
  await using other = await startApp({ REEVE_ADMIN_PASSWORD: 'tall green lanterns' })
  await other.db.query.updateTable('account').set({ admin: false }).execute()
  const services = {} as never
  const deps = { db: other.db, services }
  for (const password of ['P@ssw0rd', 'Admin2026'])
    await expect(ensureAdmin(deps, { password })).rejects.toMatchObject({ code: 'BAD_INPUT' })
})
