import type { Kysely } from 'kysely'
import { recordAudit } from '../core/audit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { advanceGeneration, endSession, findByToken, markUnproven, type OpenSession } from './store.ts'
import { cookieTokenOf, type PresentedToken, parseRefreshToken, refreshTokenOf } from './token.ts'

/**
 * Why a refresh token was refused. `invalid` means that the token has no effect. `unproven` means that the
 * session is bound to a key whose possession the request did not prove.
 */
export type RefusedToken = 'invalid' | 'unproven' | EndedToken

/**
 * The session was ended by an administrator. The reason is returned only to a client that proves possession
 * of the session's key.
 */
export interface EndedToken {
  endReason: string
}

export const isOpen = (session: OpenSession | RefusedToken): session is OpenSession =>
  typeof session === 'object' && 'sessionId' in session

/**
 * Exchanges a refresh token for its successor. If the previous token is sent again within 10 seconds, for
 * example after a lost response or by a second tab, returns the same successor. An older token must have been
 * copied, so its use ends the session.
 *
 * If the session is bound to a key, `jkt` must be the thumbprint of this key, whose possession the request
 * has proved. Without that proof, a refresh token has no effect, so a copied token can neither continue the
 * session nor end it.
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
      continue // Another request has rotated the token or ended the session, so read the session again.
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

/** Writes an audit event about a refresh token without proof of its key, at most one per hour and session. */
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
 * Returns the session of a refresh token without consuming the token. `current` means that the token can
 * still be exchanged.
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
