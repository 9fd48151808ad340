import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Row = Selectable<Tables['factor_challenge']>
type Purpose = 'sign_in' | 'set_up' | 'confirm'

/** 256 random bits as base64url: what the bearer of a challenge holds, and what a passkey signs. */
const isToken = (value: string) => /^[\w-]{43}$/.test(value)
const idOf = (token: string) => createHash('sha256').update(token).digest()

/** A step that waits for a factor, for `seconds`. Answers the token by which it goes on; only a hash of it is kept. */
export async function openChallenge(
  query: Kysely<Tables>,
  {
    seconds,
    ...row
  }: { purpose: Purpose; seconds: number } & Partial<
    Pick<Row, 'account_id' | 'method' | 'credentials_of' | 'secret' | 'jkt'>
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
 * The step that a token is of, with this try at it counted; undefined where it has ended or was tried too often, and for
 * who does not show the key that it was begun with.
 */
export const tryChallenge = (
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

/** A try that was refused before it was made counts for nothing. */
export const untryChallenge = (query: Kysely<Tables>, id: Buffer): Promise<unknown> =>
  query
    .updateTable('factor_challenge')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('id', '=', id)
    .execute()

/** Whoever deletes the row goes on; false for anyone after them. */
export async function spendChallenge(tx: Tx, id: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('factor_challenge').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const dropOldChallenges = (query: Kysely<Tables>): Promise<unknown> =>
  query.deleteFrom('factor_challenge').where('expires_at', '<', sql<Date>`now()`).execute()
