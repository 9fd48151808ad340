import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Display } from '../../contract/list-display.ts'
import type { SavedList, SavedSearch } from '../../contract/lists.ts'
import { AppError } from '../core/errors.ts'
import { nameKey } from '../core/text.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { isPending } from '../tenants/members.ts'

export type SavedViewRow = Omit<Selectable<Tables['saved_view']>, 'list' | 'search' | 'display'> & {
  list: SavedList
  search: SavedSearch
  display: Display | null
}

/** The owner of a view, which is either an account or an organization. */
export type ViewOwner = { account_id: string; tenant_id: null } | { account_id: null; tenant_id: string }

const read = (row: unknown) => row as SavedViewRow

/** Returns the views of one list that belong to the account or its organizations, sorted by name. */
export async function listViews(
  db: Kysely<Tables>,
  { accountId, list }: { accountId: string; list: SavedList },
): Promise<SavedViewRow[]> {
  const rows = await db
    .selectFrom('saved_view')
    .selectAll()
    .where('list', '=', list)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb(
          'tenant_id',
          'in',
          eb
            .selectFrom('member')
            .innerJoin('tenant', 'tenant.id', 'member.tenant_id')
            .select('member.tenant_id')
            .where('member.account_id', '=', accountId)
            .where(sql<boolean>`not ${isPending}`),
        ),
      ]),
    )
    .orderBy('tenant_id', (order) => order.asc().nullsFirst())
    .orderBy('name')
    .limit(limits.nested)
    .execute()
  return rows.map(read)
}

export async function findView(db: Kysely<Tables>, id: string): Promise<SavedViewRow | undefined> {
  const row = await db.selectFrom('saved_view').selectAll().where('id', '=', id).executeTakeFirst()
  return row && read(row)
}

export async function insertView(
  tx: Tx,
  { search, display, ...view }: ViewOwner & Pick<SavedViewRow, 'id' | 'list' | 'name' | 'search' | 'display'>,
): Promise<SavedViewRow> {
  const row = await tx
    .insertInto('saved_view')
    .values({ ...view, search: JSON.stringify(search), display: display && JSON.stringify(display) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return read(row)
}

export async function updateView(
  tx: Tx,
  id: string,
  { search, display, ...change }: Partial<ViewOwner & Pick<SavedViewRow, 'name' | 'search' | 'display'>>,
): Promise<SavedViewRow> {
  const row = await tx
    .updateTable('saved_view')
    .set({
      ...change,
      ...(search && { search: JSON.stringify(search) }),
      ...(display && { display: JSON.stringify(display) }),
      modified_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return read(row)
}

export const deleteView = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.deleteFrom('saved_view').where('id', '=', id).execute())

/**
 * Throws CONFLICT if the name is taken or the limit of views is reached. The owner's row must be locked, so
 * that the check stays valid until commit. `except` is the id of a view that is being renamed.
 */
export async function assertRoomForView(
  tx: Tx,
  { account_id, tenant_id }: ViewOwner,
  { list, name, except }: { list: SavedList; name: string; except?: string },
): Promise<void> {
  const rows = await tx
    .selectFrom('saved_view')
    .select(['id', 'name'])
    .where('list', '=', list)
    .where((eb) => (tenant_id ? eb('tenant_id', '=', tenant_id) : eb('account_id', '=', account_id)))
    .execute()
  const others = rows.filter(({ id }) => id !== except)
  const renamed = !rows.some((row) => row.id === except && row.name === name)
  if (renamed && others.some((each) => nameKey(each.name) === nameKey(name)))
    throw new AppError('CONFLICT', { message: ['view.taken'], fields: { name: ['view.taken'] } })
  const max = limits.views.each
  if (others.length >= max) throw new AppError('CONFLICT', { message: ['view.tooMany', { max }] })
}

/**
 * Deletes the views of an erased account. Views that the account has shared with an organization remain,
 * because they belong to the organization.
 */
export const forgetViews = async (tx: Tx, { id }: { id: string }): Promise<void> =>
  void (await tx.deleteFrom('saved_view').where('account_id', '=', id).execute())
