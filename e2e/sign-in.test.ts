import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import { e164, pathOf, requestCode, signInByPassword, signOut } from './harness/actions.ts'
import {
  absent,
  accessibilityFaults,
  demoPassword,
  desktop,
  picture,
  tokensOf,
  useConsole,
} from './harness/index.ts'
import { disabled, mustChangePassword, national, ordinary, signInOf } from './harness/people.ts'

const reeve = useConsole({}, { demo: true })
const newPassword = 'three-grey-herons'

test('accepts an SMS code for only one sign-in', async () => {
  const person = first(ordinary, 'ordinary')
  const enter = async (page: Page, code?: string) => {
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await page.getByLabel('手机号').fill(national(person))
    const given = code ?? (await requestCode(page, reeve.server.newestCode, person.mobilePhone))
    await page.getByLabel('短信验证码').fill(given)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '登录', exact: true }).click()
    return given
  }
  const page = await reeve.open('/login')
  const code = await enter(page)
  await page.getByText('欢迎使用').waitFor()
  await page.waitForURL('**/accountInfo/index')
  await page.getByRole('heading', { name: person.name }).waitFor()

  const other = await reeve.open('/login')
  await enter(other, code)
  await other.getByText('手机号或验证码不正确').waitFor()
  expect(pathOf(other)).toBe('/login')
})

test('resets a forgotten password by phone, and ends all sessions of the account', async () => {
  const person = required(ordinary[2], 'item of ordinary')
  const otherBrowser = await reeve.openAs(signInOf(person))
  await otherBrowser.getByRole('heading', { name: person.name }).waitFor()

  const page = await reeve.open('/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await page.getByLabel('手机号').fill(national(person))
  const code = await requestCode(page, reeve.server.newestCode, person.mobilePhone)
  await page.getByLabel('短信验证码').fill(code)
  await page.getByLabel('新密码').fill(newPassword)
  await page.getByRole('button', { name: '重置密码', exact: true }).click()
  await page.waitForURL('**/login')
  await page.getByText('密码已重置').waitFor()

  await otherBrowser.reload()
  await otherBrowser.waitForURL('**/login**')
  await signInByPassword(page, { username: person.mobilePhone, password: demoPassword })
  await page.getByText('账号或密码不正确').waitFor()
  await page.getByLabel('密码', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/accountInfo/index')
})

test('shows the same error for a disabled account as for a wrong password', async () => {
  const page = await reeve.open('/login')
  await signInByPassword(page, signInOf(disabled))
  await page.getByText('账号或密码不正确').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('requires a new password at sign-in after an administrator has set the password', async () => {
  const page = await reeve.open('/login')
  await signInByPassword(page, signInOf(mustChangePassword))
  await page.getByRole('heading', { name: '请先修改密码' }).waitFor()
  await page.goto('/accountInfo/index')
  await page.getByRole('heading', { name: '请先修改密码' }).waitFor()
  const foot = required(await page.getByRole('contentinfo').boundingBox(), 'bounding box')
  expect(foot.y + foot.height).toBe(desktop.height)
  await page.getByLabel('新密码').fill(newPassword)
  await page.getByRole('button', { name: '保存并继续' }).click()
  await page.getByText('密码已修改').waitFor()
  await page.getByRole('heading', { name: mustChangePassword.name }).waitFor()
  await tokensOf(reeve.server, { username: mustChangePassword.mobilePhone, password: newPassword })
})

test('reports empty fields at sign-in, and asks to accept each version of the terms only once', async () => {
  const page = await reeve.open('/login')
  const asked: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())))
  const box = page.getByRole('checkbox', { name: '我已阅读并同意《用户协议》和《隐私政策》' })
  expect(await box.isChecked()).toBe(false)
  // Each empty field shows an error.
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('手机号不能为空').waitFor()
  await page.getByText('验证码不能为空').waitFor()
  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('用户名不能为空').waitFor()
  await page.getByText('密码不能为空').waitFor()
  await expect
    .poll(() =>
      page.getByLabel('账号', { exact: true }).evaluate((input) => input === document.activeElement),
    )
    .toBe(true)
  await page
    .getByLabel('账号', { exact: true })
    .fill(signInOf(required(ordinary[3], 'item of ordinary')).username)
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('请先阅读并同意用户协议和隐私政策').waitFor()
  expect(await box.evaluate((input) => [input.ariaInvalid, document.activeElement === input])).toEqual([
    'true',
    true,
  ])
  expect(asked).toEqual([])
  await picture(page, 'sign-in-consent-missing')
  await box.check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/accountInfo/index')

  await signOut(page)
  await absent(box, { after: page.getByText(/^您已同意《用户协议》和《隐私政策》 \d{4}-\d\d 版$/) })
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'sign-in-agreed')

  // Simulates a change to the terms.
  await page.evaluate(() => localStorage.setItem('agreed-terms', '2020-01-01'))
  await page.reload()
  const again = page.getByRole('checkbox', { name: '协议已更新，我已阅读并同意《用户协议》和《隐私政策》' })
  expect(await again.isChecked()).toBe(false)
  await signInByPassword(page, signInOf(required(ordinary[3], 'item of ordinary')))
  await page.waitForURL('**/accountInfo/index')
  await signOut(page)
  await page.getByText(/^您已同意《用户协议》和《隐私政策》/).waitFor()
})

test('a new user signs up with a code, signs out, and signs in with the password', async () => {
  const page = await reeve.open('/login')
  await page.getByRole('link', { name: '立即注册' }).click()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('手机号不能为空').waitFor()
  // Pasted phone numbers can contain full-width digits and spaces.
  await page.getByLabel('手机号').fill('　１３８ １２３４ ０００１ ')
  const code = await requestCode(page, reeve.server.newestCode, e164('13812340001'))
  await expect.poll(() => page.getByRole('button', { name: /秒后重发/ }).isDisabled()).toBe(true)
  await page
    .getByLabel('短信验证码')
    .fill(code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)))
  await page.getByLabel('密码', { exact: true }).fill(newPassword)

  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('请先阅读并同意用户协议和隐私政策').waitFor()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('欢迎使用').waitFor()
  await page.waitForURL('**/accountInfo/index')
  await page.getByText('138****0001').first().waitFor()

  await signOut(page)
  await page.waitForURL('**/login**')
  await page.getByText('已退出登录').waitFor()
  const left = await page.evaluate(() =>
    ['token', 'refresh_token', 'tenantId', 'tenantName'].map((key) => localStorage.getItem(key)),
  )
  expect(left).toEqual([null, null, null, null])

  await signInByPassword(page, { username: '13812340001', password: 'not the password' })
  await page.getByText('账号或密码不正确').waitFor()
  expect(pathOf(page)).toMatch(/^\/login/)
  await page.getByLabel('密码', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/accountInfo/index')
})

test('reports a wrong SMS code or a common password at sign-up', async () => {
  const page = await reeve.open('/register')
  await page.getByLabel('手机号').fill('13812340003')
  const code = await requestCode(page, reeve.server.newestCode, e164('13812340003'))
  await page.getByLabel('短信验证码').fill(code === '000000' ? '000001' : '000000')
  await page.getByLabel('密码', { exact: true }).fill(newPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('验证码错误或已失效').first().waitFor()

  await page.getByLabel('短信验证码').fill(code)
  await page.getByLabel('密码', { exact: true }).fill('12345678')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('密码过于常见，请换一个').first().waitFor()
  expect(pathOf(page)).toBe('/register')
})
