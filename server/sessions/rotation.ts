import type { Kysely } from 'kysely'
import { recordAudit } from '../core/audit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { endSession, findByToken, markUnproven, moveOn, type OpenSession } from './store.ts'
import { cookieTokenOf, type PresentedToken, parseRefreshToken, refreshTokenOf } from './token.ts'

/** `invalid`: worth nothing. `unproven`: of a session that is bound to a key, and not by who holds that. */
export type RefusedToken = 'invalid' | 'unproven' | EndedToken

/** The session was ended by an administrator. Only the holder of the session's key learns the reason. */
export interface EndedToken {
  endReason: string
}

export const isOpen = (session: OpenSession | RefusedToken): session is OpenSession =>
  typeof session === 'object' && 'sessionId' in session

/**
 * Trades a refresh token for its successor. The token before the last again within 10 seconds gets that same successor
 * (a lost answer, two tabs); an older one was copied, and ends the session.
 * Of a session that is bound to a key (`jkt`: of which a proof came with the token) none does anything without it: what is
 * copied is no way in, and no way to sign somebody out.
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
      await noteUnproven(db, token, request)
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

const endCopied = (db: Database, token: PresentedToken, request: RequestInfo): Promise<void> =>
  db.transaction(async (tx) => {
    if (await endSession(tx, token.accountId, token.sessionId))
      await record(tx, 'RefreshTokenReused', token, request)
  })

/** Once an hour for each session, however often it is tried. */
const noteUnproven = (db: Database, token: PresentedToken, request: RequestInfo): Promise<void> =>
  db.transaction(async (tx) => {
    if (await markUnproven(tx, token)) await record(tx, 'RefreshTokenUnproven', token, request)
  })

const record = (
  tx: Tx,
  action: 'RefreshTokenReused' | 'RefreshTokenUnproven',
  { accountId, sessionId }: PresentedToken,
  { ip }: RequestInfo,
): Promise<void> =>
  recordAudit(tx, {
    ...{ tenantId: accountId, actorId: null, action },
    ...{ targetType: 'session', targetId: sessionId, ip, success: false },
  })

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
