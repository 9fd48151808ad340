import { createHash, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { plainCode } from '../core/text.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/**
 * The 31 characters of recovery codes, without characters that look alike. A code of 16 characters has 79
 * bits of entropy, so it cannot be guessed even from its hash.
 */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 16

const newCode = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Formats a code in groups of four characters, so that it is easier to copy by hand. */
const formatCode = (code: string) => code.replace(/.{4}(?=.)/g, '$&-')

const hashOf = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountId}\n${plainCode(code)}`)
    .digest()

/**
 * Replaces the recovery codes of the account and returns the new codes. They cannot be read later, because
 * only hashes are stored.
 */
export async function replaceRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.factor.recoveryCodes }, newCode)
  await dropRecoveryCodes(tx, accountId)
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOf(accountId, code) })))
    .execute()
  return codes.map(formatCode)
}

export const dropRecoveryCodes = async (tx: Tx, accountId: string): Promise<void> =>
  void (await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute())

export async function countRecoveryCodes(query: Kysely<Tables>, accountId: string): Promise<number> {
  const { count } = await query
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function isRecoveryCode(
  query: Kysely<Tables>,
  accountId: string,
  code: string,
): Promise<boolean> {
  const found = await query
    .selectFrom('recovery_code')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(accountId, code))
    .executeTakeFirst()
  return found !== undefined
}

/** Consumes a code. Returns false if another request has already consumed it. */
export async function spendRecoveryCode(tx: Tx, accountId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(accountId, code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
