import { beforeAll, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { requestCode } from './harness/actions.ts'
import {
  absent,
  accessibilityFaults,
  demoPassword,
  type Look,
  picture,
  type Tokens,
  tokensOf,
  useConsole,
} from './harness/index.ts'
import { ordinary, signInOf } from './harness/people.ts'

// Tests actions that could be used to take over an account, in a session that is older than ten minutes.

const reeve = useConsole({}, { demo: true })
const people = ordinary.filter(({ username }) => username).slice(0, 4)
const [byPassword, byCode, withoutPassword, small] = people as [Person, Person, Person, Person]
type Person = (typeof ordinary)[number]
const sessions = new Map<string, Tokens>()

beforeAll(async () => {
  for (const person of people) sessions.set(person.id, await tokensOf(reeve.server, signInOf(person)))
  await reeve.server.change(
    `update session set authenticated_at = now() - interval '1 hour'`,
    // Simulates an imported account, which has no password.
    `update account set password_hash = null, password_changed_at = null
     where mobile_phone = '${withoutPassword.mobilePhone}'`,
  )
})

const openAs = (person: Person, look: Look = {}) =>
  reeve.openAs(required(sessions.get(person.id), 'item of sessions'), '/accountInfo/index', look)

test('asks for the current password before changing it, and keeps the entered new password if the user cancels', async () => {
  const page = await openAs(byPassword)
  await page.getByRole('button', { name: '修改 登录密码' }).click()
  const form = page.getByRole('dialog', { name: '修改密码' })
  await form.getByLabel('新密码').fill('three-grey-herons')
  const send = form.getByRole('button', { name: '修改密码' })
  await send.click()
  const question = page.getByRole('dialog', { name: '验证身份' })
  await question.getByLabel('登录密码').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'proof-password')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await form.getByText('请先验证身份').waitFor()
  expect(await form.getByLabel('新密码').inputValue()).toBe('three-grey-herons')

  await send.click()
  await question.getByLabel('登录密码').fill('not the password')
  await page.keyboard.press('Enter')
  await question.getByText('密码不正确').first().waitFor()
  await question.getByLabel('登录密码').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByText('密码已修改，其他设备已退出登录').waitFor()
  await form.waitFor({ state: 'hidden' })
  await tokensOf(reeve.server, { ...signInOf(byPassword), password: 'three-grey-herons' })

  // The next action does not ask again, because the verification is still valid.
  await page.getByRole('button', { name: '修改 登录密码' }).click()
  await form.getByLabel('新密码').fill('four-grey-herons')
  await send.click()
  await form.waitFor({ state: 'hidden' })
})

test('verifies a user’s identity by a code sent to the account’s phone', async () => {
  const page = await openAs(byCode)
  await page.getByRole('button', { name: /邮箱$/ }).first().click()
  const form = page.getByRole('dialog').first()
  await form.getByLabel('邮箱地址').fill('someone.else@example.com')
  const emailCode = await requestCode(page, reeve.server.newestCode, 'someone.else@example.com')
  await form.getByLabel('邮箱验证码').fill(emailCode)
  await form.getByRole('button', { name: /邮箱$/ }).click()
  const question = page.getByRole('dialog', { name: '验证身份' })
  await question.getByRole('tab', { name: '短信验证码' }).click()
  await question.getByRole('button', { name: '获取验证码' }).click()
  await question.getByText(/^已发送至/).waitFor()
  await picture(page, 'proof-code')
  await question
    .getByLabel('验证码', { exact: true })
    .fill(await reeve.server.newestCode(required(byCode.mobilePhone, 'mobilePhone')))
  await question.getByRole('button', { name: '验证并继续' }).click()
  await page.getByText('邮箱已绑定').waitFor()
})

test('offers only an SMS code as identity verification if the account has no password', async () => {
  const page = await openAs(withoutPassword)
  await page.getByRole('button', { name: '修改 登录密码' }).click()
  const form = page.getByRole('dialog', { name: '修改密码' })
  await form.getByLabel('新密码').fill('three-grey-herons')
  await form.getByRole('button', { name: '修改密码' }).click()
  const question = page.getByRole('dialog', { name: '验证身份' })
  const send = question.getByRole('button', { name: '获取验证码' })
  await absent(question.getByRole('tab'), { after: send })
  await send.click()
  const code = await reeve.server.newestCode(required(withoutPassword.mobilePhone, 'mobilePhone'))
  await question.getByLabel('验证码', { exact: true }).fill(code)
  await question.getByRole('button', { name: '验证并继续' }).click()
  await page.getByText('密码已修改，其他设备已退出登录').waitFor()
  await tokensOf(reeve.server, { ...signInOf(withoutPassword), password: 'three-grey-herons' })
})

test('shows the identity verification dialog in English on a phone', async () => {
  const page = await openAs(small, { width: 360, height: 740, locale: 'en-US', theme: 'dark' })
  await page.getByRole('button', { name: 'Change Password' }).click()
  const form = page.getByRole('dialog', { name: 'Change password' })
  await form.getByLabel('New password').fill('three-grey-herons')
  await form.getByRole('button', { name: 'Change password' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByRole('textbox', { name: 'Password' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'proof-phone')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await form.getByText("Confirm it's you").waitFor()
})
