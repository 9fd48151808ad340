import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { isId, noTenant } from '../core/id.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Maximum number of remembered browsers per account. Beyond it, the least recently used browser is forgotten.
 */
const browsersPerAccount = 20

/** Browser tokens are 256 random bits in base64url. */
const isToken = (value: string) => /^[\w-]{43}$/.test(value)
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Returns the token for the browser's cookie. A token that this server has issued is reused, because other
 * accounts may know the browser by it. Otherwise a new token is created. Unknown tokens are not accepted,
 * because an attacker could plant a token in a browser and then use the privileges of a known browser.
 */
export const browserTokenFor = async (
  query: Kysely<Tables>,
  presented: string | undefined,
): Promise<string> =>
  presented && (await isOurs(query, presented)) ? presented : randomBytes(32).toString('base64url')

/** Returns CTEs that remember the browser for the account that the CTE `session` returns. */
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

/** Whether this server has issued the token, which means that at least one account knows the browser. */
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

/**
 * Whether this browser has signed in to the account before. The check takes the same time if the account does
 * not exist.
 */
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

/** Whether the account has been used from this browser or this network before. */
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

/** Returns the name of the cookie. With TLS, the __Host- prefix binds the cookie to this host. */
const browserCookieName = (secure: boolean): string => (secure ? '__Host-reeve_device' : 'reeve_device')

/** Returns a `Set-Cookie` value for a cookie that lasts one year. */
export const browserCookie = (token: string, secure: boolean): string =>
  `${browserCookieName(secure)}=${token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/**
 * Reads the browser token from a `Cookie` header. With TLS, ignores a cookie without the __Host- prefix,
 * because another host may have set it.
 */
export function readBrowserToken(header: string | undefined, secure: boolean): string | undefined {
  const name = `${browserCookieName(secure)}=`
  const cookie = header?.split(/;\s*/).find((each) => each.startsWith(name))
  const token = cookie?.slice(name.length)
  return token && isToken(token) ? token : undefined
}
