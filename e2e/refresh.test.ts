import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { placeOf, signOut } from './harness/actions.ts'
import { adminPassword, quiet, tokensOf, useConsole } from './harness/index.ts'

// Section 4 of the specification: one refresh, one repetition; what a 400 and anything else mean.
const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const account = (page: Page) => page.getByRole('button', { name: /的账号菜单$/ })
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])
const kill = (page: Page) => page.evaluate(() => localStorage.setItem('token', 'no longer a token'))

function watch(page: Page) {
  const seen = { refreshes: 0, refused: 0, answered: 0 }
  page.on('response', async (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.endsWith('/token')) seen.refreshes++
    if (pathname.endsWith('/graphql')) answer.status() === 401 ? seen.refused++ : seen.answered++
  })
  return seen
}

test('an access token that is refused is renewed once, and the call repeated', async () => {
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  const [, before] = await stored(page)
  await kill(page)
  const seen = watch(page)
  await page.reload()
  await account(page).waitFor()
  expect(seen.refreshes).toBe(1)
  expect(seen.refused).toBeGreaterThanOrEqual(1)
  const [access, refresh] = await stored(page)
  expect(access).toMatch(/^eyJ/)
  expect(refresh).not.toBe(before)
})

test('calls that are refused together share one refresh', async () => {
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  await kill(page)
  const seen = watch(page)
  // Coming back to the window asks for what is old; the page's own calls and the guard's go out together.
  await page.reload()
  await account(page).waitFor()
  await page.getByRole('table').waitFor()
  expect(seen.refreshes).toBe(1)
})

test('a dead refresh token: both are forgotten, and the sign-in page leads back', async () => {
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  await page.evaluate(() => localStorage.setItem('refresh_token', 'no longer a token'))
  await kill(page)
  await page.goto('/accountInfo/index?from=mail')
  await page.waitForURL('**/login?**')
  expect(placeOf(page)).toMatch(/^\/login\?(.*&)?redirect=/)
  expect(await stored(page)).toEqual([null, null])
  await page.getByLabel('账号', { exact: true }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(adminPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/accountInfo/index?from=mail')
})

test('a session that dies while a page is open leads to the sign-in page at the next call', async () => {
  reeve.expectPrinted(/Empty AccessToken/)
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  await quiet(page)
  await kill(page)
  await page.evaluate(() => localStorage.setItem('refresh_token', 'no longer a token'))
  await page.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('昵称').fill('新的昵称')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.waitForURL('**/login?**')
  await page.getByText('登录已失效，请重新登录').waitFor()
  expect(placeOf(page)).toBe('/login?redirect=/accountInfo/index')
  expect(await stored(page)).toEqual([null, null])
})

test('a refresh that fails for any other reason loses nothing', async () => {
  reeve.expectPrinted(/服务暂时不可用/)
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  const [, refresh] = await stored(page)
  await kill(page)
  await page.route('**/openid-connect/token', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' } }),
  )
  await page.reload()
  await page.getByRole('heading', { name: '服务器没有应答' }).waitFor()
  expect((await stored(page))[1]).toBe(refresh)
  await page.unroute('**/openid-connect/token')
  await page.getByRole('button', { name: '重试' }).click()
  await account(page).waitFor()
})

test('two tabs whose access token has run out refresh once between them', async () => {
  const first = await reeve.openAs(admin, '/terms')
  const second = await first.context().newPage()
  await second.goto('/terms')
  await kill(first)
  const seen = [watch(first), watch(second)]
  const open = (page: Page) => page.goto('/accountInfo/index').then(() => account(page).waitFor())
  await Promise.all([open(first), open(second)])
  expect(seen[0]!.refreshes + seen[1]!.refreshes).toBe(1)
  // Both go on with what that one brought.
  await Promise.all([first.reload(), second.reload()])
  await Promise.all([account(first).waitFor(), account(second).waitFor()])
})

test('without Web Locks two refreshes at once get the same successor', async () => {
  const { refresh_token } = await tokensOf(reeve.server, admin)
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'refresh_token', refresh_token })
  const ask = () =>
    fetch(`${reeve.server.url}/realms/reeve/protocol/openid-connect/token`, { method: 'POST', body })
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const successors = await Promise.all(answers.map(async (answer) => (await answer.json()).refresh_token))
  expect(new Set(successors).size).toBe(1)
})

test('signing out in one tab signs out the other, and nothing of the account stays', async () => {
  const first = await reeve.openAs(admin)
  await account(first).waitFor()
  const { refresh_token } = { refresh_token: (await stored(first))[1]! }
  const second = await first.context().newPage()
  await second.goto('/accountInfo/index')
  await account(second).waitFor()
  await signOut(first)
  await first.waitForURL('**/login**')
  await second.waitForURL('**/login**')
  await first.getByText('已退出登录').waitFor()
  const kept = await first.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
  )
  expect(kept).not.toMatch(/eyJ|tenantId|tenantName|refresh_token/)
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'refresh_token', refresh_token })
  const answer = await fetch(`${reeve.server.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body,
  })
  expect(answer.status).toBe(400)
  expect((await answer.json()).error).toBe('invalid_grant')
})

test('the wire is that of the specification', async () => {
  const page = await reeve.openAs(admin, '/terms')
  const calls: Request[] = []
  page.on('request', (request) => calls.push(request))
  await kill(page)
  await page.goto('/accountInfo/index')
  await account(page).waitFor()
  const graphql = calls.find((call) => call.url().endsWith('/api/services/backend/actions/graphql'))!
  expect(graphql.method()).toBe('POST')
  expect(Object.keys(graphql.postDataJSON()).toSorted()).toEqual(['operationName', 'query', 'variables'])
  expect(await graphql.headerValue('authorization')).toBe('Bearer no longer a token')
  expect(await graphql.headerValue('content-type')).toBe('application/json')
  const refresh = calls.find((call) => call.url().endsWith('/token'))!
  expect(await refresh.headerValue('content-type')).toBe('application/x-www-form-urlencoded')
  expect([...new URLSearchParams(refresh.postData()!).keys()].toSorted()).toEqual([
    'client_id',
    'grant_type',
    'refresh_token',
  ])
  // Nobody else is asked for anything.
  expect(calls.filter((call) => new URL(call.url()).origin !== reeve.server.url)).toEqual([])
})
