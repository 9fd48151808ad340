import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { recordAudit } from '../core/audit.ts'
import { newId } from '../core/id.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { isAuthentic, type PresentedToken, parseRefreshToken, refreshTokenOf } from './token.ts'

const { idle, adminIdle, absolute } = limits.session
const seconds = (count: number) => sql`${sql.lit(count)} * interval '1 second'`

/** By the database's clock: not ended, used lately, not too old, of an enabled account. */
export const isLive = sql<boolean>`(
  session.ended_at is null
  and account.enabled
  and session.last_access_at > now() - case when account.admin then ${seconds(adminIdle)} else ${seconds(idle)} end
  and session.created_at > now() - ${seconds(absolute)})`

/** Until the session ends if nothing more is done with it. */
const secondsLeft = sql<number>`extract(epoch from least(
  session.last_access_at + case when account.admin then ${seconds(adminIdle)} else ${seconds(idle)} end,
  session.created_at + ${seconds(absolute)}) - now())::double precision`

const rotatedJustNow = sql<boolean>`session.rotated_at > now() - ${seconds(limits.refreshGrace)}`

/** A session with the one refresh token that is good for it now. */
export interface OpenSession {
  accountId: string
  sessionId: string
  refreshToken: string
  /** Seconds. */
  refreshExpiresIn: number
}

const origin = (request: RequestInfo) => ({
  ip: request.ip,
  network: request.network,
  user_agent: request.userAgent?.slice(0, 512) ?? null,
})

/**
 * Opens a session. null where the account has been disabled meanwhile, or where its password is no longer the one
 * that was checked: the account's row is locked, so that ending all its sessions cannot miss this one.
 */
export async function startSession(
  tx: Tx,
  {
    account,
    request,
    checked,
  }: {
    account: { id: string; admin: boolean }
    request: RequestInfo
    checked?: { passwordHash: string | null }
  },
): Promise<OpenSession | null> {
  let current = tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', account.id)
    .where('enabled', '=', true)
    .forShare()
  if (checked) current = current.where('password_hash', 'is not distinct from', checked.passwordHash)
  if (!(await current.executeTakeFirst())) return null

  const sessionId = newId()
  const secret = randomBytes(32)
  await tx
    .insertInto('session')
    .values({ account_id: account.id, id: sessionId, refresh_secret: secret, ...origin(request) })
    .execute()
  return {
    accountId: account.id,
    sessionId,
    refreshToken: refreshTokenOf({ accountId: account.id, sessionId, generation: 0, secret }),
    refreshExpiresIn: account.admin ? adminIdle : idle,
  }
}

/**
 * Trades a refresh token for its successor. The token before the last again within 10 seconds gets that same successor
 * (a lost answer, two tabs); an older one was copied, and ends the session.
 */
export async function rotate(
  db: Database,
  refreshToken: string,
  request: RequestInfo,
): Promise<OpenSession | 'invalid'> {
  const token = parseRefreshToken(refreshToken)
  if (!token) return 'invalid'
  for (;;) {
    const session = await findByToken(db.query, token)
    if (!session?.live) return 'invalid'
    const open = (generation: number, left: number): OpenSession => ({
      accountId: token.accountId,
      sessionId: token.sessionId,
      refreshToken: refreshTokenOf({ ...token, generation, secret: session.secret }),
      refreshExpiresIn: Math.floor(left),
    })
    if (token.generation === session.generation) {
      const left = await moveOn(db.query, token, request)
      if (left !== undefined) return open(token.generation + 1, left)
      continue // Someone else was quicker, or the session has just ended: look again.
    }
    if (token.generation === session.generation - 1 && session.rotatedJustNow)
      return open(session.generation, session.secondsLeft)
    if (token.generation < session.generation) await endCopied(db, token, request)
    return 'invalid'
  }
}

