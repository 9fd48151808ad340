import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { auditEvents } from '../testing/audit.ts'
import { requestFrom, setUpAccount } from '../testing/identity.ts'
import { useDatabase } from '../testing/use-database.ts'
import { listSessions } from './list.ts'
import { sweepSessions } from './retention.ts'
import { inspectRefreshToken, isOpen, rotate } from './rotation.ts'
import { endSession, endSessions, loadViewerRow, type OpenSession, startSession } from './store.ts'

const db = useDatabase()

const request = requestFrom()

async function signedIn({ admin = false } = {}) {
  const account = await setUpAccount(db, { admin })
  const session = required(
    await db.transaction((tx) => startSession(tx, { account, request, amr: ['pwd'] })),
    'result of transaction',
  )
  return { account, ...session }
}

async function refresh(refreshToken: string): Promise<OpenSession> {
  const next = await rotate(db, refreshToken, request)
  if (!isOpen(next)) throw new Error('the refresh token was refused')
  return next
}

const isLive = async ({ accountId, sessionId }: OpenSession) =>
  (await loadViewerRow(db.query, { accountId, sessionId }, 'offered')) !== null

const sessionsOf = async (accountId: string) =>
  (await listSessions(db.query, [accountId])).get(accountId) ?? []

/** Makes the session appear `seconds` older. */
const pass = ({ sessionId }: OpenSession, seconds: number) =>
  sql`update session set rotated_at = rotated_at - ${seconds}::integer * interval '1 second',
    last_access_at = last_access_at - ${seconds}::integer * interval '1 second',
    created_at = created_at - ${seconds}::integer * interval '1 second' where id = ${sessionId}`.execute(
    db.query,
  )

test('each refresh returns a new refresh token, which the next refresh accepts', async () => {
  const session = await signedIn()
  const tokens = new Set([session.refreshToken])
  let last: OpenSession = session
  for (let i = 0; i < 5; i++) {
    last = await refresh(last.refreshToken)
    tokens.add(last.refreshToken)
  }
  expect(tokens.size).toBe(6)
  expect(last).toMatchObject({ accountId: session.accountId, sessionId: session.sessionId })
})

test('returns the same new token if a refresh token is used again within 10 seconds', async () => {
  const { refreshToken } = await signedIn()
  const first = await refresh(refreshToken)
  const again = await refresh(refreshToken)
  expect(again.refreshToken).toBe(first.refreshToken)
  expect((await refresh(first.refreshToken)).refreshToken).not.toBe(first.refreshToken)
})

test('ends the session and writes an audit event if a refresh token is used again after 10 seconds', async () => {
  const session = await signedIn()
  const next = await refresh(session.refreshToken)
  await pass(session, 11)
  expect(await rotate(db, session.refreshToken, request)).toBe('invalid')
  expect(await rotate(db, next.refreshToken, request)).toBe('invalid')
  expect(await isLive(session)).toBe(false)
  const events = await auditEvents(db, ['action', 'success', 'actor_id'], { target_id: session.sessionId })
  expect(events).toEqual([{ action: 'RefreshTokenReused', success: false, actor_id: null }])
})

test('ends the session if an old refresh token is used after the new one, even within 10 seconds', async () => {
  const session = await signedIn()
  const second = await refresh(session.refreshToken)
  await refresh(second.refreshToken)
  expect(await rotate(db, session.refreshToken, request)).toBe('invalid')
  expect(await isLive(session)).toBe(false)
})

test('50 concurrent refreshes with the same refresh token all return the same new token', async () => {
  const session = await signedIn()
  const all = await Promise.all(Array.from({ length: 50 }, () => refresh(session.refreshToken)))
  expect(new Set(all.map((one) => one.refreshToken)).size).toBe(1)
  const row = await db.query
    .selectFrom('session')
    .select('generation')
    .where('id', '=', session.sessionId)
    .executeTakeFirstOrThrow()
  expect(row.generation).toBe(1)
  await refresh(required(all[0], 'item of all').refreshToken)
})

test('rejects a refresh token with a changed, missing or extra character, and does not end the session', async () => {
  const session = await signedIn()
  const { refreshToken } = session
  const forged = [
    '',
    'x',
    refreshToken.slice(1),
    refreshToken.slice(0, -1),
    `${refreshToken}A`,
    ` ${refreshToken}`,
  ]
  for (let i = 0; i < refreshToken.length; i++) {
    for (const other of ['A', 'z', '-', '+']) {
      if (refreshToken[i] !== other) forged.push(refreshToken.slice(0, i) + other + refreshToken.slice(i + 1))
    }
  }
  for (const token of forged) expect([token, await rotate(db, token, request)]).toEqual([token, 'invalid'])
  expect(await isLive(session)).toBe(true)
  await refresh(refreshToken)
})

test('rejects a refresh token that was changed to contain the account ID and session ID of another session', async () => {
  const [mine, other] = [await signedIn(), await signedIn()]
  const bytes = Buffer.from(mine.refreshToken, 'base64url')
  Buffer.from(other.refreshToken, 'base64url').copy(bytes, 1, 1, 33)
  expect(await rotate(db, bytes.toString('base64url'), request)).toBe('invalid')
  expect(await isLive(other)).toBe(true)
})

