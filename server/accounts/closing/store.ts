import { type Kysely, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import { recordAudit } from '../../core/audit.ts'
import { emit } from '../../core/events/emit.ts'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { accountEvent } from '../events.ts'
import { notClosing } from '../status/store.ts'
import type { AccountRow } from '../store.ts'

const now = sql<Date>`now()`

/**
 * Disables an account and sets the time of its erasure. If an administrator closes an account that its owner
 * has already closed, the erasure time does not change. From then on, only administrators can cancel the
 * closure.
 */
export const startClosing = async (tx: Tx, id: string, closedBy: string): Promise<void> =>
  void (await tx
    .updateTable('account')
    .set({
      enabled: false,
      closes_at: sql<Date>`coalesce(closes_at, now() + make_interval(days => ${limits.closing}))`,
      closed_by: closedBy,
      modified_at: now,
    })
    .where('id', '=', id)
    .execute())

/**
 * Cancels a closure that the owner requested. Returns false if an administrator requested the closure or the
 * waiting period is over.
 */
export async function reopen(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ ...notClosing, enabled: true, modified_at: now })
    .where('id', '=', id)
    .whereRef('closed_by', '=', 'id')
    .where('closes_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the account is the only enabled administrator. All administrators must be locked. */
export async function isOnlyAdmin(tx: Tx, account: AccountRow): Promise<boolean> {
  if (!account.admin || !account.enabled) return false
  const other = await tx
    .selectFrom('account')
    .select('id')
    .where('admin', '=', true)
    .where('enabled', '=', true)
    .where('id', '!=', account.id)
    .limit(1)
    .executeTakeFirst()
  return !other
}

/**
 * Deletes the data that one module stores about an account. Called with the account's row in the transaction
 * that erases the account, before the row itself is erased.
 */
export type Forget = (tx: Tx, account: AccountRow) => Promise<unknown>

/**
 * Erases every account whose waiting period is over, each in its own transaction. Only the account's id
 * remains. After a crash, the next run continues. Several servers can run this function at the same time.
 */
export async function eraseClosed(db: Database, forget: readonly Forget[]): Promise<void> {
  for (;;) {
    const due = await findDue(db.query)
    for (const account of due) {
      await db
        .transaction((tx) => erase(tx, account, forget))
        .catch((error) => {
          if (error !== notDue) throw error
        })
    }
    if (!due.length) return
  }
}

const findDue = (db: Kysely<Tables>): Promise<AccountRow[]> =>
  db.selectFrom('account').selectAll().where('closes_at', '<=', now).orderBy('closes_at').limit(100).execute()

/**
 * Thrown to roll back the transaction if another server has already erased the account or an administrator
 * has just canceled the closure.
 */
const notDue = new Error('The account is not due for erasure.')

async function erase(tx: Tx, account: AccountRow, forget: readonly Forget[]): Promise<void> {
  // Delete the data first, because these functions lock the account's organizations. All changes to members
  // lock organizations before accounts, and the same order prevents deadlocks.
  for (const each of forget) await each(tx, account)
  const { id } = account
  const erased = await tx
    .updateTable('account')
    .set({
      ...notClosing,
      modified_at: now,
      erased_at: now,
      name: '',
      pinyin: '',
      username: null,
      first_name: null,
      last_name: null,
      mobile_phone: null,
      email: null,
      email_verified: false,
      password_hash: null,
      password_changed_at: null,
      password_change_required: false,
      admin: false,
      auth_codes: [],
      last_tenant_id: null,
      checklist_put_away: false,
    })
    .where('id', '=', id)
    .where('closes_at', '<=', now)
    .executeTakeFirst()
  if (!erased.numUpdatedRows) throw notDue
  await tx.deleteFrom('account_claim').where('account_id', '=', id).execute()
  const contacts = contactsOf(account)
  if (contacts.length)
    await tx
      .deleteFrom('verification_code')
      .where(
        'target',
        'in',
        contacts.map((each) => each.toLowerCase()),
      )
      .execute()
  await recordAudit(tx, {
    tenantId: id,
    actorId: null,
    action: 'EraseAccount',
    targetType: 'account',
    targetId: id,
    ip: null,
    success: true,
  })
}

/**
 * Emits the `account.closed` event. Must be called before the account's grants to applications are deleted,
 * and with the account's organizations locked.
 */
export async function emitClosed(tx: Tx, { id }: AccountRow): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute()
  await emit(tx, [accountEvent('account.closed', id)])
}

export const contactsOf = ({ mobile_phone, email }: AccountRow): string[] =>
  [mobile_phone, email].filter((each) => each !== null)
