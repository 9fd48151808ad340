import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { isId, noTenant } from '../core/id.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Tables } from '../db/tables.ts'

/** The one not seen for longest is forgotten for a new one. */
const browsersPerAccount = 20

/** 256 random bits as base64url. */
const isToken = (value: string) => /^[\w-]{43}$/.test(value)
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * The token that the browser's cookie shall hold: the one it had if we gave it (another account may know the browser too),
 * else a new one. If people could plant a token of their choice in a browser, they would share what that browser may do.
 */
export const browserTokenFor = async (
  query: Kysely<Tables>,
  presented: string | undefined,
): Promise<string> =>
  presented && (await isOurs(query, presented)) ? presented : randomBytes(32).toString('base64url')

/** CTEs by which the account of `session`, a CTE before them, remembers the browser as one that has signed in to it. */
export function rememberBrowser(token: string) {
  const hash = hashOf(token)
  return sql`
    browser as (
      insert into known_device (account_id, token_hash) select account_id, ${hash} from session
      on conflict (account_id, token_hash) do update set seen_at = now()
    ), forgotten as (
      delete from known_device using session
      where known_device.account_id = session.account_id and token_hash in (
        select token_hash from known_device as other
        where other.account_id = session.account_id and token_hash <> ${hash}
        order by seen_at desc offset ${sql.lit(browsersPerAccount - 1)}))`
}

/** Was it given to a browser that some account knows? */
async function isOurs(query: Kysely<Tables>, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const row = await query
    .selectFrom('known_device')
    .select('account_id')
    .where('token_hash', '=', hashOf(token))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Has this browser signed in to the account before? Costs the same for an account that there is not. */
export async function isKnownBrowser(
  query: Kysely<Tables>,
  accountId: string,
  token: string | undefined,
): Promise<boolean> {
  if (!token || !isToken(token)) return false
  const row = await query
    .selectFrom('known_device')
    .select('account_id')
    .where('account_id', '=', isId(accountId) ? accountId : noTenant)
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return row !== undefined
}

/** Has the account been signed in to from this browser or this network before? */
export async function isFamiliar(
  query: Kysely<Tables>,
  accountId: string,
  request: RequestInfo,
): Promise<boolean> {
  if (await isKnownBrowser(query, accountId, request.browserToken)) return true
  const row = await query
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('network', '=', request.network)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The name of the cookie: bound to this very host wherever it is only sent over TLS. */
const browserCookieName = (secure: boolean): string => (secure ? '__Host-reeve_device' : 'reeve_device')

/** A `Set-Cookie` value, good for a year. */
export const browserCookie = (token: string, secure: boolean): string =>
  `${browserCookieName(secure)}=${token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** The device token in a `Cookie` header. Over TLS the bare name counts for nothing: another host may have set it. */
export function readBrowserToken(header: string | undefined, secure: boolean): string | undefined {
  const name = `${browserCookieName(secure)}=`
  const cookie = header?.split(/;\s*/).find((each) => each.startsWith(name))
  const token = cookie?.slice(name.length)
  return token && isToken(token) ? token : undefined
}
