import { type Insertable, type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { Passkey } from './passkeys.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'
import { seal, unseal } from './sealing.ts'

type Reader = Kysely<Tables>

export interface FactorRow {
  id: string
  kind: 'totp' | 'passkey'
  name: string
  created_at: Date
  last_used_at: Date | null
}

const columns = ['id', 'kind', 'name', 'created_at', 'last_used_at'] as const

/** Returns the factors by account id, oldest first. */
export async function listFactors(
  query: Reader,
  accountIds: readonly string[],
): Promise<Map<string, FactorRow[]>> {
  const rows = await query
    .selectFrom('factor')
    .select([...columns, 'account_id'])
    .where('account_id', 'in', accountIds)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ account_id }) => account_id) as Map<
    string,
    (FactorRow & { account_id: string })[]
  >
}

export const factorsOf = async (query: Reader, accountId: string): Promise<FactorRow[]> =>
  (await listFactors(query, [accountId])).get(accountId) ?? []

export const findFactor = async (
  query: Reader,
  accountId: string,
  id: string,
): Promise<FactorRow | undefined> =>
  (await query
    .selectFrom('factor')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()) as FactorRow | undefined

export const renameFactor = async (tx: Tx, accountId: string, id: string, name: string): Promise<FactorRow> =>
  (await tx
    .updateTable('factor')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()) as FactorRow

/** Deletes a factor. If it was the last factor of the account, also deletes the recovery codes. */
export async function dropFactor(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('factor').where('account_id', '=', accountId).where('id', '=', id).execute()
  if (!(await factorsOf(tx, accountId)).length) await dropRecoveryCodes(tx, accountId)
}

/**
 * Deletes all factors, recovery codes and open challenges of an account. Returns the number of deleted
 * factors.
 */
export async function dropFactors(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('factor')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  await dropRecoveryCodes(tx, accountId)
  await tx.deleteFrom('factor_challenge').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('factor_reset').where('account_id', '=', accountId).execute()
  return Number(numDeletedRows)
}

export const forgetFactors = async (tx: Tx, { id }: { id: string }): Promise<void> =>
  void (await dropFactors(tx, id))

export type NewFactor = Insertable<Tables['factor']>

export const insertFactor = async (tx: Tx, factor: NewFactor): Promise<FactorRow> =>
  (await tx.insertInto('factor').values(factor).returning(columns).executeTakeFirstOrThrow()) as FactorRow

const keyOf = (value: unknown) => Buffer.from(value as string, 'base64url')

export const readKey = async (query: Reader): Promise<Buffer> =>
  keyOf((await selectKey(query).executeTakeFirstOrThrow()).value)

const selectKey = (query: Reader) =>
  query.selectFrom('secret_key').select('value').where('id', '=', 'factors')

/**
 * Returns the encryption key and locks its row, so that the key cannot be rotated before the transaction
 * ends.
 */
export const lockKey = async (tx: Tx): Promise<Buffer> =>
  keyOf((await selectKey(tx).forShare().executeTakeFirstOrThrow()).value)

export async function listPasskeys(query: Reader, accountId: string): Promise<Passkey[]> {
  const rows = await query
    .selectFrom('factor')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'passkey')
    .orderBy('id')
    .limit(limits.factor.each)
    .execute()
  return rows.map(({ id, transports, ...row }) => ({
    ...{ id, transports, counter: required(row.counter, 'counter') },
    ...{
      credentialId: required(row.credential_id, 'credential_id'),
      publicKey: required(row.public_key, 'public_key'),
    },
  }))
}

/**
 * Whether any account has registered a passkey with this id. Also locks the id until the transaction ends, so
 * that only one of several concurrent registrations succeeds.
 */
export async function isPasskeyTaken(tx: Tx, credentialId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${credentialId}, 0))`.execute(tx)
  const found = await tx
    .selectFrom('factor')
    .select('id')
    .where('credential_id', '=', credentialId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Stores the new signature counter of a passkey. Returns false if the counter has not increased, because the
 * passkey may then have been cloned (WebAuthn level 3, section 6.1.1).
 */
export async function spendCounter(tx: Tx, accountId: string, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor')
    .set({ counter, last_used_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter}::bigint or counter = 0 and ${counter}::bigint = 0)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Totp {
  id: string
  secret: string
  lastStep: number | null
  /** Current time by the database clock. */
  now: Date
}

/**
 * Returns the authenticator apps of an account with their secrets. The secrets and the key are read with one
 * statement, so that the key cannot be rotated in between.
 */
export async function readTotps(query: Reader, accountId: string): Promise<Totp[]> {
  const rows = await query
    .selectFrom('factor')
    .innerJoin('secret_key', (join) => join.on('secret_key.id', '=', 'factors'))
    .select([
      'factor.id',
      'factor.secret',
      'factor.last_step',
      'secret_key.value',
      sql<Date>`now()`.as('now'),
    ])
    .where('factor.account_id', '=', accountId)
    .where('factor.kind', '=', 'totp')
    .orderBy('factor.id')
    .limit(limits.factor.each)
    .execute()
  return rows.map(({ id, secret, last_step: lastStep, value, now }) => ({
    ...{ id, lastStep, now },
    secret: unseal(keyOf(value), accountId, required(secret, 'secret')),
  }))
}

/**
 * Marks a time step as used. If several requests send the same code at the same time, only one of them
 * succeeds.
 */
export async function spendStep(tx: Tx, accountId: string, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor')
    .set({ last_step: step, last_used_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Re-encrypts the secrets of all authenticator apps with a new key. Called in the transaction that rotates
 * the key. Returns the number of re-encrypted secrets.
 */
export async function reencryptSecrets(
  tx: Tx,
  { before, after }: { before: string; after: string },
): Promise<number> {
  await tx.deleteFrom('factor_challenge').where('secret', 'is not', null).execute()
  const rows = await tx
    .selectFrom('factor')
    .select(['account_id', 'id', 'secret'])
    .where('secret', 'is not', null)
    .forUpdate()
    .execute()
  for (const { account_id: accountId, id, secret } of rows)
    await tx
      .updateTable('factor')
      .set({
        secret: seal(keyOf(after), accountId, unseal(keyOf(before), accountId, required(secret, 'secret'))),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute()
  return rows.length
}
