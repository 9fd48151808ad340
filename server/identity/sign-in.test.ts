import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { issueCode } from '../accounts/codes.ts'
import { setUpAccount, startIdentity, useIdentity } from '../testing/identity.ts'

const server = useIdentity()

let ips = 0
/** Returns an IP address in a network from which nobody has tried to sign in. */
const newIp = () => `10.0.${Math.floor(++ips / 250)}.${ips % 250}`

const withPassword = (username: string, password: string, headers: Record<string, string> = {}) =>
  server.token({ grant_type: 'password', username, password }, headers)

const withCode = (mobilePhone: string, mobilePhoneCode: string, headers: Record<string, string> = {}) =>
  server.token({ grant_type: 'password', mobilePhone, mobilePhoneCode }, headers)

const sendCode = (phone: string) => server.db.transaction((tx) => issueCode(tx, phone, 'login'))

async function statuses(count: number, call: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = []
  for (let i = 0; i < count; i++) seen.push((await call()).status)
  return seen
}

const signInEvents = async (ip: string) =>
  server.db.query
    .selectFrom('audit_event')
    .innerJoin('audit_personal', 'event_id', 'id')
    .select(['tenant_id', 'actor_id', 'target_id', 'success', 'audit_event.changes'])
    .where('action', '=', 'SignIn')
    .where('audit_personal.ip', '=', ip)
    .orderBy('id')
    .execute()

test('a user can sign in with the username in any letter case, the phone number in several formats, or an SMS code', async () => {
  const { username, password, mobilePhone } = await setUpAccount(server.db)
  const national = mobilePhone.slice(3)
  const fullWidth = [...national]
    .map((digit) => String.fromCodePoint(required(digit.codePointAt(0), 'code point') + 0xfee0))
    .join('')
  const spellings = [
    username,
    username.toUpperCase(),
    mobilePhone,
    national,
    ` ${national.slice(0, 3)} ${national.slice(3)}`,
    fullWidth,
  ]
  for (const spelling of spellings)
    expect([spelling, (await withPassword(spelling, password)).status]).toEqual([spelling, 200])
  const answer = await withCode(fullWidth, await sendCode(mobilePhone))
  expect(answer.status).toBe(200)
  expect(Object.keys((await answer.json()) as object).sort()).toEqual([
    'access_token',
    'expires_in',
    'id_token',
    'refresh_expires_in',
    'refresh_token',
    'token_type',
  ])
})

test('accepts an SMS code only once, and rejects a wrong code', async () => {
  const { mobilePhone } = await setUpAccount(server.db)
  const code = await sendCode(mobilePhone)
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await withCode(mobilePhone, wrong)).status).toBe(400)
  expect((await withCode(mobilePhone, code)).status).toBe(200)
  expect((await withCode(mobilePhone, code)).status).toBe(400)
})

test('rejects the correct SMS code after ten concurrent attempts with a wrong code', async () => {
  const { mobilePhone } = await setUpAccount(server.db)
  const code = await sendCode(mobilePhone)
  const wrong = code === '000000' ? '000001' : '000000'
  await Promise.all(Array.from({ length: 10 }, () => withCode(mobilePhone, wrong)))
  expect((await withCode(mobilePhone, code)).status).toBe(400)
})

