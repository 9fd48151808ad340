import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pathOf, signInByPassword, signOut } from '../harness/actions.ts'
import {
  absent,
  accessibilityFaults,
  adminPassword,
  type Look,
  phone,
  picture,
  useConsole,
} from '../harness/index.ts'

// Tests sessions that are bound to a DPoP key in the browser.
const reeve = useConsole()
const admin = { username: 'admin', password: adminPassword }
const account = (page: Page) => page.getByRole('button', { name: /账号菜单$|Account menu/i })
const storedTokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

/** Opens a page and signs in. `before` runs in the browser before the scripts of the page. */
async function signedIn(before?: () => void, path = '/login', look: Look = {}): Promise<Page> {
  const page = await reeve.open('about:blank', look)
  if (before) await page.context().addInitScript(before)
  await page.goto(path)
  await signInByPassword(page, admin)
  await account(page).waitFor()
  return page
}

/** Reloads the page with an invalid access token. Returns the DPoP proofs of the refresh requests. */
async function refreshed(page: Page): Promise<(string | undefined)[]> {
  // The terms page sends no API request.
  await page.goto('/terms')
  const proofs: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/token')) proofs.push(request.headers().dpop)
  })
  await page.evaluate(() => localStorage.setItem('token', 'no longer a token'))
  await page.goto('/accountInfo/index')
  await account(page)
    .or(page.getByLabel('账号', { exact: true }))
    .waitFor()
  return proofs
}

const row = (page: Page) => page.getByRole('row').filter({ hasText: '本机' })
/**
 * Returns the element that marks a key-bound session: a key icon next to the session's name or, if the table
 * has only one column, text below the name.
 */
const bound = (page: Page) =>
  row(page)
    .getByRole('img', { name: '已防盗用' })
    .or(row(page).getByText('· 已防盗用').filter({ visible: true }))

test('logs nothing in the browser when a user signs in after the sign-in page was open for 20 minutes', async () => {
  const page = await reeve.open('about:blank')
  const printed: string[] = []
  page.on('console', (message) => printed.push(message.text()))
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).waitFor()
  await page.clock.fastForward('20:00')
  await signInByPassword(page, admin)
  await account(page).waitFor()
  expect(printed).toEqual([])
})

test('rejects copied tokens in another browser, and keeps the session in the original browser', async () => {
  const page = await signedIn()
  await bound(page).waitFor()
  const storage = await page.evaluate(() => Object.entries(localStorage))
  const [, token] = await storedTokens(page)

  const thief = await reeve.open('/terms')
  await thief.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, storage)
  await refreshed(thief)
  expect(pathOf(thief)).toMatch(/^\/login/)
  expect(await storedTokens(thief)).toEqual([null, null])

  const proofs = await refreshed(page)
  // The configuration contained a nonce, so the server accepted the first proof.
  expect(proofs).toEqual([expect.stringMatching(/^eyJ/)])
  expect(pathOf(page)).toBe('/accountInfo/index')
  expect((await storedTokens(page))[1]).not.toBe(token)
})

test('does not let scripts export the private DPoP key, and deletes the key at sign-out', async () => {
  const page = await signedIn()
  const key = await page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('reeve')
      opening.onsuccess = () => resolve(opening.result)
    })
    const kept = await new Promise<{ privateKey: CryptoKey; jwk: object }[]>((resolve) => {
      const asking = opened.transaction('key').objectStore('key').getAll()
      asking.onsuccess = () => resolve(asking.result)
    })
    opened.close()
    const [key] = kept
    if (!key) throw new Error('no DPoP key is stored')
    const taken = await crypto.subtle.exportKey('jwk', key.privateKey).catch((error: Error) => error.name)
    return { count: kept.length, taken, names: Object.keys(key.jwk).toSorted() }
  })
  expect(key).toEqual({ count: 1, taken: 'InvalidAccessError', names: ['crv', 'kty', 'x', 'y'] })
  await signOut(page)
  await page.getByText('已退出登录').waitFor()
  expect(await databases(page)).toEqual([])
  await signInByPassword(page, admin)
  await bound(page).waitFor()
})

