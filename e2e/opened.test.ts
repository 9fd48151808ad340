import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { greetingOf } from './harness/actions.ts'
import { accessibilityFaults, adminPassword, picture, tokensOf, useConsole } from './harness/index.ts'

// Two applications open the console in a new window. Only one of them has a trusted origin.
const example = readFileSync(join(import.meta.dirname, '..', 'docs', 'examples', 'opener.html'))
let login: object = {}
const portal = createServer((request, response) => {
  if (request.url === '/login-for-console') {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(login))
  } else {
    response.setHeader('content-type', 'text/html')
    response.end(request.url === '/favicon.ico' ? '' : example)
  }
})
portal.listen(0, '127.0.0.1')
await once(portal, 'listening')
const { port } = portal.address() as AddressInfo
const trusted = `http://127.0.0.1:${port}`
const stranger = `http://localhost:${port}`
afterAll(() => portal.close())

const reeve = useConsole({ REEVE_ALLOWED_OPENERS: trusted })
const admin = { username: 'admin', password: adminPassword }

/** Clicks the example's button and returns the console's window that it opens. */
async function openFrom(page: Page, origin: string): Promise<Page> {
  await page.goto(`${origin}/?console=${encodeURIComponent(reeve.server.url)}`)
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
  return opened
}

test('signs in with tokens from a trusted opener, and removes the window’s reference to the opener', async () => {
  login = await tokensOf(reeve.server, admin)
  const opened = await openFrom(await reeve.open('/terms'), trusted)
  await opened.waitForURL('**/accountInfo/index')
  await greetingOf(opened).waitFor()
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  await opened.reload()
  await greetingOf(opened).waitFor()
})

test('asks a signed-in user for confirmation before an opener’s tokens replace the session', async () => {
  const page = await reeve.openAs(admin)
  await greetingOf(page).waitFor()
  const token = () => page.evaluate(() => localStorage.getItem('refresh_token'))
  const before = await token()
  login = await tokensOf(reeve.server, admin)
  const kept = await openFrom(await page.context().newPage(), trusted)
  await kept.getByRole('heading', { name: '切换到另一个账号？' }).waitFor()
  await kept.getByText(trusted).waitFor()
  await picture(kept, 'opened-ask-light-zh-1440')
  expect(await accessibilityFaults(kept)).toEqual([])
  await kept.getByRole('button', { name: '保持当前登录' }).click()
  await kept.waitForURL('**/accountInfo/index')
  expect(await token()).toBe(before)

  const changed = await openFrom(await page.context().newPage(), trusted)
  await changed.getByRole('button', { name: '切换账号' }).click()
  await changed.waitForURL('**/accountInfo/index')
  await greetingOf(changed).waitFor()
  expect(await token()).toBe((login as { refresh_token: string }).refresh_token)
})

test('accepts no tokens from an opener with an untrusted origin, and links to the sign-in page', async () => {
  login = await tokensOf(reeve.server, admin)
  const page = await reeve.open('/terms')
  await page.context().clock.install()
  // The browser logs an error for each message that it does not deliver because of the origin.
  reeve.expectPrinted(/Failed to execute 'postMessage'/)
  const opened = await openFrom(page, stranger)
  await opened.getByText('正在等待').waitFor()
  await opened.clock.fastForward(15_000)
  await opened.getByRole('heading', { name: '未收到登录信息' }).waitFor()
  expect(await opened.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await opened.getByRole('link', { name: '去登录' }).click()
  await opened.waitForURL('**/login')
})

test('reports invalid tokens from an opener, and does not sign in', async () => {
  login = { access_token: 'dead', refresh_token: 'dead' }
  const opened = await openFrom(await reeve.open('/terms'), trusted)
  await opened.getByRole('heading', { name: '登录信息无效' }).waitFor()
  expect(await opened.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull()
})

test('without an opener, reports that another system must open the page', async () => {
  const page = await reeve.open('/opened', { width: 360, height: 780, locale: 'en-US', theme: 'dark' })
  await page.getByRole('heading', { name: 'This page is opened by another system' }).waitFor()
  await picture(page, 'opened-alone-dark-en-360')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('lets an administrator switch to the view of an ordinary user, and back', async () => {
  const page = await reeve.openAs(admin)
  const menuItem = async (name: string) => {
    await page.getByRole('button', { name: /账号菜单/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await menuItem('切换为普通用户视角')
  await page.getByText('已切换为普通用户视角').waitFor()
  await page.reload()
  await menuItem('返回管理员视角')
  await page.getByText('已返回管理员视角').waitFor()
})