test('opens only one session for five concurrent requests with the same SMS code', async () => {
  const { id, mobilePhone } = await setUpAccount(server.db)
  const code = await sendCode(mobilePhone)
  const answers = await Promise.all(Array.from({ length: 5 }, () => withCode(mobilePhone, code)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const sessions = await server.db.query
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', id)
    .execute()
  expect(sessions).toHaveLength(1)
})

test('returns the same error for wrong credentials and for an account that is unknown, disabled or has no password', async () => {
  const [known, disabled, codesOnly] = [
    await setUpAccount(server.db),
    await setUpAccount(server.db),
    await setUpAccount(server.db),
  ]
  await server.db.query.updateTable('account').set({ enabled: false }).where('id', '=', disabled.id).execute()
  await server.db.query
    .updateTable('account')
    .set({ password_hash: null })
    .where('id', '=', codesOnly.id)
    .execute()
  const answers = await Promise.all([
    withPassword(known.username, 'wrong'),
    withPassword('nobody-at-all', 'wrong'),
    withPassword('\u0000 not a name', 'wrong'),
    withPassword(disabled.username, disabled.password),
    withPassword(codesOnly.username, 'wrong'),
    withCode(known.mobilePhone, '000000'),
    withCode('+8613912345678', '000000'),
    withCode('not a phone', '000000'),
    withCode(disabled.mobilePhone, await sendCode(disabled.mobilePhone)),
  ])
  const seen = await Promise.all(
    answers.map(async (answer) => {
      const headers = Object.fromEntries(answer.headers)
      delete headers.date
      return JSON.stringify([answer.status, headers, await answer.text()])
    }),
  )
  expect(new Set(seen).size).toBe(1)
})

test('after ten wrong passwords from a network, locks the account for that network only, whichever login name is used', async () => {
  const account = await setUpAccount(server.db)
  const ip = { 'x-test-ip': newIp() }
  const names = [
    account.username,
    account.mobilePhone,
    account.username.toUpperCase(),
    account.mobilePhone.slice(3),
  ]
  let tries = 0
  expect(
    await statuses(10, () =>
      withPassword(required(names[tries++ % names.length], 'item of names'), 'wrong', ip),
    ),
  ).toEqual(Array(10).fill(400))
  for (const name of names) {
    const locked = await withPassword(name, account.password, ip)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(890)
    expect(await locked.json()).toEqual({
      error: 'slow_down',
      error_description: '操作过于频繁，请稍后再试',
    })
  }
  expect((await withPassword(account.username, account.password, { 'x-test-ip': newIp() })).status).toBe(200)
  const other = await setUpAccount(server.db)
  expect((await withPassword(other.username, other.password, ip)).status).toBe(200)
})

test('rejects an unknown username after ten wrong attempts, like the username of an account', async () => {
  const ip = { 'x-test-ip': newIp() }
  const names = ['Ghost.Writer', 'ghost.writer', ' GHOST.WRITER ']
  let tries = 0
  const seen = await statuses(11, () =>
    withPassword(required(names[tries++ % 3], 'item of names'), 'wrong', ip),
  )
  expect(seen).toEqual([...Array(10).fill(400), 429])
})

test('checks the password in only ten of 50 concurrent attempts to sign in to an account', async () => {
  const account = await setUpAccount(server.db)
  const ip = newIp()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => withPassword(account.username, 'wrong', { 'x-test-ip': ip })),
  )
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(40)
  expect(await signInEvents(ip)).toHaveLength(10)
})

test('two servers share the limit of wrong passwords, and return the same new token for concurrent refreshes', async () => {
  const other = await startIdentity(server.db)
  const account = await setUpAccount(server.db)
  const ip = { 'x-test-ip': newIp() }
  const wrong = { grant_type: 'password', username: account.username, password: 'wrong' }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? server : other).token(wrong, ip)),
  )
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10)

  const home = await withPassword(account.username, account.password)
  const form = {
    grant_type: 'refresh_token',
    refresh_token: ((await home.json()) as { refresh_token: string }).refresh_token,
  }
  const refreshed = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? server : other).token(form)),
  )
  const successors = await Promise.all(
    refreshed.map(async (answer) => (await answer.json()) as { refresh_token: string }),
  )
  expect(new Set(successors.map((one) => one.refresh_token)).size).toBe(1)
  await other.close()
})

test('accepts 30 concurrent sign-ins with the correct password', async () => {
  const account = await setUpAccount(server.db)
  const ip = { 'x-test-ip': newIp() }
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => withPassword(account.username, account.password, ip)),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30)
})

test('a sign-in with the correct password resets the count of wrong passwords', async () => {
  const account = await setUpAccount(server.db)
  const ip = { 'x-test-ip': newIp() }
  for (let round = 0; round < 3; round++) {
    expect(await statuses(9, () => withPassword(account.username, 'wrong', ip))).toEqual(Array(9).fill(400))
    expect((await withPassword(account.username, account.password, ip)).status).toBe(200)
  }
})

