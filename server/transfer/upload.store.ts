import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { newId } from '../core/id.ts'
import type { Fault } from '../core/list-import.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>

/** Rows that cannot be imported. Each has its row number in the file and its errors by column. */
export type Wrong = [row: number, faults: Record<string, Fault>][]

export type UploadRow = Selectable<Tables['import_upload']>

interface NewUpload {
  accountId: string
  list: string
  input: object
  content: Buffer
  wrong: Wrong
}

/** Stores an upload and returns its id. Only the newest uploads of an account are retained. */
export async function storeUpload(tx: Tx, { accountId, ...upload }: NewUpload): Promise<string> {
  const id = newId()
  await tx
    .insertInto('import_upload')
    .values({
      account_id: accountId,
      id,
      list: upload.list,
      input: JSON.stringify(upload.input),
      content: upload.content,
      wrong: JSON.stringify(upload.wrong),
    })
    .execute()
  await tx
    .deleteFrom('import_upload')
    .where('account_id', '=', accountId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('import_upload')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .offset(limits.import.maxUploads)
        .limit(limits.import.maxUploads),
    )
    .execute()
  return id
}

const live = sql<boolean>`created_at > now() - ${sql.lit(limits.import.hours)} * interval '1 hour'`

const select = (db: Reader, accountId: string, list: string, id: string) =>
  db
    .selectFrom('import_upload')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('list', '=', list)
    .where(live)

export const findUpload = (
  db: Reader,
  accountId: string,
  list: string,
  id: string,
): Promise<UploadRow | undefined> => select(db, accountId, list, id).executeTakeFirst()

/** Locks and returns the upload, so that two clients cannot apply it at the same time. */
export const lockUpload = (
  tx: Tx,
  accountId: string,
  list: string,
  id: string,
): Promise<UploadRow | undefined> => select(tx, accountId, list, id).forUpdate().executeTakeFirst()

export async function markApplied(
  tx: Tx,
  { account_id, id }: UploadRow,
  { wrong, result }: { wrong: Wrong; result: object },
): Promise<void> {
  await tx
    .updateTable('import_upload')
    .set({ wrong: JSON.stringify(wrong), result: JSON.stringify(result), applied_at: sql<Date>`now()` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteOldUploads(db: Reader): Promise<void> {
  await db.deleteFrom('import_upload').where(sql<boolean>`not ${live}`).execute()
}

/** Deletes the uploads of a closed account. */
export const eraseUploads = async (tx: Tx, { id }: { id: string }): Promise<void> =>
  void (await tx.deleteFrom('import_upload').where('account_id', '=', id).execute())
