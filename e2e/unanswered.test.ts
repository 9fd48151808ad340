import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { pathOf } from './harness/actions.ts'
import { accessibilityFaults, adminPassword, type Look, picture, useConsole } from './harness/index.ts'

// Tests the behavior that sections 2 and 8 of the specification require if the account of the session cannot
// be loaded.
const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const wanted = '/all-management/all-management?q=%E6%99%BA'
const signIn = '/login?q=智&redirect=allTenants'
const heading = (page: Page) =>
  page.getByRole('heading', { name: /服务器无响应|The server isn’t responding/ })
const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])

type Answer = (route: Route) => Promise<void>
const isAuth = (route: Route) => route.request().postDataJSON()?.operationName === 'Auth'

/** Opens a page and responds with `answer` when its route guard requests the account. */
async function opened(answer: Answer, look: Look = {}) {
  const page = await reeve.openAs(admin, '/terms', look)
  await page.clock.install()
  await page.route('**/actions/graphql', (route) => (isAuth(route) ? answer(route) : route.fallback()))
  await page.goto(wanted)
  return page
}

const away: Answer = (route) => route.fulfill({ status: 503, json: {} })

// All other responses are tested in admission.test.ts.
test('signs the user out and shows the server’s reason if the request for the account fails with 403', async () => {
  reeve.expectPrinted(/status of 403/)
  const refusal = { errors: [{ message: '不可以', extensions: { code: 'FORBIDDEN' } }] }
  const page = await opened((route) => route.fulfill({ status: 403, json: refusal }))
  await page.waitForURL('**/login?**')
  expect(pathOf(page)).toBe(signIn)
  await page.getByText('不可以').waitFor()
  expect(await tokens(page)).toEqual([null, null])
})

test('waits while the server cannot be reached, and opens the requested page when the server responds', async () => {
  reeve.expectPrinted(/ERR_FAILED|failed: /)
  const page = await opened((route) => route.abort())
  await heading(page).waitFor()
  const [, before] = await tokens(page)
  expect(before).not.toBeNull()
  await page.unroute('**/actions/graphql')
  await page.clock.fastForward(20_000)
  await page.getByRole('heading', { name: '全部组织', level: 1 }).waitFor()
  expect(pathOf(page)).toBe('/all-management/all-management?q=智')
})

test('reports after ten seconds that the server does not respond', async () => {
  const page = await opened(() => new Promise(() => {}))
  await page.clock.fastForward(10_000)
  await heading(page).waitFor()
})

test('signs the user out if the server stays unavailable, and keeps the redirect parameter', async () => {
  reeve.expectPrinted(/status of 503|failed: /)
  const page = await opened(away)
  await heading(page).waitFor()
  await page.clock.fastForward(20_000)
  expect(await heading(page).isVisible()).toBe(true)
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return pathOf(page)
    })
    .toBe(signIn)
  await page.getByText('服务器无响应，请稍后重新登录').waitFor()
  expect(await tokens(page)).toEqual([null, null])
})

test('offers to sign in again while the server is unavailable, on a phone in English and dark mode', async () => {
  reeve.expectPrinted(/status of 503|failed: /)
  const page = await opened(away, { theme: 'dark', locale: 'en-US', width: 360, height: 780 })
  await heading(page).waitFor()
  await picture(page, 'unanswered-dark-en-360')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.waitForURL('**/login?**')
  expect(pathOf(page)).toBe(signIn)
  expect(await tokens(page)).toEqual([null, null])
})
