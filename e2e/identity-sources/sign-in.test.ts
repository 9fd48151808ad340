import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenidServer, startOpenidServer } from '../../server/testing/identity-sources/openid.ts'
import { signInByPassword, signOut } from '../harness/actions.ts'
import { givenSource } from '../harness/identity-sources.ts'
import {
  accessibilityFaults,
  adminPassword,
  callAs,
  phone as phoneLook,
  picture,
  useConsole,
} from '../harness/index.ts'
import { actors } from '../harness/organizations.ts'

// Sign-ins with an identity of an OpenID provider.

const reeve = useConsole({ REEVE_IDENTITY_NETWORKS: '127.0.0.1' })
const admin = { username: 'admin', password: adminPassword }
const { register } = actors(() => reeve.server)
let provider: OpenidServer
let people = 0

beforeAll(async () => {
  provider = await startOpenidServer()
  await givenSource(reeve.server, provider, { key: 'create', name: '集团统一认证', firstSignIn: 'CREATE' })
  await givenSource(reeve.server, provider, { key: 'link', name: '港口统一认证', firstSignIn: 'SIGN_IN' })
  await givenSource(reeve.server, provider, { key: 'phone', name: '云澜统一认证', firstSignIn: 'PHONE' })
})
afterAll(() => provider[Symbol.asyncDispose]())
beforeEach(() => {
  provider.hooks.person = { sub: `person-${++people}`, name: '孟思琳' }
  provider.hooks.redirect = () => {}
})

const source = (page: Page, name: string) =>
  page.getByRole('region', { name: '其他登录方式' }).getByRole('button', { name })
const onAccountPage = (page: Page) => page.waitForURL('**/accountInfo/index')

test('asks for consent, creates an account, and shows the source as last used', async () => {
  const page = await reeve.open('/login')
  await source(page, '集团统一认证').click()
  await page.getByText('请先阅读并同意用户协议和隐私政策').waitFor()
  await picture(page, 'sign-in-sources-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('checkbox').check()
  await source(page, '集团统一认证').click()
  await page.getByRole('heading', { name: '首次使用集团统一认证登录' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'sign-in-first-create-light-zh-1440')
  await page.getByRole('button', { name: '创建账号并登录' }).click()
  await onAccountPage(page)
  await page.getByText('孟思琳').first().waitFor()

  await signOut(page)
  await source(page, '集团统一认证').getByText('上次使用').waitFor()
  await source(page, '集团统一认证').click()
  await onAccountPage(page)
})

test('links the identity to the account that signs in afterwards', async () => {
  const person = await register('关联者')
  const page = await reeve.open('/login?redirect=messageList', phoneLook)
  await page.getByRole('checkbox').check()
  await source(page, '港口统一认证').click()
  await page.getByText(/登录您的账号后将关联“孟思琳”/).waitFor()
  await picture(page, 'sign-in-linking-390')
  expect(await accessibilityFaults(page)).toEqual([])
  await signInByPassword(page, person)
  await page.getByText('登录方式已关联，以后可直接用它登录').waitFor()
  await page.waitForURL('**/message/list')
})

test('signs in with an SMS code to the phone number that the provider reports', async () => {
  // The registration has just sent a code to the person's phone number, so another number is used.
  const phoneNumber = '+8613700000021'
  const { auth } = await callAs(reeve.server, await register('同号者'), '{ auth { id } }')
  const change = `mutation { updateOperator(id: "${auth.id}", mobilePhone: "${phoneNumber}") { id } }`
  await callAs(reeve.server, admin, change)
  provider.hooks.person = { sub: 'phone-person', name: '孟思琳', phone_number: phoneNumber }
  const page = await reeve.open('/login')
  await page.getByRole('checkbox').check()
  await source(page, '云澜统一认证').click()
  await page.getByRole('heading', { name: '首次使用云澜统一认证登录' }).waitFor()
  await page.getByRole('button', { name: '获取验证码' }).click()
  const code = await reeve.server.newestCode(phoneNumber)
  await page.getByLabel('短信验证码').fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: '验证并登录' }).click()
  await page.getByText('验证码错误或已失效').waitFor()
  await picture(page, 'sign-in-first-phone-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('短信验证码').fill(code)
  await page.getByRole('button', { name: '验证并登录' }).click()
  await onAccountPage(page)
})

test('explains why a sign-in failed, and leaves the form usable', async () => {
  provider.hooks.redirect = (params) => {
    params.delete('code')
    params.set('error', 'access_denied')
  }
  const page = await reeve.open('/login/create')
  await page.getByRole('alert').getByText('登录已取消，或您没有使用集团统一认证登录的权限').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'sign-in-denied-light-zh-1440')
  await signInByPassword(page, admin)
  await onAccountPage(page)
})

test('shows below its button that a provider is unavailable, and retains the input', async () => {
  await givenSource(reeve.server, provider, { key: 'down', name: '停机的认证', issuer: 'http://127.0.0.1:9' })
  const page = await reeve.open('/login')
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByRole('checkbox').check()
  await source(page, '停机的认证').click()
  await page.getByRole('alert').getByText('暂时无法使用，请用密码登录').waitFor()
  expect(await page.getByLabel('账号', { exact: true }).inputValue()).toBe('admin')
  await picture(page, 'sign-in-source-down-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  await signInByPassword(page, admin)
  await onAccountPage(page)
})
