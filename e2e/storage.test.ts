import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { localKeys, type Owner, tabKeys } from '../contract/storage.ts'
import { pathOf, signInByPassword, signOut } from './harness/actions.ts'
import { tokensOf, useConsole } from './harness/index.ts'
import { menuOf, openSettings, set } from './harness/layout.ts'
import { actors, admin, type TestAccount } from './harness/organizations.ts'

// The browser stores some values per account. A different account in the same browser must not see them.
const reeve = useConsole()
const { register, organization } = actors(() => reeve.server)
const words = '智澜'
const searched = `/all-management/all-management?q=${encodeURIComponent(words)}`
let other: TestAccount
beforeAll(async () => {
  other = await register('林晚秋')
})

/** Returns all values that the page can read from the browser's storage. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage } as Record<string, string>,
    tab: { ...sessionStorage } as Record<string, string>,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookies: document.cookie,
    state: JSON.stringify(history.state),
    name: window.name,
  }))

const ownerIn = (table: Readonly<Record<string, Owner>>, key: string): Owner | undefined =>
  table[key] ?? Object.entries(table).find(([known]) => known.endsWith('.') && key.startsWith(known))?.[1]

/**
 * Returns the stored keys by the kind of their owner. Keys that contract/storage.ts does not list are under
 * `undefined`.
 */
async function ownersOf(page: Page) {
  const { local, tab } = await kept(page)
  const found = [
    ...Object.keys(local)
      .filter((key) => key !== 'signed in by the test')
      .map((key) => [ownerIn(localKeys, key), `local ${key}`]),
    ...Object.keys(tab).map((key) => [ownerIn(tabKeys, key), `tab ${key}`]),
  ]
  return Object.groupBy(found, ([owner]) => owner ?? 'undefined')
}

const account = (page: Page) => page.getByRole('button', { name: /账号菜单/ })
const tabNames = (page: Page) =>
  page.getByRole('navigation', { name: '打开的页面' }).getByRole('link').allInnerTexts()
/** Opens a page with a filtered list and several page tabs. */
async function atWork(): Promise<Page> {
  const page = await reeve.openAs(admin)
  await account(page).waitFor()
  await page.evaluate(() => localStorage.setItem('settings', '{"tabBar":true}'))
  await page.goto(searched)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tabs'))).toContain('q=')
  return page
}
/**
 * Asserts that the page has signed out, and that neither the browser's storage nor the URL contains data of
 * the administrator.
 */
async function expectLeft(page: Page) {
  await page.waitForURL('**/login**')
  await page.getByLabel('账号', { exact: true }).waitFor()
  const owners = await ownersOf(page)
  expect(owners.person ?? []).toEqual([])
  expect(owners.undefined ?? []).toEqual([])
  expect(decodeURIComponent(JSON.stringify(await kept(page)))).not.toContain(words)
}

test('after a sign-out, the browser stores preferences, but no data of the account', async () => {
  const page = await atWork()
  const id = (await page.evaluate(() => JSON.parse(atob(localStorage.getItem('token')?.split('.')[1] ?? ''))))
    .sub
  await openSettings(page)
  await set(page, '色弱模式')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '行高' }).click()
  await page
    .getByRole('menuitem', { name: '紧凑' })
    .or(page.getByRole('menuitemradio', { name: '紧凑' }))
    .click()
  await page.getByTitle('当前组织').click()
  await menuOf(page).getByRole('link', { name: '账号管理' }).click()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/accountInfo/index')
  await account(page).click()
  await page.getByRole('menuitem', { name: '切换为普通用户视角' }).click()
  await page.getByText('已切换为普通用户视角').waitFor()
  await page.goto('/dashboard/workplace?from=work')
  await account(page).waitFor()

  const owners = await ownersOf(page)
  expect(owners.undefined ?? []).toEqual([])
  expect(owners.person?.map(([, key]) => key)).toEqual(
    expect.arrayContaining(['local token', 'local tenantName', 'tab tabs', 'tab role', 'tab account']),
  )
  await signOut(page)
  await expectLeft(page)
  expect(pathOf(page)).toBe('/login?redirect=workplace')
  const left = await kept(page)
  expect(JSON.stringify(left)).not.toContain(id)
  expect([left.databases, left.caches, left.cookies, left.name]).toEqual([[], [], '', ''])
  expect(left.local).toMatchObject({ 'list.density': 'compact', 'arco-locale': 'zh-CN' })

  await signInByPassword(page, other)
  await account(page).waitFor()
  await expect.poll(() => tabNames(page)).toEqual(['账号信息', '工作台'])
})

