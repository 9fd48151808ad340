import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { requestFrom, setUpAccount } from '../testing/identity.ts'
import { useDatabase } from '../testing/use-database.ts'
import { browserCookie, isFamiliar, isKnownBrowser, readBrowserToken } from './known-browsers.ts'
import { startSession } from './store.ts'

const db = useDatabase()

/**
 * Signs in with a browser that sends this token. Returns the token that the browser stores after the sign-in.
 */
async function remember(id: string, browserToken?: string) {
  const request = { ...requestFrom('192.0.2.1'), browserToken }
  const session = await db.transaction((tx) =>
    startSession(tx, { account: { id, admin: false }, request, amr: ['pwd'] }),
  )
  return required(session, 'session').browserToken
}

test('treats a browser as known only for accounts that have signed in with it', async () => {
  const [first, second, stranger] = [await setUpAccount(db), await setUpAccount(db), await setUpAccount(db)]
  const token = await remember(first.id)
  expect(await remember(second.id, token)).toBe(token)
  expect(await isKnownBrowser(db.query, first.id, token)).toBe(true)
  expect(await isKnownBrowser(db.query, second.id, token)).toBe(true)
  expect(await isKnownBrowser(db.query, stranger.id, token)).toBe(false)
  expect(await isKnownBrowser(db.query, 'no account', token)).toBe(false)
  expect(await isKnownBrowser(db.query, first.id, undefined)).toBe(false)
})

test('a sign-in replaces a browser cookie that the server has never issued', async () => {
  const { id } = await setUpAccount(db)
  // The last value has the correct format, but the server has never issued it.
  for (const odd of ['', 'short', `${'A'.repeat(43)}=`, "'; drop table account", 'A'.repeat(43)]) {
    const given = await remember(id, odd)
    expect(given).toMatch(/^[\w-]{43}$/)
    expect(given).not.toBe(odd)
    expect(await isKnownBrowser(db.query, id, odd)).toBe(false)
  }
})

test('remembers 20 browsers per account, and forgets the least recently used browser when another one signs in', async () => {
  const { id } = await setUpAccount(db)
  const tokens: string[] = []
  for (let i = 0; i < 20; i++) tokens.push(await remember(id))
  await remember(id, tokens[0])
  await remember(id)
  expect(await isKnownBrowser(db.query, id, tokens[0])).toBe(true)
  expect(await isKnownBrowser(db.query, id, tokens[1])).toBe(false)
  expect(await isKnownBrowser(db.query, id, tokens[2])).toBe(true)
})

test('treats a request as familiar if the account has signed in from the same network or browser before', async () => {
  const account = await setUpAccount(db)
  const [home, elsewhere] = [requestFrom('192.0.2.10'), requestFrom('192.0.2.11')]
  expect(await isFamiliar(db.query, account.id, home)).toBe(false)
  await db.transaction((tx) => startSession(tx, { account, request: home, amr: ['pwd'] }))
  expect(await isFamiliar(db.query, account.id, home)).toBe(true)
  expect(await isFamiliar(db.query, account.id, elsewhere)).toBe(false)
  const browserToken = await remember(account.id)
  expect(await isFamiliar(db.query, account.id, { ...elsewhere, browserToken })).toBe(true)
})

test('finds the browser cookie among other cookies, and requires the __Host- prefix with TLS', () => {
  const token = 'a'.repeat(43)
  expect(browserCookie(token, true)).toBe(
    `__Host-reeve_device=${token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure`,
  )
  const planted = 'b'.repeat(43)
  const both = `reeve_device=${planted}; __Host-reeve_device=${token}`
  expect(readBrowserToken(`a=b; reeve_device=${token}`, false)).toBe(token)
  expect(readBrowserToken(`__Host-reeve_device=${token};x=y`, true)).toBe(token)
  expect(readBrowserToken(both, true)).toBe(token)
  expect(readBrowserToken(`reeve_device=${planted}`, true)).toBeUndefined()
  expect(readBrowserToken(`__Host-reeve_device=${token}`, false)).toBeUndefined()
  for (const secure of [true, false]) {
    expect(readBrowserToken(`xreeve_device=${token}; x__Host-reeve_device=${token}`, secure)).toBeUndefined()
    expect(readBrowserToken(`reeve_device=${token}x; __Host-reeve_device=${token}x`, secure)).toBeUndefined()
    expect(readBrowserToken(undefined, secure)).toBeUndefined()
  }
})
