import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Row = Selectable<Tables['factor_challenge']>
type Purpose = 'sign_in' | 'set_up' | 'confirm'

/**
 * A challenge token consists of 256 random bits in base64url. The client stores the token, and a passkey
 * signs it.
 */
const isToken = (value: string) => /^[\w-]{43}$/.test(value)
const idOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Creates a challenge that is valid for `seconds`, and returns its token. Only a hash of the token is stored.
 */
export async function openChallenge(
  query: Kysely<Tables>,
  {
    seconds,
    ...row
  }: { purpose: Purpose; seconds: number } & Partial<
    Pick<Row, 'account_id' | 'method' | 'credentials_of' | 'secret' | 'jkt' | 'identity_id'>
  >,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await query
    .insertInto('factor_challenge')
    .values({
      ...row,
      id: idOf(token),
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
  return token
}

/**
 * Counts an attempt at a challenge and returns the challenge. Returns undefined if the challenge has expired,
 * has been attempted too often, or is bound to a key other than `jkt`.
 */
export const attemptChallenge = (
  query: Kysely<Tables>,
  token: string,
  purpose: Purpose,
  jkt: string | null = null,
): Promise<Row | undefined> =>
  isToken(token)
    ? query
        .updateTable('factor_challenge')
        .set({ tries: sql`tries + 1` })
        .where('id', '=', idOf(token))
        .where('purpose', '=', purpose)
        .where('tries', '<', limits.factor.tries)
        .where('expires_at', '>', sql<Date>`now()`)
        .where(sql<boolean>`(jkt is null or jkt = ${jkt})`)
        .returningAll()
        .executeTakeFirst()
    : Promise.resolve(undefined)

/** Undoes the counting of an attempt that was rejected before its factor was checked. */
export const refundAttempt = (query: Kysely<Tables>, id: Buffer): Promise<unknown> =>
  query
    .updateTable('factor_challenge')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('id', '=', id)
    .execute()

/** Consumes a challenge. Returns false if another request has already consumed it. */
export async function spendChallenge(tx: Tx, id: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('factor_challenge').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const dropOldChallenges = (query: Kysely<Tables>): Promise<unknown> =>
  query.deleteFrom('factor_challenge').where('expires_at', '<', sql<Date>`now()`).execute()
