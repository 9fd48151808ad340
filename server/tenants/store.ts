import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { TenantStatus } from '../../contract/states.ts'
import { AppError } from '../core/errors.ts'
import { isAmong, isId } from '../core/id.ts'
import { withPinyin } from '../core/search/pinyin.ts'
import { nameKey } from '../core/text.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>
type StoredTenant = Selectable<Tables['tenant']>

/** An organization with its current status, which is EXPIRED as soon as expire_at has passed. */
export type TenantRow = Omit<StoredTenant, 'status'> & { status: TenantStatus }

const now = sql<Date>`now()`

/**
 * SQL expression for the current status. If FINISH or EXPIRED is stored, the clock determines which of the
 * two is current.
 */
export const statusNow = sql<TenantStatus>`case
  when tenant.status in ('FINISH', 'EXPIRED') then
    case when tenant.expire_at <= now() then 'EXPIRED' else 'FINISH' end
  else tenant.status end`

export const selectTenants = (db: Reader) =>
  db.selectFrom('tenant').selectAll('tenant').select(statusNow.as('status'))

export async function findTenants(db: Reader, ids: readonly string[]): Promise<Map<string, TenantRow>> {
  const rows = await selectTenants(db).where(isAmong('tenant.id', ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Locks and returns the organization. Every change to an organization or its members must lock this row
 * first, which prevents deadlocks.
 */
export const lockTenant = (tx: Tx, id: string): Promise<TenantRow | undefined> =>
  selectTenants(tx).where('tenant.id', '=', id).forUpdate('tenant').executeTakeFirst()

/** Locks and returns several organizations. Locks them in a fixed order, which prevents deadlocks. */
export async function lockTenants(tx: Tx, ids: readonly string[]): Promise<Map<string, TenantRow>> {
  if (!ids.length) return new Map()
  const rows = await selectTenants(tx)
    .where(isAmong('tenant.id', ids))
    .orderBy('tenant.id')
    .forUpdate('tenant')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Inserts personal organizations for accounts. A personal organization has the account's id, the status
 * FINISH, no members and no claimed name.
 */
export async function insertPersonalTenants(
  tx: Tx,
  accounts: readonly { id: string; name: string }[],
): Promise<void> {
  await tx
    .insertInto('tenant')
    .values(
      accounts.map(({ id, name }) => ({
        id,
        name,
        status: 'FINISH',
        personal: true,
        owner_id: id,
        creator_id: id,
        modifier_id: id,
      })),
    )
    .execute()
}

/**
 * Selects the organizations with one of these names in any spelling. Personal organizations are excluded,
 * because they have no name of their own.
 */
const selectNamed = (db: Reader, names: readonly string[]) =>
  db
    .selectFrom('tenant')
    .where('personal', '=', false)
    .where(sql<boolean>`name_key(name) = any(${names.map(nameKey)}::text[])`)

/** Whether the name is free. The organization with the id `but` is allowed to have the name already. */
export async function isNameFree(db: Reader, name: string, but?: string): Promise<boolean> {
  const others = selectNamed(db, [name]).select('id').limit(1)
  return !(await (but ? others.where('id', '<>', but) : others).executeTakeFirst())
}

/**
 * Returns organization ids by input text, which is an id or a name in any spelling. If several organizations
 * match a name, an exact match takes precedence, then the oldest organization. Personal organizations are not
 * found.
 */
export async function findTenantIds(db: Reader, written: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectNamed(db, written).select(['id', 'name']).orderBy('created_at', 'desc').execute()
  const ids = written.filter(isId)
  const known = await db
    .selectFrom('tenant')
    .select('id')
    .where(isAmong('id', ids))
    .where('personal', '=', false)
    .execute()
  const named = new Map(rows.map(({ name, id }) => [nameKey(name), id]))
  const exact = new Map(rows.map(({ name, id }) => [name, id]))
  const byId = new Set(known.map(({ id }) => id))
  return new Map(
    written.flatMap((each) => {
      const id = byId.has(each.toLowerCase())
        ? each.toLowerCase()
        : (exact.get(each) ?? named.get(nameKey(each)))
      return id ? [[each, id] as const] : []
    }),
  )
}

/**
 * Claims a name for an organization. Throws CONFLICT if another organization has the name. Names from before
 * migration 57 were claimed in another normalized form, so the names themselves are compared too. If two
 * organizations are created at the same time, the claim determines which one gets the name.
 */
async function claimName(tx: Tx, tenantId: string, name: string): Promise<void> {
  const row = await tx
    .insertInto('tenant_claim')
    .values({ name: nameKey(name), tenant_id: tenantId })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  if ((row || (await claims(tx, tenantId, name))) && (await isNameFree(tx, name, tenantId))) return
  throw new AppError('CONFLICT', {
    message: ['tenant.nameTaken'],
    fields: { name: ['tenant.nameTaken'] },
  })
}

const claims = (tx: Tx, tenantId: string, name: string) =>
  tx
    .selectFrom('tenant_claim')
    .select('tenant_id')
    .where('name', '=', nameKey(name))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()

/**
 * Replaces the claimed name. Claims the new name before it releases the old one, so that two organizations
 * that swap their names are rejected and do not deadlock.
 */
export async function moveName(tx: Tx, tenantId: string, from: string, to: string): Promise<void> {
  if (from === to) return
  await claimName(tx, tenantId, to)
  await tx
    .deleteFrom('tenant_claim')
    .where('name', '<>', nameKey(to))
    .where('tenant_id', '=', tenantId)
    .execute()
}

type NewTenant = Pick<TenantRow, 'id' | 'name' | 'status' | 'owner_id' | 'creator_id'> &
  Partial<
    Pick<
      TenantRow,
      | 'expire_at'
      | 'upload_audit'
      | 'internal'
      | 'address'
      | 'contact_name'
      | 'contact_mobile_phone'
      | 'contact_email'
      | 'reference'
    >
  > & { areas?: unknown }

/** Inserts an organization and claims its name. The caller must then call `addMember` for the owner. */
export async function insertTenant(tx: Tx, { areas, ...tenant }: NewTenant): Promise<void> {
  await claimName(tx, tenant.id, tenant.name)
  await tx
    .insertInto('tenant')
    .values({
      ...tenant,
      ...(await withPinyin('tenant', tenant.name)),
      areas: JSON.stringify(areas ?? []),
      modifier_id: tenant.creator_id,
      member_count: 0,
    })
    .execute()
}

type Change = Omit<
  Updateable<Tables['tenant']>,
  'id' | 'areas' | 'modified_at' | 'member_count' | 'manager_count'
> & { areas?: unknown }

/**
 * SQL expression for the status to store when the expiry date changes to `end`. The status changes from
 * EXPIRED to FINISH if the new date is in the future or null.
 */
const statusUntil = (end: RawBuilder<unknown>) =>
  sql<string>`case when tenant.status = 'EXPIRED' and coalesce(${end} > now(), true) then 'FINISH' else tenant.status end`

/**
 * Updates an organization, including the pinyin of a new name and the status that follows from a new expiry
 * date. Returns the updated row.
 */
export async function updateTenant(tx: Tx, id: string, { areas, ...change }: Change): Promise<TenantRow> {
  const named = change.name === undefined ? {} : await withPinyin('tenant', change.name)
  await tx
    .updateTable('tenant')
    .set({
      ...change,
      ...named,
      ...(change.expire_at !== undefined &&
        !change.status && { status: statusUntil(sql`${change.expire_at}::timestamptz`) }),
      ...(areas !== undefined && { areas: JSON.stringify(areas) }),
      modified_at: now,
    })
    .where('id', '=', id)
    .execute()
  return readTenant(tx, id)
}

/**
 * Changes expiry dates and resets the expiry notices, so that the owners are notified again. Returns the
 * updated rows by id.
 */
export async function saveExpiry(
  tx: Tx,
  tenants: readonly Pick<TenantRow, 'id' | 'expire_at'>[],
  modifierId: string,
): Promise<Map<string, TenantRow>> {
  const rows = JSON.stringify(tenants.map(({ id, expire_at }) => ({ id, expire_at })))
  await sql`
    update tenant set
      expire_at = change.expire_at, status = ${statusUntil(sql`change.expire_at`)}, expiry_notice = null, modifier_id = ${modifierId}, modified_at = now()
    from jsonb_to_recordset(${rows}::jsonb) as change(id uuid, expire_at timestamptz)
    where tenant.id = change.id`.execute(tx)
  return findTenants(
    tx,
    tenants.map(({ id }) => id),
  )
}

export const readTenant = (tx: Reader, id: string): Promise<TenantRow> =>
  selectTenants(tx).where('tenant.id', '=', id).executeTakeFirstOrThrow()

/** Deletes an organization and releases its name. The caller must also call `deleteAllMembers`. */
export async function deleteTenant(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('tenant_claim').where('tenant_id', '=', id).execute()
  await tx.deleteFrom('tenant').where('id', '=', id).execute()
}

/**
 * Returns the number of the account's pending or rejected organization requests. The account's row must be
 * locked, so that the number stays valid until commit.
 */
export async function countPendingCertifications(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom('tenant')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', accountId)
    .where('status', 'in', ['PREPARE', 'REJECT'])
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Returns the names of the organizations that the account owns or has requested, at most 100. The account's
 * row must be locked, so that the result stays valid until commit.
 */
export async function findOwnedTenantNames(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('tenant')
    .select('name')
    .where('owner_id', '=', accountId)
    .where('personal', '=', false)
    .orderBy('name')
    .limit(limits.nested)
    .execute()
  return rows.map(({ name }) => name)
}

/** Deletes a closed account's personal organization and erases its contact data in other organizations. */
export async function eraseContact(
  tx: Tx,
  account: { id: string; mobile_phone: string | null; email: string | null },
): Promise<void> {
  await deleteTenant(tx, account.id)
  await tx
    .updateTable('tenant')
    .set({ contact_name: null, contact_mobile_phone: null, contact_email: null })
    .where((eb) =>
      eb.or([
        eb('contact_mobile_phone', '=', account.mobile_phone),
        eb(eb.fn('lower', ['contact_email']), '=', account.email?.toLowerCase() ?? null),
      ]),
    )
    .execute()
}