test('a sign-out in one tab signs out all tabs and ends the session', async () => {
  const page = await atWork()
  const refresh_token = required(
    await page.evaluate(() => localStorage.getItem('refresh_token')),
    'result of evaluate',
  )
  const second = await page.context().newPage()
  await second.goto('/accountInfo/index')
  await account(second).waitFor()
  await signOut(second)
  await second.getByText('已退出登录').waitFor()
  await Promise.all([expectLeft(second), expectLeft(page)])
  expect(pathOf(page)).toBe('/login?redirect=allTenants')
  const answer = await fetch(`${reeve.server.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', grant_type: 'refresh_token', refresh_token }),
  })
  expect(answer.status).toBe(400)
  expect((await answer.json()).error).toBe('invalid_grant')
})

test('the browser stores no account data after a session has ended', async () => {
  const page = await atWork()
  await page.evaluate(() => {
    localStorage.setItem('token', 'dead')
    localStorage.setItem('refresh_token', 'dead')
  })
  await page.goto('/accountInfo/index')
  await expectLeft(page)
})

test('hides the page tabs of the previous account after another account signs in', async () => {
  const page = await atWork()
  const tokens = await tokensOf(reeve.server, other)
  const second = await page.context().newPage()
  await second.goto('/terms')
  await second.evaluate((given) => {
    localStorage.setItem('refresh_token', given.refresh_token)
    localStorage.setItem('token', given.access_token)
  }, tokens)
  await expect.poll(() => tabNames(page)).toEqual(['账号信息'])
  expect(JSON.stringify((await kept(page)).tab)).not.toContain('q=')
})

test('a reopened browser tab contains no data of the previous account', async () => {
  const left = { account: 'another', tabs: `[{"path":"${searched}","href":"${searched}"}]`, role: 'user' }
  const bringBack = (page: Page) =>
    page.evaluate((given) => {
      for (const [key, value] of Object.entries(given)) sessionStorage.setItem(key, value)
    }, left)
  const nobody = await reeve.open('/terms')
  await bringBack(nobody)
  await nobody.goto('/login')
  await expectLeft(nobody)

  const page = await reeve.openAs(other, '/terms')
  await bringBack(page)
  await page.goto('/accountInfo/index')
  await account(page).waitFor()
  const { tab } = await kept(page)
  expect(tab.role).toBeUndefined()
  expect(tab.tabs ?? '').not.toContain('all-management')
})

test('a user who signs in again returns to the last organization, but a new browser opens the personal space', async () => {
  const [name, member] = ['上海智澜科技有限公司', await register('陈思琪')]
  await organization(member, name)
  const page = await reeve.openAs(member)
  const tenant = page.getByTitle('当前组织')
  const chosen = (option: string) =>
    Promise.all([
      page.waitForResponse('**/api/user/menu'),
      tenant.click().then(() => page.getByRole('listbox').getByRole('option', { name: option }).click()),
    ])
  const again = async () => {
    await signOut(page)
    await signInByPassword(page, member)
    await account(page).waitFor()
  }
  await account(page).waitFor()
  await chosen(name)
  await again()
  await tenant.getByText(name).waitFor()
  // If no organization is stored, the console opens the personal space.
  const fresh = await reeve.openAs(member)
  await fresh.getByTitle('当前组织').getByText('个人空间').waitFor()
  await chosen('个人空间')
  await again()
  await tenant.getByText('个人空间').waitFor()
})
