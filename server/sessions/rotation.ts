import type { Kysely } from 'kysely'
import { recordAudit } from '../core/audit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { endSession, findByToken, moveOn, type OpenSession } from './store.ts'
import { cookieTokenOf, type PresentedToken, parseRefreshToken, refreshTokenOf } from './token.ts'

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
      cookieToken: cookieTokenOf({ ...token, secret: session.secret }),
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
