import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { AppError } from '../core/errors.ts'
import { isAmong } from '../core/id.ts'
import { withPinyin } from '../core/search/pinyin.ts'
import { foldShape } from '../core/text.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { normalizePhone } from './phones/phone.ts'
import { securityGrant } from './rights.ts'

export type AccountRow = Selectable<Tables['account']>
type Reader = Kysely<Tables>
type ClaimKind = 'mobile_phone' | 'username' | 'email'

const now = sql<Date>`now()`

/** Returns the value that must be unique: a phone as it is, or a username or email address in lower case. */
const claimValue = (kind: ClaimKind, value: string): string =>
  kind === 'mobile_phone' ? value : value.toLowerCase()

export const findAccount = (db: Reader, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

export const lockAccount = (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks accounts in the order of their ids, so that two concurrent calls cannot deadlock. */
export const lockAccounts = (tx: Tx, ids: readonly string[]): Promise<AccountRow[]> =>
  tx.selectFrom('account').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Locks accounts FOR SHARE, so that other transactions cannot change them until this one ends. */
export const shareAccounts = (tx: Tx, ids: readonly string[]): Promise<AccountRow[]> =>
  tx.selectFrom('account').selectAll().where('id', 'in', ids).orderBy('id').forShare().execute()

export const shareAccount = async (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  (await shareAccounts(tx, [id]))[0]

/** Returns the ids of at most 100 accounts that can review the organization requests of this applicant. */
export async function findCertifiers(db: Reader, applicantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('enabled', '=', true)
    .where(sql<boolean>`admin or auth_codes && array['certification_audit'] and id <> ${applicantId}`)
    .orderBy('id')
    .limit(limits.nested)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findAccounts(db: Reader, ids: readonly string[]): Promise<Map<string, AccountRow>> {
  const rows = await db.selectFrom('account').selectAll().where(isAmong('id', ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a map from account ids to phone numbers. Omits disabled accounts and accounts without a phone. */
export async function findPhones(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'mobile_phone'])
    .where('id', 'in', ids)
    .where('enabled', '=', true)
    .where('mobile_phone', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, required(row.mobile_phone, 'mobile_phone')]))
}

export const findByClaim = (db: Reader, kind: ClaimKind, value: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account_claim')
    .innerJoin('account', 'account.id', 'account_claim.account_id')
    .selectAll('account')
    .where('account_claim.kind', '=', kind)
    .where('account_claim.value', '=', claimValue(kind, value))
    .executeTakeFirst()

/**
 * Returns a map from each of these phones (E.164) to its account. Phones without an account are omitted. With
 * `share`, locks the accounts FOR SHARE.
 */
export async function findByPhones(
  db: Reader,
  phones: readonly string[],
  { share = false } = {},
): Promise<Map<string, AccountRow>> {
  const rows = await db
    .selectFrom('account_claim')
    .innerJoin('account', 'account.id', 'account_claim.account_id')
    .selectAll('account')
    .select('account_claim.value as phone')
    .where('account_claim.kind', '=', 'mobile_phone')
    .where(sql<boolean>`account_claim.value = any(${[...phones]}::text[])`)
    .orderBy('account.id')
    .$if(share, (accounts) => accounts.forShare('account'))
    .execute()
  return new Map(rows.map(({ phone, ...account }) => [phone, account]))
}

/**
 * Inserts accounts without a password, which sign in by SMS code. Skips accounts whose phone is already
 * taken. Returns the phones of the inserted accounts.
 */
export async function insertAccounts(
  tx: Tx,
  accounts: readonly { id: string; name: string; mobilePhone: string }[],
): Promise<Set<string>> {
  const claims = await tx
    .insertInto('account_claim')
    .values(
      accounts.map(({ id, mobilePhone }) => ({ kind: 'mobile_phone', value: mobilePhone, account_id: id })),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .returning('value')
    .execute()
  const freePhones = new Set(claims.map(({ value }) => value))
  const inserted = accounts.filter(({ mobilePhone }) => freePhones.has(mobilePhone))
  if (inserted.length)
    await tx
      .insertInto('account')
      .values(
        await Promise.all(
          inserted.map(async ({ id, name, mobilePhone }) => ({
            id,
            ...(await withPinyin('account', name)),
            mobile_phone: mobilePhone,
          })),
        ),
      )
      .execute()
  return freePhones
}

/** Finds an account by phone in any common format, or by username regardless of case. */
export function findByLoginId(db: Reader, loginId: string): Promise<AccountRow | undefined> {
  const { kind, value } = loginClaim(loginId)
  return findByClaim(db, kind, value)
}

/**
 * Parses a login ID and normalizes it. All formats of a phone number return the same value, and so do all
 * capitalizations of a username.
 */
export function loginClaim(loginId: string): { kind: ClaimKind; value: string } {
  const phone = normalizePhone(loginId)
  return phone
    ? { kind: 'mobile_phone', value: phone }
    : {
        kind: 'username',
        value: foldShape(loginId)
          .replace(/[\s\p{C}]/gu, '')
          .toLowerCase(),
      }
}

export const anyAdmin = (db: Reader): Promise<{ id: string } | undefined> =>
  db.selectFrom('account').select('id').where('admin', '=', true).limit(1).executeTakeFirst()

/** Locks and returns the administrator whose account was created first. */
export const findFirstAdmin = (tx: Tx): Promise<AccountRow | undefined> =>
  tx
    .selectFrom('account')
    .selectAll()
    .where('admin', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

interface NewAccount {
  id: string
  name: string
  admin?: boolean
  username?: string | null
  mobilePhone?: string | null
  /** Null for an account that signs in without a password. */
  passwordHash: string | null
  passwordChangeRequired?: boolean
  /** True if somebody other than the owner creates the account. */
  staff?: boolean
}

/**
 * Inserts an account and reserves its phone and username. Throws CONFLICT if another account has the phone or
 * the username.
 */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<AccountRow> {
  if (account.mobilePhone) await claim(tx, account.id, 'mobile_phone', account.mobilePhone)
  if (account.username) await claim(tx, account.id, 'username', account.username)
  return tx
    .insertInto('account')
    .values({
      id: account.id,
      ...(await withPinyin('account', account.name)),
      admin: account.admin ?? false,
      username: account.username ?? null,
      mobile_phone: account.mobilePhone ?? null,
      password_hash: account.passwordHash,
      ...(account.passwordHash && { password_changed_at: now }),
      password_change_required: account.passwordChangeRequired ?? false,
      ...(account.staff && setByStaff),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const takenErrors = {
  mobile_phone: ['mobilePhone', 'phone.taken'],
  username: ['username', 'username.taken'],
  email: ['email', 'email.taken'],
} as const

async function claim(tx: Tx, accountId: string, kind: ClaimKind, value: string): Promise<void> {
  const row = await tx
    .insertInto('account_claim')
    .values({ kind, value: claimValue(kind, value), account_id: accountId })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (row) return
  const [field, message] = takenErrors[kind]
  throw new AppError('CONFLICT', { message: [message], fields: { [field]: [message] } })
}

/**
 * Replaces the account's unique phone, username or email address. Throws CONFLICT if another account already
 * has the new value.
 */
export async function moveClaim(
  tx: Tx,
  accountId: string,
  kind: ClaimKind,
  from: string | null,
  to: string | null,
): Promise<void> {
  if (from && to && claimValue(kind, from) === claimValue(kind, to)) return
  if (from) {
    await tx
      .deleteFrom('account_claim')
      .where('kind', '=', kind)
      .where('value', '=', claimValue(kind, from))
      .where('account_id', '=', accountId)
      .execute()
  }
  if (to) await claim(tx, accountId, kind, to)
}

type Change = Partial<
  Pick<
    AccountRow,
    'name' | 'username' | 'first_name' | 'last_name' | 'mobile_phone' | 'email' | 'email_verified'
  >
>

export async function updateAccount(tx: Tx, id: string, change: Change): Promise<AccountRow> {
  const nameColumns = change.name === undefined ? {} : await withPinyin('account', change.name)
  return tx
    .updateTable('account')
    .set({ ...change, ...nameColumns, modified_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Column values to store when somebody other than the owner sets the phone or password of the account. */
export const setByStaff = { credentials_at: now }

/**
 * Stores a password hash. With `changeRequired`, the owner must choose another password at the next sign-in.
 * `staff` must be true if somebody other than the owner sets the password.
 */
export const savePassword = (
  tx: Tx,
  id: string,
  hashed: string,
  { changeRequired = false, staff = false } = {},
): Promise<AccountRow> =>
  tx
    .updateTable('account')
    .set({
      password_hash: hashed,
      password_changed_at: now,
      password_change_required: changeRequired,
      ...(staff && setByStaff),
      modified_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const saveAuthCodes = (tx: Tx, account: AccountRow, codes: readonly string[]): Promise<AccountRow> =>
  tx
    .updateTable('account')
    .set({
      auth_codes: [...codes],
      ...securityGrant(account, { ...account, auth_codes: [...codes] }),
      modified_at: now,
    })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Returns the permission codes that can be granted for the whole platform, in the order of the permission
 * catalogue.
 */
export async function findPlatformCodes(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('auth_code')
    .select('code')
    .where('scope', '=', 'PLATFORM')
    .orderBy('position')
    .execute()
  return rows.map(({ code }) => code)
}
