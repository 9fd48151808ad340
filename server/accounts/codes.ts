import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { badInput } from '../core/errors.ts'
import { plainCode } from '../core/text.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

export const purposes = ['login', 'register', 'reset', 'bind', 'confirm'] as const
export type Purpose = (typeof purposes)[number]

const hashOf = (target: string, code: string): Buffer =>
  createHash('sha256').update(`${target}\n${code}`).digest()

/**
 * Creates a verification code for a phone (E.164) or an email address. The code replaces earlier codes for
 * the same purpose.
 */
export async function issueCode(tx: Tx, target: string, purpose: Purpose | 'any'): Promise<string> {
  const code = String(randomInt(10 ** limits.code.digits)).padStart(limits.code.digits, '0')
  // A code for any purpose replaces the codes for all specific purposes.
  if (purpose === 'any') await tx.deleteFrom('verification_code').where('target', '=', target).execute()
  const fresh = {
    code_hash: hashOf(target, code),
    tries: 0,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(secs => ${limits.code.lifetime})`,
  }
  await tx
    .insertInto('verification_code')
    .values({ target, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['target', 'purpose']).doUpdateSet(fresh))
    .execute()
  return code
}

/**
 * A verified code. `spendCode` consumes the code in the transaction of the action that the code authorizes.
 */
export interface CheckedCode {
  target: string
  purpose: string
  hash: Buffer
}

/**
 * Checks a code against the newest code for this target and purpose. Runs outside the transaction of the
 * call, so that an attempt counts even if the call fails later. Throws BAD_INPUT for `field` if the code is
 * wrong.
 */
export async function checkCode(
  db: Kysely<Tables>,
  { target, purpose, code, field }: { target: string; purpose: Purpose; code: string; field: string },
): Promise<CheckedCode> {
  const newest = db
    .selectFrom('verification_code')
    .select('purpose')
    .where('target', '=', target)
    .where('purpose', 'in', [purpose, 'any'])
    .orderBy('created_at', 'desc')
    .limit(1)
  const row = await db
    .updateTable('verification_code')
    .set({ tries: sql`tries + 1` })
    .where('target', '=', target)
    .where('purpose', '=', newest)
    .where('tries', '<', limits.code.tries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['purpose', 'code_hash'])
    .executeTakeFirst()
  const hash = hashOf(target, plainCode(code))
  if (!row || !timingSafeEqual(row.code_hash, hash)) throw badInput({ [field]: ['code.wrong'] })
  return { target, purpose: row.purpose, hash }
}

/**
 * Refunds the attempt that a correct code used. Called if another field of the form was invalid, because the
 * user must submit the same code again.
 */
export const refundCodeAttempt = (
  db: Kysely<Tables>,
  { target, purpose, hash }: CheckedCode,
): Promise<unknown> =>
  db
    .updateTable('verification_code')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', hash)
    .execute()

/** Consumes a code. Throws BAD_INPUT for `field` if another request has already consumed the code. */
export async function spendCode(tx: Tx, checked: CheckedCode, field: string): Promise<void> {
  const row = await tx
    .deleteFrom('verification_code')
    .where('target', '=', checked.target)
    .where('purpose', '=', checked.purpose)
    .where('code_hash', '=', checked.hash)
    .returning('target')
    .executeTakeFirst()
  if (!row) throw badInput({ [field]: ['code.wrong'] })
}

export const dropExpiredCodes = (db: Kysely<Tables>): Promise<unknown> =>
  db.deleteFrom('verification_code').where('expires_at', '<', sql<Date>`now()`).execute()