test('refreshes tokens only once for two tabs that share a DPoP key', async () => {
  const first = await signedIn()
  const second = await first.context().newPage()
  await second.goto('/terms')
  await first.goto('/terms')
  await first.evaluate(() => localStorage.setItem('token', 'no longer a token'))
  const answers: number[] = []
  first.context().on('response', (answer) => {
    if (answer.url().endsWith('/token')) answers.push(answer.status())
  })
  const open = (page: Page) => page.goto('/accountInfo/index').then(() => account(page).waitFor())
  await Promise.all([open(first), open(second)])
  expect(answers).toEqual([200])
})

test('requires a new sign-in if the DPoP key is lost', async () => {
  const page = await signedIn()
  await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers()
    indexedDB.deleteDatabase('reeve').onsuccess = resolve
    return promise
  })
  expect(await refreshed(page)).toEqual([undefined])
  expect(pathOf(page)).toMatch(/^\/login/)
  await signInByPassword(page, admin)
  await bound(page).waitFor()
})

test.each([
  ['over plain http', () => Object.defineProperty(window, 'isSecureContext', { value: false })],
  [
    'in a browser without IndexedDB',
    () => {
      // In some browsers that deny access to storage, reading this property throws an error.
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    },
  ],
  [
    'in a browser whose IndexedDB does not respond',
    () => {
      indexedDB.open = () => ({}) as IDBOpenDBRequest
    },
  ],
])('signs a user in without a DPoP key %s', async (_what, before) => {
  const page = await signedIn(before)
  await absent(bound(page), { after: row(page) })
  expect(await refreshed(page)).toEqual([undefined])
  expect(pathOf(page)).toBe('/accountInfo/index')
})

test('signs a user in without a DPoP key if the console is not opened at the configured public URL', async () => {
  const otherOrigin = reeve.server.url.replace('127.0.0.1', 'localhost')
  const page = await signedIn(undefined, `${otherOrigin}/login`)
  await absent(bound(page), { after: row(page) })
  expect(await databases(page)).toEqual([])
  await page.evaluate(() => localStorage.setItem('token', 'no longer a token'))
  await page.reload()
  await account(page).waitFor()
})

test('binds the session to a DPoP key even if the browser’s clock is wrong by 90 days', async () => {
  const page = await reeve.open('about:blank')
  await page.context().clock.setSystemTime(Date.now() + 90 * 86_400_000)
  await page.goto('/login')
  await signInByPassword(page, admin)
  await bound(page).waitFor()
  await refreshed(page)
  expect(pathOf(page)).toBe('/accountInfo/index')
})

test('keeps the session if the server rejects every DPoP nonce, and continues when the user retries', async () => {
  reeve.expectPrinted(/no response UNREACHABLE/)
  const page = await signedIn()
  const before = await storedTokens(page)
  await page.route('**/openid-connect/token', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'dpop-nonce': 'of-another-server' },
      json: { error: 'use_dpop_nonce' },
    }),
  )
  await page.evaluate(() => localStorage.setItem('token', 'no longer a token'))
  await page.goto('/accountInfo/index')
  await page.getByRole('heading', { name: '服务器无响应' }).waitFor()
  expect((await storedTokens(page))[1]).toBe(before[1])
  await page.unroute('**/openid-connect/token')
  await page.getByRole('button', { name: '重试' }).click()
  await account(page).waitFor()
})

const looks: [string, Look][] = [
  ['light-zh-1440', {}],
  ['dark-zh-390', { theme: 'dark', ...phone }],
  ['light-zh-360', { width: 360, height: 800 }],
]
test.each(looks)('marks key-bound sessions in the list of sessions (%s)', async (name, look) => {
  const page = await signedIn(undefined, '/login', look)
  await bound(page).first().waitFor()
  await bound(page).first().scrollIntoViewIfNeeded()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, `bound-${name}`)
})
