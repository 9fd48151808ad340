import { type Kysely, type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../core/errors.ts'
import type { Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'

type Reader = Kysely<Tables>

/** Minutes within which a server must write an object and commit the row that references the object. */
const minutes = 10

/**
 * Schedules an object for deletion. Must be called before the object is written, because a failed transaction
 * would otherwise leave an object that no row references.
 */
export async function announceObject(db: Reader, key: string): Promise<void> {
  const due_at = sql<Date>`now() + ${sql.lit(minutes)} * interval '1 minute'`
  await db.insertInto('object_to_delete').values({ key, due_at }).execute()
}

/**
 * Cancels the scheduled deletion of an object. Must be called in the transaction that inserts the row with
 * the object's key. Throws UNAVAILABLE if the time limit for this has passed.
 */
export async function storeObject(tx: Tx, key: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('object_to_delete')
    .where('key', '=', key)
    .where('tries', '=', 0)
    .executeTakeFirst()
  if (!numDeletedRows) throw new AppError('UNAVAILABLE', { message: ['document.unreachable'] })
}

/**
 * Deletes the documents that match `which`, an SQL condition on `paper`, and schedules the deletion of their
 * objects.
 */
export async function deleteDocuments(db: Reader, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (delete from tenant_application_paper as paper where ${which} returning object_key)
    insert into object_to_delete (key, due_at) select object_key, now() from gone where object_key is not null`.execute(
    db,
  )
}

/**
 * Returns the keys of unreferenced objects that are due for deletion, and postpones the next attempt. The
 * delay increases with each attempt, up to an hour. Call `removeObjectKeys` after deleting the objects.
 */
export async function leaseObjects(db: Reader, most: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update object_to_delete set tries = tries + 1, due_at = now() + least(tries + 1, 60) * interval '1 minute'
    where key in (
      select key from object_to_delete where due_at <= now() order by due_at limit ${sql.lit(most)} for update skip locked)
    returning key`.execute(db)
  return rows.map(({ key }) => key)
}

export async function removeObjectKeys(db: Reader, keys: readonly string[]): Promise<void> {
  if (keys.length) await db.deleteFrom('object_to_delete').where('key', 'in', keys).execute()
}

export async function countObjects(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('tenant_application_paper')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('object_key', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
