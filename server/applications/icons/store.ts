import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

type Reader = Kysely<Tables>

/** Stores an icon that no application or identity source uses yet and returns its hash. */
export async function storeIcon(db: Reader, content: Buffer): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex')
  await sql`
    insert into application_icon (hash, content) values (${hash}, ${content})
    on conflict (hash) do update set created_at = now()`.execute(db)
  return hash
}

export async function findIcon(db: Reader, hash: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('application_icon')
    .select('content')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.content
}

/**
 * Returns whether the icon exists, and locks it, so that it is not deleted before the transaction commits.
 */
export async function claimIcon(tx: Tx, hash: string): Promise<boolean> {
  const { rows } = await sql`
    update application_icon set created_at = now() where hash = ${hash} returning hash`.execute(tx)
  return rows.length > 0
}

const unnamed = sql`(not exists (select from application where application.icon = application_icon.hash)
  and not exists (select from identity_source where identity_source.icon = application_icon.hash))`

/** Deletes an icon that is no longer used, unless another application or identity source uses it. */
export async function releaseIcon(tx: Tx, hash: string | null): Promise<void> {
  if (!hash) return
  // Wait for concurrent transactions that have claimed the icon. Only a statement that starts after their
  // commit sees that their applications use the icon.
  await sql`select from application_icon where hash = ${hash} for update`.execute(tx)
  await sql`delete from application_icon where hash = ${hash} and ${unnamed}`.execute(tx)
}

/** Deletes icons that no application uses and that were uploaded before the time limit. */
export const deleteUnusedIcons = (db: Reader) =>
  sql`
    delete from application_icon
    where created_at < now() - ${sql.lit(limits.application.icon.hours)} * interval '1 hour' and ${unnamed}`.execute(
    db,
  )
