import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { placeOf } from './harness/actions.ts'
import { accessibilityFaults, adminPassword, type Look, picture, useConsole } from './harness/index.ts'

// Sections 2 and 8 of the specification: who is signed in cannot be loaded.
const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const wanted = '/all-management/all-management?q=%E6%99%BA'
const signIn = '/login?q=智&redirect=allTenants'
const heading = (page: Page) =>
  page.getByRole('heading', { name: /服务器没有应答|The server does not answer/ })
const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])

type Answer = (route: Route) => Promise<void>
const isAuth = (route: Route) => route.request().postDataJSON()?.operationName === 'Auth'

/** Signed in, at a page whose guard is answered so. */
async function opened(answer: Answer, look: Look = {}) {
  const page = await reeve.openAs(admin, '/terms', look)
  await page.clock.install()
  await page.route('**/actions/graphql', (route) => (isAuth(route) ? answer(route) : route.fallback()))
  await page.goto(wanted)
  return page
}

const fulfill =
  (status: number, json: object): Answer =>
  (route) =>
    route.fulfill({ status, json })

const refusals: [string, Answer, string?][] = [
  ['403', fulfill(403, { errors: [{ message: '不可以', extensions: { code: 'FORBIDDEN' } }] }), '不可以'],
  ['a GraphQL error', fulfill(200, { data: null, errors: [{ message: '出了点问题' }] }), '出了点问题'],
  ['an error without words', fulfill(200, { errors: [{}] }), '发生错误'],
  ['no account', fulfill(200, { data: { auth: null } }), '发生错误'],
  ['no GraphQL at all', fulfill(500, {}), '发生错误'],
]
test.each(refusals)(
  '%s: signed out, told why, and sent to sign in with the redirect',
  async (_what, answer, told) => {
    reeve.expectPrinted(/status of (403|500)|Auth failed/)
    const page = await opened(answer)
    await page.waitForURL('**/login?**')
    expect(placeOf(page)).toBe(signIn)
    await page.getByText(told!).waitFor()
    expect(await tokens(page)).toEqual([null, null])
  },
)

const silences: [string, Answer][] = [
  ['no network', (route) => route.abort()],
  ['a proxy without its server', fulfill(502, {})],
  ['a server that is away', fulfill(503, {})],
  ['a proxy that has waited', fulfill(504, {})],
]
test.each(silences)(
  '%s: the page waits, and goes on by itself once there is an answer',
  async (_what, answer) => {
    reeve.expectPrinted(/ERR_FAILED|status of 50|failed: /)
    const page = await opened(answer)
    await heading(page).waitFor()
    const [, before] = await tokens(page)
    expect(before).not.toBeNull()
    await page.unroute('**/actions/graphql')
    await page.clock.fastForward(20_000)
    await page.getByRole('heading', { name: '全部组织', level: 1 }).waitFor()
    expect(placeOf(page)).toBe('/all-management/all-management?q=智')
  },
)

test('a call that nobody answers is waited for as well', async () => {
  const page = await opened(() => new Promise(() => {}))
  await page.clock.fastForward(10_000)
  await heading(page).waitFor()
})

test('after 30 seconds without an answer one is signed out, and sent to sign in with the redirect', async () => {
  reeve.expectPrinted(/status of 503|failed: /)
  const page = await opened(fulfill(503, {}))
  await heading(page).waitFor()
  await page.clock.fastForward(20_000)
  expect(await heading(page).isVisible()).toBe(true)
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return placeOf(page)
    })
    .toBe(signIn)
  await page.getByText('服务器一直没有应答，请重新登录').waitFor()
  expect(await tokens(page)).toEqual([null, null])
})

test.each<Look>([
  { locale: 'zh-CN', theme: 'light' },
  { locale: 'en-US', theme: 'dark', width: 360, height: 780 },
])('who does not want to wait signs in anew: %o', async (look) => {
  reeve.expectPrinted(/status of 503|failed: /)
  const page = await opened(fulfill(503, {}), look)
  await heading(page).waitFor()
  await picture(page, `unanswered-${look.locale}`)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^(重新登录|Sign in again)$/ }).click()
  await page.waitForURL('**/login?**')
  expect(placeOf(page)).toBe(signIn)
  expect(await tokens(page)).toEqual([null, null])
})
