import { type Kysely, type Selectable, sql } from 'kysely'
import type { Locale } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { newId } from '../../core/id.ts'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

type Reader = Kysely<Tables>
export type ExportRow = Selectable<Tables['data_export']>
export type Format = 'json' | 'xlsx'

/** PostgreSQL channel that notifies all servers when an export is requested. */
export const exportChannel = 'data_export'

const { hours, lease, tries, retentionDays } = limits.dataExport
const now = sql<Date>`now()`
const after = (seconds: number) => sql<Date>`now() + ${sql.lit(seconds)} * interval '1 second'`

/**
 * Replaces the account's previous export with a new request. Returns undefined while an export is being
 * created.
 */
export async function requestExport(
  tx: Tx,
  request: { accountId: string; format: Format; locale: Locale; timeZone: string },
): Promise<ExportRow | undefined> {
  const fresh = {
    ...{ id: newId(), status: 'WAITING', format: request.format, locale: request.locale },
    ...{ time_zone: request.timeZone, bytes: 0, tries: 0, created_at: now },
    ...{ lease_id: null, lease_until: sql<Date>`'-infinity'`, expires_at: after(hours * 3_600) },
  }
  const row = await tx
    .insertInto('data_export')
    .values({ account_id: request.accountId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(fresh).where('data_export.status', '!=', 'WAITING'),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await deleteParts(tx, request.accountId)
  await sql`select pg_notify(${exportChannel}, '')`.execute(tx)
  return row
}

const deleteParts = (tx: Tx, accountId: string) =>
  tx.deleteFrom('data_export_part').where('account_id', '=', accountId).execute()

export const findExports = async (
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, ExportRow>> =>
  new Map(
    (await db.selectFrom('data_export').selectAll().where('account_id', 'in', accountIds).execute()).map(
      (row) => [row.account_id, row],
    ),
  )

export type LeasedExport = ExportRow & { lease_id: string }

/** Leases the oldest pending export. Deletes parts of the file that a crashed server has left behind. */
export const leaseWaiting = (db: Database): Promise<LeasedExport | undefined> =>
  db.transaction(async (tx) => {
    const due = tx
      .selectFrom('data_export')
      .select('account_id')
      .where('status', '=', 'WAITING')
      .where('lease_until', '<=', now)
      .orderBy('created_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
    const row = await tx
      .updateTable('data_export')
      .set({
        ...{ lease_id: newId(), lease_until: after(lease), tries: sql`tries + 1`, bytes: 0 },
        expires_at: after(hours * 3_600),
      })
      .where('account_id', '=', due)
      .returningAll()
      .executeTakeFirst()
    if (row) await deleteParts(tx, row.account_id)
    return row as LeasedExport | undefined
  })

/**
 * Thrown if this server has lost the lease, because another server has taken over the export or the account
 * has been erased.
 */
export class LeaseLost extends Error {}

const mine = (tx: Tx, { account_id, lease_id }: LeasedExport) =>
  tx.updateTable('data_export').where('account_id', '=', account_id).where('lease_id', '=', lease_id)

/** Stores a part of the file and extends the lease. Throws LeaseLost if this server no longer holds it. */
export const storePart = (
  db: Database,
  leased: LeasedExport,
  number: number,
  content: Buffer,
): Promise<void> =>
  db.transaction(async (tx) => {
    const held = await mine(tx, leased)
      .set({ lease_until: after(lease), bytes: sql`bytes + ${content.length}` })
      .executeTakeFirst()
    if (!held.numUpdatedRows) throw new LeaseLost()
    const { account_id, expires_at } = leased
    await tx.insertInto('data_export_part').values({ account_id, number, content, expires_at }).execute()
  })

/** Marks the export as ready for download. Throws LeaseLost if this server no longer holds the lease. */
export async function markReady(tx: Tx, leased: LeasedExport): Promise<void> {
  const held = await mine(tx, leased)
    .set({ status: 'READY', lease_id: null, lease_until: sql`'-infinity'` })
    .executeTakeFirst()
  if (!held.numUpdatedRows) throw new LeaseLost()
}

/**
 * Schedules another attempt. If this was the last one, marks the export as failed instead and returns true.
 */
export async function failAttempt(tx: Tx, leased: LeasedExport): Promise<boolean> {
  const last = leased.tries >= tries
  const held = await mine(tx, leased)
    .set({ lease_id: null, lease_until: after(lease), ...(last && { status: 'FAILED' }) })
    .executeTakeFirst()
  if (last && held.numUpdatedRows) await deleteParts(tx, leased.account_id)
  return last && held.numUpdatedRows > 0n
}

/**
 * Leases a finished export for one download. Returns 'taken' if another download is in progress, and
 * undefined if there is no finished export with this id.
 */
export const leaseReady = async (
  tx: Tx,
  accountId: string,
  id: string,
): Promise<LeasedExport | 'taken' | undefined> => {
  const row = await tx
    .selectFrom('data_export')
    .selectAll()
    .select(sql<boolean>`lease_until > now()`.as('taken'))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'READY')
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  if (row.taken) return 'taken'
  const [lease_id, { taken: _, ...found }] = [newId(), row]
  await tx
    .updateTable('data_export')
    .set({ lease_id, lease_until: after(limits.dataExport.sending) })
    .where('account_id', '=', accountId)
    .execute()
  return { ...found, lease_id }
}

/**
 * Ends a download. If `whole` is true, the file was sent completely and is deleted. Otherwise it can be
 * downloaded again.
 */
export const endSending = (db: Database, leased: LeasedExport, whole: boolean): Promise<void> =>
  db.transaction(async (tx) => {
    const held = await mine(tx, leased)
      .set({ lease_id: null, lease_until: sql`'-infinity'`, ...(whole && { status: 'FETCHED' }) })
      .executeTakeFirst()
    if (whole && held.numUpdatedRows) await deleteParts(tx, leased.account_id)
  })

export const readPart = (db: Reader, accountId: string, number: number) =>
  db
    .selectFrom('data_export_part')
    .select('content')
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .executeTakeFirst()

/** Deletes files that were not downloaded within a day, and export requests that are older than a month. */
export async function deleteOldExports(db: Reader): Promise<void> {
  await db.deleteFrom('data_export_part').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('data_export')
    .where('created_at', '<', sql<Date>`now() - ${sql.lit(retentionDays)} * interval '1 day'`)
    .execute()
}

/** Deletes the exports of a closed account. */
export async function eraseExports(tx: Tx, { id }: { id: string }): Promise<void> {
  await deleteParts(tx, id)
  await tx.deleteFrom('data_export').where('account_id', '=', id).execute()
}
