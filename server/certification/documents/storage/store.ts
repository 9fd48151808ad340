import { type Kysely, type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../core/errors.ts'
import type { Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'

type Reader = Kysely<Tables>

/** Minutes that a server has for writing an object and the row that names it. */
const minutes = 10

/** Before an object is written: should no row name it, it is deleted. */
export async function announceObject(db: Reader, key: string): Promise<void> {
  const due_at = sql<Date>`now() + ${sql.lit(minutes)} * interval '1 minute'`
  await db.insertInto('object_to_delete').values({ key, due_at }).execute()
}

/** In the transaction that names it. Throws UNAVAILABLE where that comes too late. */
export async function storeObject(tx: Tx, key: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('object_to_delete')
    .where('key', '=', key)
    .where('tries', '=', 0)
    .executeTakeFirst()
  if (!numDeletedRows) throw new AppError('UNAVAILABLE', { message: ['document.unreachable'] })
}

/** Deletes the papers that `which` says of `paper`, and has their objects deleted. */
export async function deleteDocuments(db: Reader, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (delete from tenant_application_paper as paper where ${which} returning object_key)
    insert into object_to_delete (key, due_at) select object_key, now() from gone where object_key is not null`.execute(
    db,
  )
}

/** Objects to be deleted now, which no paper names from now on; one that is not dropped comes again, later each time, within an hour. */
export async function leaseObjects(db: Reader, most: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update object_to_delete set tries = tries + 1, due_at = now() + least(tries + 1, 60) * interval '1 minute'
    where key in (
      select key from object_to_delete where due_at <= now() order by due_at limit ${sql.lit(most)} for update skip locked)
    returning key`.execute(db)
  return rows.map(({ key }) => key)
}

export async function dropObjects(db: Reader, keys: readonly string[]): Promise<void> {
  if (keys.length) await db.deleteFrom('object_to_delete').where('key', 'in', keys).execute()
}

/** Papers that are in object storage. */
export async function countObjects(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('tenant_application_paper')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('object_key', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
