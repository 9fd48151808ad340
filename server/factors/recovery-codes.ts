import { createHash, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { plainCode } from '../core/text.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** Without those that are taken for one another: 31 of them, so 16 are 79 bits, too many to be guessed from a hash. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 16

const newCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** As people copy them: in groups of four. */
const spelled = (code: string) => code.replace(/.{4}(?=.)/g, '$&-')

const hashOf = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountId}\n${plainCode(code)}`)
    .digest()

/** New ones in the place of those that the account has; this is the one time that anyone sees them. */
export async function replaceRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.factor.recoveryCodes }, newCode)
  await dropRecoveryCodes(tx, accountId)
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOf(accountId, code) })))
    .execute()
  return codes.map(spelled)
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

/** Whoever deletes the row has the code's one use; false for anyone after them. */
export async function spendRecoveryCode(tx: Tx, accountId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(accountId, code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
