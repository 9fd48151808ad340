import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { isMissingReference } from '../db/constraints.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>

export const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest()

interface IssuedToken {
  payload: object
  consumed: boolean
}

/** Returns the code or token with this id, unless it has expired. */
export async function findIssued(db: Reader, kind: string, id: string): Promise<IssuedToken | undefined> {
  const row = await db
    .selectFrom('issued')
    .select(['payload', sql<boolean>`consumed_at is not null`.as('consumed')])
    .where('kind', '=', kind)
    .where('hash', '=', hashOf(id))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { payload: row.payload as object, consumed: row.consumed }
}

/** Stores a code or token for `seconds`. Returns false if its grant has ended. */
export async function saveIssued(
  db: Reader,
  {
    kind,
    id,
    grantId,
    userCode,
    payload,
    seconds,
  }: {
    kind: string
    id: string
    grantId?: string | undefined
    userCode?: string | undefined
    payload: object
    seconds: number
  },
): Promise<boolean> {
  const values = {
    payload: JSON.stringify(payload),
    expires_at: sql<Date>`now() + ${seconds}::integer * interval '1 second'`,
  }
  try {
    await db
      .insertInto('issued')
      .values({ kind, hash: hashOf(id), grant_id: grantId ?? null, user_code: userCode ?? null, ...values })
      .onConflict((conflict) => conflict.columns(['kind', 'hash']).doUpdateSet(values))
      .execute()
    return true
  } catch (error) {
    if (isMissingReference(error)) return false
    throw error
  }
}

/**
 * Marks a one-time code as used with a single statement. If several concurrent calls use the same code,
 * exactly one of them returns true. The row is retained for another day to detect reuse.
 */
export async function consumeIssued(db: Reader, kind: string, id: string): Promise<boolean> {
  const spent = await db
    .updateTable('issued')
    .set({ consumed_at: sql`now()`, expires_at: sql`greatest(expires_at, now() + interval '1 day')` })
    .where('kind', '=', kind)
    .where('hash', '=', hashOf(id))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** Deletes expired authorization requests, codes and tokens, and expired records of one-time values. */
export const sweepIssued = (db: Reader): Promise<unknown> =>
  db.deleteFrom('issued').where('expires_at', '<=', sql<Date>`now()`).execute()

export const deleteIssued = async (db: Reader, kind: string, id: string): Promise<void> =>
  void (await db.deleteFrom('issued').where('kind', '=', kind).where('hash', '=', hashOf(id)).execute())

/**
 * Records that a one-time value, such as a client assertion or a DPoP proof, has been used. If several
 * concurrent calls use the same value, exactly one of them returns true.
 */
export async function useOnce(db: Reader, kind: string, id: string, seconds: number): Promise<boolean> {
  const noted = await db
    .insertInto('issued')
    .values({
      ...{ kind, hash: hashOf(id), payload: '{}' },
      expires_at: sql<Date>`now() + ${seconds}::integer * interval '1 second'`,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'hash']).doNothing())
    .executeTakeFirst()
  return noted.numInsertedOrUpdatedRows === 1n
}
