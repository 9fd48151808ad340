import { expect, inject, test } from 'vitest'
import { legalVersion } from '../../contract/legal.ts'
import { pathOf } from '../harness/actions.ts'
import { registerApplication, usePortal } from '../harness/application.ts'
import { newFolder } from '../harness/folders.ts'
import { startHosted } from '../harness/hosted-server.ts'
import {
  absent,
  accessibilityFaults,
  adminPassword,
  callAs,
  phone,
  picture,
  tokensOf,
  useConsole,
} from '../harness/index.ts'

// The terms have changed since the administrator accepted them, so the console asks the administrator to
// accept them again.

const { redirectUri, start, isBack } = await usePortal()
const admin = { username: 'admin', password: adminPassword }
const person = { username: '+8613900000001', password: 'three-grey-herons' }

/** Returns a data folder in which both accounts have accepted the current terms. */
async function folderWithAgreements(): Promise<string> {
  const folder = await newFolder(inject('templates'), {})
  const before = await startHosted({}, folder)
  await tokensOf(before, admin)
  const post = (path: string, body: object) =>
    fetch(`${before.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const mobilePhone = person.username
  await post('/RegisterCode', { mobilePhone, purpose: 'register' })
  const mobilePhoneCode = await before.newestCode(mobilePhone)
  const { password } = person
  const registered = await post('/Register', {
    ...{ mobilePhone, mobilePhoneCode, password, termsVersion: legalVersion },
  })
  expect(registered.status).toBe(201)
  await before.stop()
  return folder
}

const reeve = useConsole(
  { REEVE_TERMS_VERSION: '2099-12-01', REEVE_TERMS_URL: 'https://example.com/terms' },
  { folder: folderWithAgreements },
)

test('does not store an acceptance of the terms if the user signs out instead', async () => {
  const narrow = { width: 360, height: 740, locale: 'en-US', theme: 'dark' } as const
  const page = await reeve.openAs(admin, '/accountInfo/index', narrow)
  await page.getByRole('heading', { name: 'The terms have changed' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'terms-again-360-dark-en')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to Reeve' }).waitFor()
  const { auth } = await callAs(reeve.server, admin, '{ auth { termsToAgree { version changed } } }')
  expect(auth).toEqual({ termsToAgree: { version: '2099-12-01', changed: true } })
})

test('asks a signed-in user to accept new terms, and then shows the requested page', async () => {
  const page = await reeve.openAs(admin, '/accountInfo/record')
  await page.getByRole('heading', { name: '协议已更新' }).waitFor()
  await page.getByText('2099-12 版').waitFor()
  const link = page.getByRole('link', { name: '《用户协议》' })
  expect(await link.getAttribute('href')).toBe('https://example.com/terms')
  expect(await page.getByRole('link', { name: '《隐私政策》' }).getAttribute('href')).toBe('/privacy')
  await absent(page.getByRole('navigation'), { after: link })
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'terms-again')

  reeve.expectPrinted(/ERR_FAILED/)
  // The request fails, so the terms do not count as accepted, and the page shows an error.
  await page.route('**/graphql**', (route) => route.abort())
  await page.getByRole('button', { name: '同意并继续' }).click()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/graphql**')
  await page.getByRole('button', { name: '同意并继续' }).click()
  await page.getByRole('heading', { name: '我的操作日志' }).waitFor()
  expect(pathOf(page)).toBe('/accountInfo/record')

  await page.goto('/accountInfo/index')
  const panel = page.getByRole('region', { name: '我的数据' })
  await panel
    .getByText(/^2099-12-01 版，\d{4}-\d\d-\d\d .* 同意$/)
    .first()
    .waitFor()
  expect(await panel.getByRole('listitem').filter({ hasText: '2099-12-01 版' }).count()).toBe(2)
})

test('asks a signed-in user to accept new terms before the user continues to an application', async () => {
  const { id: portal } = await registerApplication(reeve.server, admin, {
    ...{ name: '数据门户', firstParty: true, redirectUris: [redirectUri] },
    input: { scopes: ['openid', 'profile'] },
  })
  const page = await reeve.openAs(person, start(portal))
  await page.getByRole('heading', { name: '协议已更新' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'terms-again-application')
  await page.goto(`${reeve.server.url}/device`)
  await page.getByRole('heading', { name: '协议已更新' }).waitFor()
  await page.goto(reeve.server.url + start(portal))
  // If the user declines, the sign-in page opens. The sign-in to the same application continues there.
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('heading', { name: '继续前往 数据门户' }).waitFor()

  const narrow = { width: 360, height: 740, locale: 'en-US', theme: 'dark' } as const
  const other = await reeve.openAs(person, start(portal), narrow)
  await other.getByRole('heading', { name: 'The terms have changed' }).waitFor()
  expect(await accessibilityFaults(other)).toEqual([])
  await picture(other, 'terms-again-application-360')
  await other.getByRole('button', { name: 'Accept and continue' }).click()
  expect((await isBack(other)).has('code')).toBe(true)
})

test('does not ask for acceptance after a user has accepted the terms on the sign-in page', async () => {
  const page = await reeve.open('/login', { ...phone, locale: 'en-US', theme: 'dark' })
  await page.getByText('I have read and').waitFor()
  await page.getByLabel('Username or phone', { exact: true }).fill(admin.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/accountInfo/index')
  await page.getByRole('region', { name: 'Your data' }).waitFor()
  await picture(page, 'terms-agreed-phone-dark')
})
