import { type Kysely, type Selectable, sql } from 'kysely'
import type { Services } from '../core/context.ts'
import { emit } from '../core/events/emit.ts'
import { pinyinOf } from '../core/search/pinyin.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { NewMessage } from '../notifications/messages.ts'
import { memberEvent, tenantEvent } from './events.ts'

// Only this file writes the member table and the organization's two member counters. Each change also emits
// its event. Callers must have locked the organization's row.

export type MemberRow = Selectable<Tables['member']>

interface NewMember {
  tenantId: string
  accountId: string
  /** Id of the invitation by which the member joined. */
  joinCodeId?: string
  /**
   * Whether the member joins by their own action. The organization's second-factor requirement then applies
   * to the member immediately.
   */
  accepted?: boolean
}

/**
 * SQL condition on `member` and `tenant`: the membership is pending. Somebody else added the member, the
 * organization requires a second factor, and the member has neither set up a second factor nor accepted this
 * requirement. Pending members have no permissions. Administrators are never pending.
 */
export const isPending = sql<boolean>`(tenant.factor_required and not member.factor_accepted
  and not exists (select from factor where factor.account_id = member.account_id)
  and not exists (select from account where account.id = member.account_id and account.admin))`

/** Returns the ids of the organizations in which the account's membership is pending. */
export async function findPending(db: Kysely<Tables>, accountId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('tenant', 'tenant.id', 'member.tenant_id')
    .select('tenant.id')
    .where('member.account_id', '=', accountId)
    .where(isPending)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Records that the member has accepted the organization's second-factor requirement. */
export const acceptFactor = async (tx: Tx, tenantId: string, accountId: string): Promise<void> =>
  void (await tx
    .updateTable('member')
    .set({ factor_accepted: true })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute())

/** Adds a member without roles or permissions. Returns false if the account was already a member. */
export const addMember = async (tx: Tx, { accountId, ...member }: NewMember): Promise<boolean> =>
  (await addMembers(tx, { ...member, accountIds: [accountId] })).length > 0

/** Adds members without roles or permissions. Returns the accounts that were not members before. */
export async function addMembers(
  tx: Tx,
  {
    tenantId,
    accountIds,
    joinCodeId,
    accepted = false,
  }: Omit<NewMember, 'accountId'> & { accountIds: readonly string[] },
): Promise<string[]> {
  const rows = await tx
    .insertInto('member')
    .values(
      accountIds.map((accountId) => ({
        tenant_id: tenantId,
        account_id: accountId,
        join_code_id: joinCodeId ?? null,
        factor_accepted: accepted,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id']).doNothing())
    .returning('account_id')
    .execute()
  if (rows.length) await count(tx, tenantId, { members: rows.length })
  const added = rows.map(({ account_id }) => account_id)
  await emit(
    tx,
    added.map((id) => memberEvent('member.added', tenantId, id)),
  )
  return added
}

/** Removes members and returns the accounts that were members. Does not remove the owner. */
export async function deleteMembers(
  tx: Tx,
  tenantId: string,
  accountIds: readonly string[],
): Promise<MemberRow[]> {
  const rows = await tx
    .deleteFrom('member')
    .where('tenant_id', '=', tenantId)
    .where('account_id', 'in', accountIds)
    .returningAll()
    .execute()
  const managers = rows.filter(({ manager }) => manager).length
  if (rows.length) await count(tx, tenantId, { members: -rows.length, managers: -managers })
  await emit(
    tx,
    rows.map(({ account_id }) => memberEvent('member.removed', tenantId, account_id)),
  )
  return rows
}

/** Returns the ids of the organizations that the account belongs to. */
export async function findTenantsOfMember(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.selectFrom('member').select('tenant_id').where('account_id', '=', accountId).execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

/** Returns the account ids of the organization's members. */
export async function findMembers(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.selectFrom('member').select('account_id').where('tenant_id', '=', tenantId).execute()
  return rows.map(({ account_id }) => account_id)
}

type MemberMessage = Omit<
  Extract<NewMessage, { template: 'tenant.deleted' | 'factor.demanded' | 'factor.offered' }>,
  'accountId'
>

/** Maximum number of recipients per statement. */
const atOnce = 1_000

/** Sends a message to all members except the viewer. */
export async function sendToOthers(
  tx: Tx,
  { sendMessage }: Pick<Services, 'sendMessage'>,
  { tenant, viewer }: { tenant: { id: string }; viewer: { accountId: string } },
  message: MemberMessage,
): Promise<void> {
  const others = (await findMembers(tx, tenant.id)).filter((id) => id !== viewer.accountId)
  for (let from = 0; from < others.length; from += atOnce)
    await sendMessage(tx, { ...message, accountId: others.slice(from, from + atOnce) })
}

/** Deletes all memberships of an organization that is being deleted. */
export async function deleteAllMembers(tx: Tx, tenantId: string): Promise<void> {
  await tx.deleteFrom('member').where('tenant_id', '=', tenantId).execute()
}

/** Returns which of the accounts own or manage an organization. The organization's status does not matter. */
export async function findOrganizationManagers(
  db: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('tenant')
    .select('owner_id as id')
    .where('owner_id', 'in', accountIds)
    .where('personal', '=', false)
    .union((eb) =>
      eb
        .selectFrom('member')
        .select('account_id as id')
        .where('account_id', 'in', accountIds)
        .where('manager', '=', true),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Grants or removes the manager role. Returns the accounts that were changed. */
export async function setManagers(
  tx: Tx,
  tenantId: string,
  accountIds: readonly string[],
  manager: boolean,
): Promise<string[]> {
  if (!accountIds.length) return []
  const rows = await tx
    .updateTable('member')
    .set({ manager })
    .where('tenant_id', '=', tenantId)
    .where('account_id', 'in', accountIds)
    .where('manager', '!=', manager)
    .returning('account_id')
    .execute()
  const changed = rows.map(({ account_id }) => account_id)
  if (changed.length) await count(tx, tenantId, { managers: manager ? changed.length : -changed.length })
  await emit(
    tx,
    changed.map((accountId) => permissionsChanged(tenantId, accountId, ['manager'])),
  )
  return changed
}

/**
 * Makes the member `to` the owner of the organization. The previous owner becomes a manager, and the new
 * owner loses the manager role.
 */
export async function moveOwner(tx: Tx, tenantId: string, from: string, to: string): Promise<void> {
  await setManagers(tx, tenantId, [to], false)
  await setManagers(tx, tenantId, [from], true)
  await tx.updateTable('tenant').set({ owner_id: to }).where('id', '=', tenantId).execute()
  await emit(tx, [tenantEvent('tenant.ownership', tenantId, { ownerId: to, formerOwnerId: from })])
}

const permissionsChanged = (tenantId: string, accountId: string, changed: string[]) =>
  memberEvent('member.permissionsChanged', tenantId, accountId, { changed })

export interface MemberChange {
  accountId: string
  /** If null, the member has no display name, and the account's name is shown instead. */
  displayName?: string | null
  roles?: readonly string[]
  authCodes?: readonly string[]
}

/** Updates display names and permissions of several members in one statement. */
export async function updateMembers(
  tx: Tx,
  tenantId: string,
  changes: readonly MemberChange[],
): Promise<void> {
  if (!changes.length) return
  const rows = await Promise.all(
    changes.map(async ({ accountId, displayName, roles, authCodes }) => ({
      account_id: accountId,
      display_name: displayName,
      pinyin: displayName && (await pinyinOf('member', displayName)),
      named: displayName !== undefined,
      roles,
      auth_codes: authCodes,
    })),
  )
  const { rows: saved } = await sql<{ account_id: string; changed: string[] }>`
    update member set
      display_name = case when change.named then change.display_name else member.display_name end,
      pinyin = case when change.named then change.pinyin else member.pinyin end,
      roles = coalesce(change.roles, member.roles),
      auth_codes = coalesce(change.auth_codes, member.auth_codes)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as change(account_id uuid, display_name text, pinyin text, named boolean, roles text[], auth_codes text[])
      join member as before on before.account_id = change.account_id
    where member.tenant_id = ${tenantId} and before.tenant_id = ${tenantId} and member.account_id = change.account_id
    returning member.account_id, array_remove(array[
      case when member.roles <> before.roles then 'roles' end,
      case when member.auth_codes <> before.auth_codes then 'authCodes' end], null) as changed`.execute(tx)
  await emit(
    tx,
    saved
      .filter(({ changed }) => changed.length > 0)
      .map(({ account_id, changed }) => permissionsChanged(tenantId, account_id, changed)),
  )
}

/** Stores whether the member has dismissed the organization's checklist. No event is emitted. */
export const saveMemberChecklist = async (
  tx: Tx,
  tenantId: string,
  accountId: string,
  away: boolean,
): Promise<void> =>
  void (await tx
    .updateTable('member')
    .set({ checklist_put_away: away })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute())

async function count(
  tx: Tx,
  tenantId: string,
  { members = 0, managers = 0 }: { members?: number; managers?: number },
): Promise<void> {
  await tx
    .updateTable('tenant')
    .set({
      member_count: sql`member_count + ${members}::integer`,
      manager_count: sql`manager_count + ${managers}::integer`,
    })
    .where('id', '=', tenantId)
    .execute()
}
