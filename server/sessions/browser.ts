import { type Kysely, sql } from 'kysely'
import { first } from '../../contract/required.ts'
import { defaults } from '../core/process/defaults.ts'
import type { Tables } from '../db/tables.ts'
import { isLive, type OpenSession } from './store.ts'
import { isAuthentic, parseCookieToken } from './token.ts'

/** Who is signed in in a browser: what applications ask when they send people here. */
export interface BrowserSession {
  accountId: string
  sessionId: string
  /** When they last proved who they are. */
  authenticatedAt: Date
  /** What was signed in to with it, by client_id; the OpenID provider's own. */
  authorizations: Record<string, unknown>
  amr: readonly string[] | null
}

/** The live session that the cookie of a browser names; null where there is none. */
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

/** The same by what it is, where no browser is asked. */
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

/** Notes what was signed in to, which is a use of the session. What another tab has noted meanwhile stays. */
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

/** The name of the cookie: bound to this very host wherever it is only sent over TLS. */
const cookieName = (secure: boolean): string => (secure ? '__Host-reeve_session' : 'reeve_session')

/** A `Set-Cookie` value. Lax: an application sends people here from its own pages. It lasts no longer than a session may. */
export const browserSessionCookie = ({ cookieToken }: OpenSession, secure: boolean): string =>
  `${cookieName(secure)}=${cookieToken}; Path=/; Max-Age=${defaults.sessions.absolute}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** What a `Cookie` header holds of it. Over TLS the bare name counts for nothing: another host may have set it. */
export function readSessionCookie(header: string | undefined, secure: boolean): string | undefined {
  const name = `${cookieName(secure)}=`
  const cookies = header?.split(/;\s*/).filter((each) => each.startsWith(name)) ?? []
  // Two of one name: one was planted for a longer path.
  return cookies.length === 1 ? first(cookies, 'cookies').slice(name.length) : undefined
}
