import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { signInByPassword } from '../harness/actions.ts'
import { absent, accessibilityFaults, adminPassword, phone, picture, useConsole } from '../harness/index.ts'

const reeve = useConsole()
const drawing = (page: Page) => page.getByRole('banner').locator('svg:has(use)')
const submit = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
const box = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

test('reports a wrong password without moving the form, and selects the entered password', async () => {
  const page = await reeve.open('/login')
  await expect.poll(() => focused(page)).toBe('username')
  const before = await submit(page).boundingBox()
  await signInByPassword(page, { username: 'admin', password: 'not the password' })
  const alert = page.getByRole('alert').filter({ hasText: '账号或密码不正确' })
  await alert.waitFor()
  expect(await alert.textContent()).toBe('账号或密码不正确')
  await page.getByRole('status').getByText('登录出错，请刷新重试', { exact: true }).waitFor()
  await expect.poll(() => focused(page)).toBe('password')
  const selected = await box(page, '密码').evaluate(
    (input: HTMLInputElement) => Number(input.selectionEnd) - Number(input.selectionStart),
  )
  expect(selected).toBe('not the password'.length)
  expect(await submit(page).boundingBox()).toEqual(before)
  await picture(page, 'sign-in-wrong-light-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('tab', { name: '密码登录' }).press('ArrowRight')
  await absent(alert, { after: box(page, '手机号') })
  expect(await submit(page).boundingBox()).toEqual(before)
})

test('shows the request id of a server error, and counts down after too many sign-in attempts', async () => {
  const page = await reeve.open('/login')
  reeve.expectPrinted(/500/)
  const answer = (status: number, headers: Record<string, string>, json: object) =>
    page.route('**/openid-connect/token', (route) => route.fulfill({ status, headers, json }), { times: 1 })
  await answer(500, {}, { error: 'server_error', requestId: 'a-request-id' })
  await signInByPassword(page, { username: 'admin', password: adminPassword })
  await page.getByText('登录出错，请刷新重试（请求编号 a-request-id）').waitFor()

  await answer(429, { 'retry-after': '90' }, { error: 'slow_down' })
  await submit(page).click()
  const said = page.getByText(/^操作过于频繁，请在 \d+ 秒后重试$/)
  const left = async () => Number(/\d+/.exec((await said.textContent()) ?? '')?.[0])
  await said.waitFor()
  const first = await left()
  await expect.poll(left).toBeLessThan(first)

  // The sign-in button stays enabled after too many attempts, because a known browser can still sign in with
  // the correct password.
  await submit(page).click()
  await page.getByText('欢迎使用').waitFor()
  await page.waitForURL('**/accountInfo/index')
})

test('shows the illustration next to or above the sign-in form, but not on a phone, in forced colors or in print', async () => {
  const page = await reeve.open('/login')
  await drawing(page).waitFor()
  expect(await drawing(page).getAttribute('aria-hidden')).toBe('true')
  const beside = required(await drawing(page).boundingBox(), 'bounding box')
  expect([beside.x, beside.width, beside.height]).toEqual([0, 719, 900])

  await page.setViewportSize({ width: 768, height: 1024 })
  await expect.poll(async () => (await drawing(page).boundingBox())?.height).toBe(360)
  expect(required(await submit(page).boundingBox(), 'bounding box').width).toBe(400)
  await picture(page, 'sign-in-light-zh-768')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.setViewportSize(phone)
  await drawing(page).waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await drawing(page).waitFor()
  await page.emulateMedia({ forcedColors: 'active' })
  await drawing(page).waitFor({ state: 'detached' })
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await page.getByRole('banner').waitFor({ state: 'hidden' })
  expect(await submit(page).isVisible()).toBe(true)
})

test('uses the system theme for the page and the browser’s toolbar until the user selects a theme', async () => {
  const page = await reeve.open('about:blank')
  await page.addInitScript(() => location.origin !== 'null' && localStorage.removeItem('arco-theme'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await page.locator('body[arco-theme=dark]').waitFor()
  await drawing(page).waitFor()
  await picture(page, 'sign-in-dark-zh-1440')
  expect(await accessibilityFaults(page)).toEqual([])
  const frame = () => page.locator('meta[name=theme-color]').getAttribute('content')
  expect(await frame()).toBe('#131519')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('body:not([arco-theme])').waitFor()
  expect(await frame()).toBe('#ffffff')
  await page.getByRole('button', { name: '切换到深色模式' }).click()
  await page.locator('body[arco-theme=dark]').waitFor()
  expect(await frame()).toBe('#131519')
})