async function findByToken(query: Kysely<Tables>, token: PresentedToken) {
  const session = await query
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['refresh_secret as secret', 'generation'])
    .select([isLive.as('live'), rotatedJustNow.as('rotatedJustNow'), secondsLeft.as('secondsLeft')])
    .where('session.account_id', '=', token.accountId)
    .where('session.id', '=', token.sessionId)
    .executeTakeFirst()
  return session && isAuthentic(token, session.secret) ? session : null
}

/** The one statement that spends a token: of any number at once, on any number of nodes, one gets a row. */
async function moveOn(
  query: Kysely<Tables>,
  token: PresentedToken,
  request: RequestInfo,
): Promise<number | undefined> {
  const moved = await query
    .updateTable('session')
    .from('account')
    .set({
      generation: token.generation + 1,
      rotated_at: sql`now()`,
      last_access_at: sql`now()`,
      ...origin(request),
    })
    .whereRef('account.id', '=', 'session.account_id')
    .where('session.account_id', '=', token.accountId)
    .where('session.id', '=', token.sessionId)
    .where('session.generation', '=', token.generation)
    .where(isLive)
    .returning(secondsLeft.as('left'))
    .executeTakeFirst()
  return moved?.left
}

async function endCopied(db: Database, token: PresentedToken, request: RequestInfo): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, token.accountId, token.sessionId))) return
    await recordAudit(tx, {
      tenantId: token.accountId,
      actorId: null,
      action: 'RefreshTokenReused',
      targetType: 'session',
      targetId: token.sessionId,
      ip: request.ip,
      success: false,
    })
  })
}

/** The session that a refresh token belongs to, without using the token. `current`: the token could be traded now. */
export async function inspectRefreshToken(
  query: Kysely<Tables>,
  refreshToken: string,
): Promise<{ accountId: string; sessionId: string; current: boolean; secondsLeft: number } | null> {
  const token = parseRefreshToken(refreshToken)
  const session = token && (await findByToken(query, token))
  if (!session) return null
  const current =
    token.generation === session.generation ||
    (token.generation === session.generation - 1 && session.rotatedJustNow)
  return {
    accountId: token.accountId,
    sessionId: token.sessionId,
    current: session.live && current,
    secondsLeft: Math.floor(session.secondsLeft),
  }
}

/** The account and session as they are at this very request; null where either is no longer live. */
export async function loadViewerRow(
  query: Kysely<Tables>,
  accountId: string,
  sessionId: string,
): Promise<Viewer | null> {
  const row = await query
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([
      'session.account_id as accountId',
      'session.id as sessionId',
      'session.authenticated_at as authenticatedAt',
      'account.admin',
      'account.auth_codes as authCodes',
      'account.password_change_required as passwordChangeRequired',
      sql<Date>`now()`.as('now'),
    ])
    .where('session.account_id', '=', accountId)
    .where('session.id', '=', sessionId)
    .where(isLive)
    .executeTakeFirst()
  return row ?? null
}

/** false where it had ended before. */
export async function endSession(tx: Tx, accountId: string, sessionId: string): Promise<boolean> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Ends all sessions of the account, but one; answers how many. */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { except }: { except?: string } = {},
): Promise<number> {
  let ending = tx
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  if (except) ending = ending.where('id', '!=', except)
  return Number((await ending.executeTakeFirst()).numUpdatedRows)
}

/** The account's live session, locked; none where it has ended or is another account's. */
export const lockSession = (
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where('session.account_id', '=', accountId)
    .where('session.id', '=', sessionId)
    .where(isLive)
    .forUpdate('session')
    .executeTakeFirst()

/** Removes sessions that nothing can revive, and browsers that were not seen for a year. */
export async function sweepSessions(query: Kysely<Tables>): Promise<void> {
  await query
    .deleteFrom('session')
    .where('created_at', '<', sql<Date>`now() - ${seconds(absolute + 86_400)}`)
    .execute()
  await query.deleteFrom('known_device').where('seen_at', '<', sql<Date>`now() - interval '1 year'`).execute()
}