test('after 100 wrong passwords, the account accepts only known browsers and SMS codes, and an SMS code unlocks it', async () => {
  const account = await setUpAccount(server.db)
  const home = await withPassword(account.username, account.password, { 'x-test-ip': newIp() })
  const cookie = required(
    required(home.headers.get('set-cookie'), 'set-cookie').split(';')[0],
    'item of headers',
  )
  let tries = 0
  let ip = ''
  const seen = await statuses(101, () => {
    if (tries++ % 10 === 0) ip = newIp()
    return withPassword(account.username, 'wrong', { 'x-test-ip': ip })
  })
  expect(seen.slice(0, 100).every((status) => status === 400)).toBe(true)
  expect(seen[100]).toBe(429)
  expect((await withPassword(account.username, account.password, { 'x-test-ip': newIp() })).status).toBe(429)

  expect((await withPassword(account.username, account.password, { 'x-test-ip': ip, cookie })).status).toBe(
    200,
  )
  const stranger = await setUpAccount(server.db)
  expect((await withPassword(stranger.username, stranger.password, { cookie })).status).toBe(200)
  expect(
    (await withCode(account.mobilePhone, await sendCode(account.mobilePhone), { 'x-test-ip': ip })).status,
  ).toBe(200)
  // Signing in with a code has proved the owner's identity, so the locks are lifted.
  expect((await withPassword(account.username, account.password, { 'x-test-ip': ip })).status).toBe(200)
})

test('counts wrong passwords from a known browser separately from those of unknown browsers', async () => {
  const account = await setUpAccount(server.db)
  const ip = { 'x-test-ip': newIp() }
  const first = await withPassword(account.username, account.password, ip)
  const cookie = required(
    required(first.headers.get('set-cookie'), 'set-cookie').split(';')[0],
    'item of headers',
  )
  expect(await statuses(11, () => withPassword(account.username, 'wrong', { ...ip, cookie }))).toEqual([
    ...Array(10).fill(400),
    429,
  ])
  // Failed attempts from the known browser lock only that browser. An invented cookie counts as no cookie, so
  // it gets the ten attempts of unknown browsers.
  expect(
    await statuses(11, () =>
      withPassword(account.username, 'wrong', { ...ip, cookie: `reeve_device=${'A'.repeat(43)}` }),
    ),
  ).toEqual([...Array(10).fill(400), 429])
})

test('a sign-in sets an HttpOnly, SameSite cookie that identifies the browser, and the next sign-in keeps its value', async () => {
  const account = await setUpAccount(server.db)
  const first = required(
    (await withPassword(account.username, account.password)).headers.get('set-cookie'),
    'set-cookie',
  )
  expect(first).toMatch(/^reeve_device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
  const cookie = required(first.split(';')[0], 'item of first')
  const again = required(
    (await withPassword(account.username, account.password, { cookie })).headers.get('set-cookie'),
    'set-cookie',
  )
  expect(again.split(';')[0]).toBe(cookie)
  const failed = await withPassword(account.username, 'wrong', { cookie })
  expect(failed.headers.get('set-cookie')).toBeNull()
})

test('writes successful and failed sign-ins to the audit log, but never the username that the user typed', async () => {
  const account = await setUpAccount(server.db)
  const ip = newIp()
  await withPassword(account.mobilePhone, account.password, { 'x-test-ip': ip })
  await withPassword(account.mobilePhone, 'wrong', { 'x-test-ip': ip })
  await withPassword('my secret password', 'x', { 'x-test-ip': ip })
  expect(await signInEvents(ip)).toEqual([
    { tenant_id: account.id, actor_id: account.id, target_id: account.id, success: true, changes: {} },
    { tenant_id: account.id, actor_id: null, target_id: account.id, success: false, changes: {} },
  ])
  const { rows } = await sql<{
    text: string
  }>`select (select string_agg(e::text, ' ') from audit_event e) || (select string_agg(p::text, ' ') from audit_personal p) || (select string_agg(f::text, ' ') from failed_sign_in f) as text`.execute(
    server.db.query,
  )
  expect(required(rows[0], 'item of rows').text).not.toContain('secret')
  expect(required(rows[0], 'item of rows').text).not.toContain(account.mobilePhone.slice(3))
})
