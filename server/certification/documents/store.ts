import { type Kysely, type Selectable, sql } from 'kysely'
import { type DocumentType, documentLimits } from '../../../contract/documents.ts'
import { first, required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Content } from './content.ts'
import type { DocumentObject } from './storage/objects.ts'
import { deleteDocuments, storeObject } from './storage/store.ts'

type Reader = Kysely<Tables>

/** A document without its content and thumbnail, which are loaded separately. */
export type DocumentRow = Omit<
  Selectable<Tables['tenant_application_paper']>,
  'content' | 'object_key' | 'sha256' | 'thumbnail' | 'type'
> & { type: DocumentType }

const { hours, waiting, days } = documentLimits
/**
 * SQL condition: the document has not expired. Expired documents are hidden even before the clean-up task
 * deletes them.
 */
const live = sql<boolean>`(paper.expires_at is null or paper.expires_at > now())`
const select = (db: Reader) =>
  db
    .selectFrom('tenant_application_paper as paper')
    .select(['id', 'account_id', 'tenant_id', 'name', 'type', 'bytes', 'created_at', 'expires_at'])
    .where(live)

/**
 * Stores an upload that no request uses yet. The account retains only its newest few such uploads, and older
 * ones expire. `object` is the location of the content in object storage.
 */
export async function storeDocument(
  tx: Tx,
  accountId: string,
  document: Content,
  object: DocumentObject | null,
): Promise<DocumentRow> {
  const id = newId()
  if (object) await storeObject(tx, object.key)
  await tx
    .insertInto('tenant_application_paper')
    .values({
      ...{
        id,
        account_id: accountId,
        name: document.name,
        type: document.type,
        bytes: document.content.length,
      },
      ...(object ? { object_key: object.key, sha256: object.sha256 } : { content: document.content }),
      thumbnail: document.thumbnail,
      expires_at: sql<Date>`now() + ${sql.lit(hours)} * interval '1 hour'`,
    })
    .execute()
  await sql`
    update tenant_application_paper set expires_at = now() where id in (
      select id from tenant_application_paper as paper
      where account_id = ${accountId} and tenant_id is null and ${live} order by id desc offset ${sql.lit(waiting)})`.execute(
    tx,
  )
  return (await select(tx).where('id', '=', id).executeTakeFirstOrThrow()) as DocumentRow
}

/** Returns the number of bytes that the documents of the account occupy. */
export async function countStoredBytes(db: Reader, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::double precision as bytes from tenant_application_paper as paper
    where account_id = ${accountId} and ${live}`.execute(db)
  return first(rows, 'rows').bytes
}

export async function findDocuments(db: Reader, ids: readonly string[]): Promise<Map<string, DocumentRow>> {
  const rows = await select(db)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row as DocumentRow]))
}

export async function findThumbnails(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, Buffer | null>> {
  const rows = await db
    .selectFrom('tenant_application_paper')
    .select(['id', 'thumbnail'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, thumbnail }) => [id, thumbnail]))
}

/** Returns the thumbnail as a data: URL. */
export const thumbnailUrl = (thumbnail: Buffer | null): string | null =>
  thumbnail && `data:image/webp;base64,${Buffer.from(thumbnail).toString('base64')}`

/**
 * Returns the content of a document, or its location in object storage. Returns null if the document has been
 * deleted.
 */
export async function findContent(db: Reader, id: string): Promise<Buffer | DocumentObject | null> {
  const row = await db
    .selectFrom('tenant_application_paper')
    .select(['content', 'object_key', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return (
    row.content ?? { key: required(row.object_key, 'object_key'), sha256: required(row.sha256, 'sha256') }
  )
}

/**
 * Assigns documents to the organization and returns their ids. Assigns only documents that the organization
 * can use: those it already has, and uploads of the account that no request uses yet.
 */
export async function claimDocuments(
  tx: Tx,
  { tenantId, accountId, ids }: { tenantId: string; accountId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update tenant_application_paper as paper set tenant_id = ${tenantId}
    where id = any(${[...ids]}::uuid[]) and ${live}
      and (tenant_id = ${tenantId} or (tenant_id is null and account_id = ${accountId}))
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Updates the expiry times of the organization's documents. Must be called after each change to its
 * certifications. A document of a pending request does not expire. A document of a decided request expires
 * `days` days after the last decision. Documents that no request uses expire immediately.
 */
export async function updateExpiry(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    update tenant_application_paper as paper set expires_at = (
      select case when coalesce(bool_or(status = 'PREPARE'), false) then null
        else coalesce(max(decided_at) + ${sql.lit(days)} * interval '1 day', now()) end
      from tenant_application as application
      where application.tenant_id = paper.tenant_id and paper.id = any(application.paper_ids))
    where tenant_id = ${tenantId} and ${live}`.execute(tx)
}

export const deleteExpiredDocuments = (db: Reader) => deleteDocuments(db, sql`paper.expires_at <= now()`)

/** Deletes the documents of a closed account. */
export const eraseDocuments = (tx: Tx, { id }: { id: string }) =>
  deleteDocuments(tx, sql`paper.account_id = ${id}`)
