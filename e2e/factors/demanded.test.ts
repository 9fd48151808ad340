import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { signInByPassword } from '../harness/actions.ts'
import { registerApplication, usePortal } from '../harness/application.ts'
import {
  accessibilityFaults,
  adminPassword,
  demoPassword,
  type Look,
  picture,
  reconnect,
  tokensOf,
  useConsole,
} from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'
import { addAuthenticatorApp, totp } from '../harness/totp.ts'

// If a second factor is required, accounts without a second factor cannot open any page. After the user has
// added one, the requested page opens.

const fresh = useConsole({ REEVE_SECOND_FACTOR: 'administrators' })
const strict = useConsole({ REEVE_SECOND_FACTOR: 'required' }, { demo: true })

const { redirectUri, start, isBack } = await usePortal()

const isLocked = (page: Page) => page.getByRole('heading', { name: '请先开启两步验证' }).waitFor()

/**
 * Adds an authenticator app on the page that requires a second factor. The page then shows the recovery
 * codes.
 */
async function setUp(page: Page) {
  await page.getByRole('button', { name: /身份验证器/ }).click()
  const dialog = page.getByRole('dialog', { name: '添加身份验证器' })
  await dialog.getByRole('img', { name: '身份验证器二维码' }).waitFor()
  const secret = required(await dialog.locator('code').textContent(), 'text content')
  await dialog.getByLabel('动态验证码').fill('000000')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await dialog.getByText('验证码错误或已使用').waitFor()
  await dialog.getByLabel('动态验证码').fill(totp(secret))
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('dialog', { name: '恢复码' }).waitFor()
  return secret
}

test('requires a second factor from the first administrator before the requested page opens', async () => {
  const page = await fresh.open('/all-management/account-management')
  await signInByPassword(page, { username: 'admin', password: adminPassword })
  await isLocked(page)
  await page.getByText('当前地址不支持通行密钥').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'demanded-light-zh-1440')
  await page.goto(`${fresh.server.url}/message/list`)
  await isLocked(page)
  await page.goBack()
  await isLocked(page)

  await setUp(page)
  // The recovery codes stay visible while the user saves them in another window.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await picture(page, 'demanded-codes')
  const codes = page.getByRole('dialog', { name: '恢复码' })
  expect(await codes.locator('li').count()).toBe(10)
  await codes.getByRole('button', { name: '我已保存' }).click()
  await page.getByRole('table').waitFor()
  expect(new URL(page.url()).pathname).toBe('/all-management/account-management')
  await picture(page, 'demanded-done')
})

test('continues a sign-in to an application after the user has added the required second factor', async () => {
  const administrator = await tokensOf(strict.server, { username: 'admin', password: demoPassword })
  await addAuthenticatorApp(strict.server, administrator)
  const application = await registerApplication(strict.server, administrator, {
    ...{ name: '数据门户', firstParty: true, redirectUris: [redirectUri] },
    input: { scopes: ['openid', 'profile'] },
  })
  const page = await strict.open(start(application.id))
  await signInByPassword(page, signInOf(required(ordinary[6], 'item of ordinary')))
  await isLocked(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'demanded-application')
  await page.getByRole('link', { name: '去设置' }).click()
  await page.getByText('平台或您所在的组织').waitFor()
  await setUp(page)
  await page.getByRole('button', { name: '我已保存' }).click()
  expect((await isBack(page)).has('code')).toBe(true)
})

test.each<Look>([
  { theme: 'dark', width: 1440 },
  { width: 360, height: 780 },
  { locale: 'en-US', theme: 'dark', width: 360, height: 780 },
])('the page that requires a second factor is accessible with %o', async (look) => {
  const page = await strict.openAs(
    signInOf(required(ordinary[9], 'item of ordinary')),
    '/accountInfo/index',
    look,
  )
  await page.getByRole('heading', { name: /请先开启两步验证|Set up two-step/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, `demanded-${look.locale ?? 'zh'}-${look.theme ?? 'light'}-${look.width}`)
})

test('reports that the server cannot be reached, and lets the user add a required second factor afterwards', async () => {
  const page = await strict.openAs(signInOf(required(ordinary[9], 'item of ordinary')))
  await isLocked(page)
  strict.expectPrinted(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /身份验证器/ }).click()
  await page
    .getByText(/网络|无法连接/)
    .first()
    .waitFor()
  await picture(page, 'demanded-unreachable')
  await reconnect(page)
  await setUp(page)
})
