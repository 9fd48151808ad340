import { expect, test } from 'vitest'
import { codeFor, e164, placeOf, signInByPassword, signOut } from './harness/actions.ts'
import { useConsole } from './harness/index.ts'

const reeve = useConsole()
const password = 'paper-boats-on-wine'

test('someone registers with a code, leaves, and comes back with the password', async () => {
  const page = await reeve.open('/login')
  await page.getByRole('link', { name: '手机号注册' }).click()
  await page.getByLabel('手机号').fill('13812340001')
  const code = await codeFor(page, reeve.server.newestCode, e164('13812340001'))
  await expect.poll(() => page.getByRole('button', { name: /秒后重发/ }).isDisabled()).toBe(true)
  await page.getByLabel('短信验证码').fill(code)
  await page.getByLabel('密码', { exact: true }).fill(password)

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
  await page.getByText('登录出错，请刷新重试').waitFor()
  expect(placeOf(page)).toMatch(/^\/login/)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/accountInfo/index')
})

test('a pasted number may have full-width digits and spaces', async () => {
  const page = await reeve.open('/register')
  await page.getByLabel('手机号').fill('　１３８ １２３４ ０００２ ')
  const code = await codeFor(page, reeve.server.newestCode, e164('13812340002'))
  await page
    .getByLabel('短信验证码')
    .fill(code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)))
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL('**/accountInfo/index')
})

test('what is missing is said at its field, and nothing is sent', async () => {
  const page = await reeve.open('/login')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('用户名不能为空').waitFor()
  await page.getByText('密码不能为空').waitFor()
  expect(
    await page.getByLabel('账号', { exact: true }).evaluate((input) => input === document.activeElement),
  ).toBe(true)

  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('手机号不能为空').waitFor()
  await page.getByText('验证码不能为空').waitFor()

  await page.goto('/register')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('手机号不能为空').waitFor()
  expect(
    reeve.server.messages().filter(({ to }) => !['+8613812340001', '+8613812340002'].includes(to)),
  ).toEqual([])
})

test('a number that has an account is told so only to who holds its code', async () => {
  const page = await reeve.open('/register')
  await page.getByLabel('手机号').fill('13812340003')
  const code = await codeFor(page, reeve.server.newestCode, e164('13812340003'))
  await page.getByLabel('短信验证码').fill(code === '000000' ? '000001' : '000000')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('验证码错误或已失效').first().waitFor()

  await page.getByLabel('短信验证码').fill(code)
  await page.getByLabel('密码', { exact: true }).fill('12345678')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('密码过于常见，请换一个').first().waitFor()
  expect(placeOf(page)).toBe('/register')
})
