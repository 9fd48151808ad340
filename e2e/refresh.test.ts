import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { pathOf } from './harness/actions.ts'
import { adminPassword, quiet, useConsole } from './harness/index.ts'

// Tests section 4 of the specification: only one refresh, only one retry of the request, and the handling of
// status 400 and other errors.
const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const account = (page: Page) => page.getByRole('button', { name: /的账号菜单$/ })
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])
/** Waits until no request is open, then invalidates the access token. */
async function kill(page: Page) {
  await quiet(page)
  await page.evaluate(() => localStorage.setItem('token', 'no longer a token'))
}

/** Counts responses of the token endpoint. */
function watch(page: Page) {
  const seen = { refreshes: 0 }
  page.on('response', (answer) => {
    if (answer.url().endsWith('/token')) seen.refreshes++
  })
  return seen
}

test('refreshes an expired access token only once for several requests, and retries the requests', async () => {
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  const [, before] = await stored(page)
  await kill(page)
  const seen = watch(page)
  const calls: Request[] = []
  page.on('request', (request) => calls.push(request))
  // After the reload, the page and its route guard send requests at the same time.
  await page.reload()
  await account(page).waitFor()
  await page.getByRole('table').waitFor()
  expect(seen.refreshes).toBe(1)
  const [access, refresh] = await stored(page)
  expect(access).toMatch(/^eyJ/)
  expect(refresh).not.toBe(before)

  const graphql = required(
    calls.find((call) => call.url().endsWith('/api/services/backend/actions/graphql')),
    'item of calls',
  )
  expect(graphql.method()).toBe('POST')
  expect(Object.keys(graphql.postDataJSON()).toSorted()).toEqual(['operationName', 'query', 'variables'])
  expect(await graphql.headerValue('authorization')).toBe('Bearer no longer a token')
  expect(required(await graphql.response(), 'result of response').status()).toBe(401)
  expect(await graphql.headerValue('content-type')).toBe('application/json')
  const renewal = required(
    calls.find((call) => call.url().endsWith('/token')),
    'item of calls',
  )
  expect(await renewal.headerValue('content-type')).toBe('application/x-www-form-urlencoded')
  expect(
    [...new URLSearchParams(required(renewal.postData(), 'result of postData')).keys()].toSorted(),
  ).toEqual(['client_id', 'grant_type', 'refresh_token'])
  // No request went to another origin.
  expect(calls.filter((call) => new URL(call.url()).origin !== reeve.server.url)).toEqual([])
})

test('deletes both tokens if the refresh token is invalid, and asks for a new sign-in', async () => {
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  await kill(page)
  await page.evaluate(() => localStorage.setItem('refresh_token', 'no longer a token'))
  await page.goto('/accountInfo/index?from=mail')
  await page.waitForURL('**/login?**')
  expect(pathOf(page)).toMatch(/^\/login\?(.*&)?redirect=/)
  expect(await stored(page)).toEqual([null, null])
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(adminPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/accountInfo/index?from=mail')
})

test('opens the sign-in page when a user saves a form after the session has ended', async () => {
  reeve.expectPrinted(/Empty AccessToken/)
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  await kill(page)
  await page.evaluate(() => localStorage.setItem('refresh_token', 'no longer a token'))
  await page.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('昵称').fill('新的昵称')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.waitForURL('**/login?**')
  await page.getByText('登录已失效，请重新登录').waitFor()
  expect(pathOf(page)).toBe('/login?redirect=/accountInfo/index')
  expect(await stored(page)).toEqual([null, null])
})

test('keeps the refresh token while the token endpoint is unavailable, and continues when the user retries', async () => {
  reeve.expectPrinted(/服务暂时不可用/)
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  const [, refresh] = await stored(page)
  await kill(page)
  await page.route('**/openid-connect/token', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' } }),
  )
  await page.reload()
  await page.getByRole('heading', { name: '服务器无响应' }).waitFor()
  expect((await stored(page))[1]).toBe(refresh)
  await page.unroute('**/openid-connect/token')
  await page.getByRole('button', { name: '重试' }).click()
  await account(page).waitFor()
})

test('refreshes only once if two tabs have the same expired access token', async () => {
  const first = await reeve.openAs(admin, '/terms')
  const second = await first.context().newPage()
  await second.goto('/terms')
  await kill(first)
  const seen = [watch(first), watch(second)]
  const open = (page: Page) => page.goto('/accountInfo/index').then(() => account(page).waitFor())
  await Promise.all([open(first), open(second)])
  expect(required(seen[0], 'item of seen').refreshes + required(seen[1], 'item of seen').refreshes).toBe(1)
  // Both tabs continue with the new tokens.
  await Promise.all([first.reload(), second.reload()])
  await Promise.all([account(first).waitFor(), account(second).waitFor()])
})
