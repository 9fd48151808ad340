import { type Insertable, type Kysely, type Selectable, sql, type UpdateObject } from 'kysely'
import { required } from '../../contract/required.ts'
import type { ApplicationKind, SigningAlgorithm } from '../../contract/states.ts'
import { rowCount } from '../core/counts/counts.ts'
import type { SortKey } from '../core/cursor.ts'
import { AppError } from '../core/errors.ts'
import { isId, noTenant } from '../core/id.ts'
import { type Page, type PageArguments, readPage } from '../core/page.ts'
import { searchSources } from '../core/search/sources.ts'
import { plainText } from '../core/search/text.ts'
import { nameKey } from '../core/text.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>
export type ApplicationRow = Omit<Selectable<Tables['application']>, 'kind' | 'jwks' | 'signing_alg'> & {
  kind: ApplicationKind
  signing_alg: SigningAlgorithm
  jwks: { keys: Record<string, string>[] } | null
}

export async function findApplications(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, ApplicationRow>> {
  if (!ids.length) return new Map()
  const rows = await db.selectFrom('application').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row as ApplicationRow]))
}

export const findApplication = async (db: Reader, id: string): Promise<ApplicationRow | undefined> =>
  isId(id) ? (await findApplications(db, [id.toLowerCase()])).get(id.toLowerCase()) : undefined

/** Locks and returns an application of the platform. */
export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  if (!isId(id)) return undefined
  const row = await tx
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row as ApplicationRow | undefined
}

/**
 * Advisory lock that is held while a name is assigned to a platform application. For names of service
 * accounts, the lock on the organization is sufficient.
 */
const namingLock = 7_201_955_485n

/**
 * Throws CONFLICT if another platform application, or another service account of the same organization,
 * already has the name. Names with the same name key count as equal, because users identify an application on
 * the consent page only by its name. `but` is the id of the application that is being renamed.
 */
export async function assertNameFree(
  tx: Tx,
  { tenantId, name, but }: { tenantId: string | null; name: string; but?: string },
): Promise<void> {
  if (!tenantId) await sql`select pg_advisory_xact_lock(${namingLock}::bigint)`.execute(tx)
  const other = await tx
    .selectFrom('application')
    .select('id')
    .where(sql<boolean>`coalesce(tenant_id, ${sql.lit(noTenant)}) = ${tenantId ?? noTenant}`)
    .where(sql<boolean>`name_key(name) = ${nameKey(name)}`)
    .$if(but !== undefined, (others) => others.where('id', '<>', required(but, 'but')))
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  const message = tenantId ? 'service.nameTaken' : 'application.nameTaken'
  throw new AppError('CONFLICT', { message: [message], fields: { name: [message] } })
}

export const insertApplication = async (
  tx: Tx,
  values: Insertable<Tables['application']>,
): Promise<ApplicationRow> =>
  (await tx
    .insertInto('application')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()) as ApplicationRow

export const updateApplication = async (
  tx: Tx,
  id: string,
  values: UpdateObject<Tables, 'application'>,
): Promise<ApplicationRow> =>
  (await tx
    .updateTable('application')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as ApplicationRow

/** Deletes the application with its codes, tokens and consents. */
export const deleteApplication = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.deleteFrom('application').where('id', '=', id).execute())

const newestFirst: SortKey[] = [
  { value: sql.ref('application.created_at'), type: 'timestamptz', order: 'desc' },
  { value: sql.ref('application.id'), type: 'uuid', order: 'desc' },
]

/**
 * Lists the platform applications, newest first. `kind` selects one kind of application. `q` is part of the
 * name or the complete client_id.
 */
export function listApplications(
  db: Reader,
  {
    q,
    kind,
    ...paging
  }: PageArguments & { q?: string | null | undefined; kind?: ApplicationKind | null | undefined },
): Promise<Page<ApplicationRow>> {
  const all = db
    .selectFrom('application')
    .where('application.tenant_id', 'is', null)
    .$if(!!kind, (some) => some.where('application.kind', '=', required(kind, 'kind')))
  const wanted = q?.trim().toLowerCase()
  const byId = wanted !== undefined && isId(wanted)
  return readPage(db, { ...paging, q, kind } as PageArguments, {
    name: 'platform applications',
    from: byId ? all.where('application.id', '=', wanted) : all,
    keys: newestFirst,
    rows: db.selectFrom('application').selectAll('application').$castTo<ApplicationRow>(),
    ids: [sql.ref('application.id')],
    stored: { rows: rowCount({ list: 'application' }), by: [] },
    search:
      q && !byId
        ? searchSources(q, { rows: all, id: 'application.id', text: plainText('application.name') })
        : undefined,
  })
}

/** Whether an enabled application has registered this CORS origin. */
export async function isOrigin(db: Reader, origin: string): Promise<boolean> {
  const found = await db
    .selectFrom('application')
    .select('id')
    .where('kind', '=', 'SINGLE_PAGE')
    .where('enabled', '=', true)
    .where(sql<boolean>`${origin} = any(origins)`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
