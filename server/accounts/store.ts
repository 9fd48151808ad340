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

/** The value under which a login name or e-mail address is unique: any case is the same. */
const claimValue = (kind: ClaimKind, value: string): string =>
  kind === 'mobile_phone' ? value : value.toLowerCase()

export const findAccount = (db: Reader, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

export const lockAccount = (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** In the order of their ids, so that two callers who lock several never wait for one another. */
export const lockAccounts = (tx: Tx, ids: readonly string[]): Promise<AccountRow[]> =>
  tx.selectFrom('account').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Keeps the rows as they are, for others too, until the transaction ends. */
export const shareAccounts = (tx: Tx, ids: readonly string[]): Promise<AccountRow[]> =>
  tx.selectFrom('account').selectAll().where('id', 'in', ids).orderBy('id').forShare().execute()

/** As shareAccounts, one. */
export const shareAccount = async (tx: Tx, id: string): Promise<AccountRow | undefined> =>
  (await shareAccounts(tx, [id]))[0]

/** Who may certify what this account applies for, at most 100 of them. */
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

/** By account: the phone of those that are enabled and have one. */
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

/** By phone, E.164: the accounts that have one of them. share: kept as they are until the transaction ends. */
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

/** Accounts without a password: they sign in by a code. Answers the phones that nobody else had. */
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
  const free = new Set(claims.map(({ value }) => value))
  const made = accounts.filter(({ mobilePhone }) => free.has(mobilePhone))
  if (made.length)
    await tx
      .insertInto('account')
      .values(
        await Promise.all(
          made.map(async ({ id, name, mobilePhone }) => ({
            id,
            ...(await withPinyin('account', name)),
            mobile_phone: mobilePhone,
          })),
        ),
      )
      .execute()
  return free
}

/** By phone in any spelling, or by user name in any case. */
export function findByLoginId(db: Reader, loginId: string): Promise<AccountRow | undefined> {
  const { kind, value } = loginClaim(loginId)
  return findByClaim(db, kind, value)
}

/** What a login id names: every spelling of one phone or user name gives one value. */
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

/** The oldest administrator, locked. */
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
  passwordHash: string
  passwordChangeRequired?: boolean
  /** Somebody else than its owner makes it. */
  staff?: boolean
}

/** With its claims. Throws CONFLICT where another account has the phone or the user name. */
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
      password_changed_at: now,
      password_change_required: account.passwordChangeRequired ?? false,
      ...(account.staff && setByStaff),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const taken = {
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
  const [field, message] = taken[kind]
  throw new AppError('CONFLICT', { message: [message], fields: { [field]: [message] } })
}

/** Gives up the old value and claims the new one. Throws CONFLICT where another account has it. */
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
  const named = change.name === undefined ? {} : await withPinyin('account', change.name)
  return tx
    .updateTable('account')
    .set({ ...change, ...named, modified_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The columns that note that somebody else has set the phone or password of the account. */
export const setByStaff = { credentials_at: now }

/** `changeRequired`: its owner has to choose another before anything else. `staff`: somebody else sets it. */
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

/** Platform-wide codes. */
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

/** Those of the catalogue that are granted platform-wide, in its order. */
export async function findPlatformCodes(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('auth_code')
    .select('code')
    .where('scope', '=', 'PLATFORM')
    .orderBy('position')
    .execute()
  return rows.map(({ code }) => code)
}