test('a session ends after 30 days without use, or after 12 hours if the user is an administrator', async () => {
  const [user, admin] = [await signedIn(), await signedIn({ admin: true })]
  expect([user.refreshExpiresIn, admin.refreshExpiresIn]).toEqual([30 * 86_400, 12 * 3_600])
  await pass(user, 30 * 86_400 - 60)
  await pass(admin, 12 * 3_600 - 60)
  expect([await isLive(user), await isLive(admin)]).toEqual([true, true])
  await pass(user, 61)
  await pass(admin, 61)
  expect([await isLive(user), await isLive(admin)]).toEqual([false, false])
  expect(await rotate(db, user.refreshToken, request)).toBe('invalid')
  expect(await rotate(db, admin.refreshToken, request)).toBe('invalid')
})

test('a session that is refreshed every 28 days still ends after 90 days', async () => {
  const session = await signedIn()
  let { refreshToken } = session
  for (let day = 0; day < 84; day += 28) {
    await pass(session, 28 * 86_400)
    const next = await refresh(refreshToken)
    refreshToken = next.refreshToken
    expect(next.refreshExpiresIn).toBeLessThanOrEqual((90 - day - 28) * 86_400)
  }
  await pass(session, 6 * 86_400 + 1)
  expect(await rotate(db, refreshToken, request)).toBe('invalid')
})

test('ends only the requested sessions of an account: one session, all except one, or all', async () => {
  const { account, ...first } = await signedIn()
  const second = required(
    await db.transaction((tx) => startSession(tx, { account, request, amr: ['pwd'] })),
    'result of transaction',
  )
  const third = required(
    await db.transaction((tx) => startSession(tx, { account, request, amr: ['pwd'] })),
    'result of transaction',
  )
  expect((await sessionsOf(account.id)).map((one) => one.id)).toEqual([
    third.sessionId,
    second.sessionId,
    first.sessionId,
  ])
  expect(await db.transaction((tx) => endSession(tx, account.id, first.sessionId))).toBe(true)
  expect(await db.transaction((tx) => endSession(tx, account.id, first.sessionId))).toBe(false)
  expect([await isLive(first), await isLive(second), await isLive(third)]).toEqual([false, true, true])
  expect(await rotate(db, first.refreshToken, request)).toBe('invalid')

  expect(await db.transaction((tx) => endSessions(tx, account.id, { except: third.sessionId }))).toBe(1)
  expect([await isLive(second), await isLive(third)]).toEqual([false, true])
  await db.transaction((tx) => endSessions(tx, account.id))
  expect(await sessionsOf(account.id)).toEqual([])
})

test('disabling an account ends its sessions and prevents new sessions', async () => {
  const { account, ...session } = await signedIn()
  await db.query.updateTable('account').set({ enabled: false }).where('id', '=', account.id).execute()
  expect(await isLive(session)).toBe(false)
  expect(await rotate(db, session.refreshToken, request)).toBe('invalid')
  expect(await db.transaction((tx) => startSession(tx, { account, request, amr: ['pwd'] }))).toBeNull()
})

test('opens no session if the password was changed while the sign-in was in progress', async () => {
  const account = await setUpAccount(db)
  const checked = { passwordHash: 'the hash of before' }
  expect(
    await db.transaction((tx) => startSession(tx, { account, request, amr: ['pwd'], checked })),
  ).toBeNull()
})

test('a refresh updates the IP address and time of the last access, but reading the session does not', async () => {
  const session = await signedIn()
  await pass(session, 3_600)
  const [before] = await sessionsOf(session.accountId)
  await loadViewerRow(db.query, session, 'offered')
  await inspectRefreshToken(db.query, session.refreshToken)
  expect(await sessionsOf(session.accountId)).toEqual([before])
  await rotate(db, session.refreshToken, requestFrom('198.51.100.7', { userAgent: 'another' }))
  const [after] = await sessionsOf(session.accountId)
  expect(after).toMatchObject({
    ip: '198.51.100.7',
    userAgent: 'another',
    startedAt: required(before, 'before').startedAt,
  })
  expect(required(after, 'after').lastAccessAt.getTime()).toBeGreaterThan(
    required(before, 'before').lastAccessAt.getTime(),
  )
})

test('the periodic cleanup deletes an expired session and keeps a live one', async () => {
  const [old, live] = [await signedIn(), await signedIn()]
  await pass(old, 92 * 86_400)
  await sweepSessions(db.query)
  const rows = await db.query
    .selectFrom('session')
    .select('id')
    .where('id', 'in', [old.sessionId, live.sessionId])
    .execute()
  expect(rows).toEqual([{ id: live.sessionId }])
})

test('returns the reason why a session was ended if the refresh token is genuine, but not if the token is forged', async () => {
  const own = await signedIn()
  await db.transaction((tx) => endSessions(tx, own.account.id))
  expect(await rotate(db, own.refreshToken, request)).toBe('invalid')
  const reset = await signedIn()
  await db.transaction((tx) => endSessions(tx, reset.account.id, { reason: 'PASSWORD_RESET' }))
  expect(await rotate(db, reset.refreshToken, request)).toEqual({ endReason: 'PASSWORD_RESET' })
  const forged = `${reset.refreshToken.slice(0, -4)}AAAA`
  expect(await rotate(db, forged, request)).toBe('invalid')
})
