import type { Kysely } from 'kysely'
import { recordAudit } from '../core/audit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { advanceGeneration, endSession, findByToken, markUnproven, type OpenSession } from './store.ts'
import { cookieTokenOf, type PresentedToken, parseRefreshToken, refreshTokenOf } from './token.ts'

/**
 * Why a refresh token was refused. `invalid`: the token has no effect. `unproven`: the session is bound to a
 * key, and the request did not prove possession of that key.
 */
export type RefusedToken = 'invalid' | 'unproven' | EndedToken

/** An administrator ended the session. The reason is returned only to the holder of the session's key. */
export interface EndedToken {
  endReason: string
}

export const isOpen = (session: OpenSession | RefusedToken): session is OpenSession =>
  typeof session === 'object' && 'sessionId' in session

/**
 * Exchanges a refresh token for its successor. If the previous token is sent again within 10 seconds, for
 * example after a lost response or from a second tab, returns the same successor. An older token must have
 * been copied, so it ends the session.
 *
 * If the session is bound to a key, `jkt` is the thumbprint of the key that the request proved. Without that
 * proof, the token has no effect, so a copied token can neither continue the session nor end it.
 */
export async function rotate(
  db: Database,
  refreshToken: string,
  request: RequestInfo,
  jkt: string | null = null,
): Promise<OpenSession | RefusedToken> {
  const token = parseRefreshToken(refreshToken)
  if (!token) return 'invalid'
  for (;;) {
    const session = await findByToken(db.query, token)
    if (!session) return 'invalid'
    const unproven = session.jkt && session.jkt !== jkt
    if (!session.live) {
      const { endReason } = session
      return endReason && !unproven ? { endReason } : 'invalid'
    }
    if (unproven) {
      await auditUnproven(db, token, request)
      return 'unproven'
    }
    const open = (generation: number, left: number): OpenSession => ({
      accountId: token.accountId,
      sessionId: token.sessionId,
      refreshToken: refreshTokenOf({ ...token, generation, secret: session.secret }),
      cookieToken: cookieTokenOf({ ...token, secret: session.secret }),
      refreshExpiresIn: Math.floor(left),
    })
    if (token.generation === session.generation) {
      const left = await advanceGeneration(db.query, token, request)
      if (left !== undefined) return open(token.generation + 1, left)
      continue // Another request has rotated the token, or the session has just ended, so read it again.
    }
    if (token.generation === session.generation - 1 && session.rotatedJustNow)
      return open(session.generation, session.secondsLeft)
    if (token.generation < session.generation) await endReusedSession(db, token, request)
    return 'invalid'
  }
}

const endReusedSession = (db: Database, token: PresentedToken, request: RequestInfo): Promise<void> =>
  db.transaction(async (tx) => {
    if (await endSession(tx, token.accountId, token.sessionId))
      await recordFailure(tx, 'RefreshTokenReused', token, request)
  })

/** Writes an audit event, at most one per hour and session. */
const auditUnproven = (db: Database, token: PresentedToken, request: RequestInfo): Promise<void> =>
  db.transaction(async (tx) => {
    if (await markUnproven(tx, token)) await recordFailure(tx, 'RefreshTokenUnproven', token, request)
  })

const recordFailure = (
  tx: Tx,
  action: 'RefreshTokenReused' | 'RefreshTokenUnproven',
  { accountId, sessionId }: PresentedToken,
  { ip }: RequestInfo,
): Promise<void> =>
  recordAudit(tx, {
    ...{ tenantId: accountId, actorId: null, action },
    ...{ targetType: 'session', targetId: sessionId, ip, success: false },
  })

/**
 * Returns the session of a refresh token without consuming the token. `current`: the token could be exchanged
 * now.
 */
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
