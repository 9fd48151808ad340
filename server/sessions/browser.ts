import { type Kysely, sql } from 'kysely'
import { first } from '../../contract/required.ts'
import { defaults } from '../core/process/defaults.ts'
import type { Tables } from '../db/tables.ts'
import { isLive, type OpenSession } from './store.ts'
import { isAuthentic, parseCookieToken } from './token.ts'

/**
 * The session of a browser. When an application redirects the browser here for a sign-in, this session
 * identifies the user.
 */
export interface BrowserSession {
  accountId: string
  sessionId: string
  /** Time at which the user last proved their identity. */
  authenticatedAt: Date
  /** Authorizations of this session by client_id, in the format of oidc-provider. */
  authorizations: Record<string, unknown>
  amr: readonly string[] | null
}

/** Returns the live session that the browser's cookie identifies, or null. */
export async function findBrowserSession(
  db: Kysely<Tables>,
  cookie: string | undefined,
): Promise<BrowserSession | null> {
  const token = cookie ? parseCookieToken(cookie) : null
  if (!token) return null
  const row = await selectLive(db, token).select('session.refresh_secret as secret').executeTakeFirst()
  if (!row || !isAuthentic(token, row.secret)) return null
  const { secret: _secret, ...session } = row
  return session as BrowserSession
}

/** Returns a live session by its ids, for requests without a browser cookie. */
export async function findLiveSession(
  db: Kysely<Tables>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<BrowserSession | null> {
  const row = await selectLive(db, { accountId, sessionId }).executeTakeFirst()
  return (row as BrowserSession | undefined) ?? null
}

const selectLive = (db: Kysely<Tables>, { accountId, sessionId }: { accountId: string; sessionId: string }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([
      'session.account_id as accountId',
      'session.id as sessionId',
      'session.authenticated_at as authenticatedAt',
      'session.authorizations',
      'session.amr',
    ])
    .where('session.account_id', '=', accountId)
    .where('session.id', '=', sessionId)
    .where(isLive)

/**
 * Adds authorizations to the session and updates its last access. Keeps authorizations that another tab has
 * added in the meantime.
 */
export const saveAuthorizations = async (
  db: Kysely<Tables>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  authorizations: Record<string, unknown>,
): Promise<void> =>
  void (await db
    .updateTable('session')
    .set({
      authorizations: sql`authorizations || ${JSON.stringify(authorizations)}::jsonb`,
      last_access_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .execute())

/** Returns the name of the cookie. With TLS, the __Host- prefix binds the cookie to this host. */
const cookieName = (secure: boolean): string => (secure ? '__Host-reeve_session' : 'reeve_session')

/**
 * Returns a `Set-Cookie` value. SameSite is Lax, because applications redirect to this server from their own
 * sites. The cookie lives as long as a session can.
 */
export const browserSessionCookie = ({ cookieToken }: OpenSession, secure: boolean): string =>
  `${cookieName(secure)}=${cookieToken}; Path=/; Max-Age=${defaults.sessions.absolute}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/**
 * Reads the session token from a `Cookie` header. With TLS, ignores a cookie without the __Host- prefix,
 * because another host may have set it.
 */
export function readSessionCookie(header: string | undefined, secure: boolean): string | undefined {
  const name = `${cookieName(secure)}=`
  const cookies = header?.split(/;\s*/).filter((each) => each.startsWith(name)) ?? []
  // If there are two cookies with this name, an attacker has planted one with a longer path. Accept neither.
  return cookies.length === 1 ? first(cookies, 'cookies').slice(name.length) : undefined
}
