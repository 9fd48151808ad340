import { type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { AccountRow } from '../accounts/store.ts'
import { idRows } from '../core/id.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import type { MemberRow } from '../tenants/members.ts'
import { findMember, isPendingMember, readsEveryTenant } from '../tenants/relations.ts'
import { selectTenants, type TenantRow } from '../tenants/store.ts'

type Reader = Kysely<Tables>
export interface Membership {
  member: MemberRow
  tenant: TenantRow
}

/**
 * Returns the organizations that each account belongs to or has requested, if the viewer can read them. They
 * are sorted by the time of joining, at most 100 per account.
 */
export async function findMemberships(
  db: Reader,
  viewer: Pick<Viewer, 'accountId' | 'admin' | 'authCodes'>,
  accountIds: readonly string[],
): Promise<Map<string, Membership[]>> {
  const members = await db
    .selectFrom(idRows<{ account_id: string }>(accountIds).as<'wanted'>(sql`wanted(account_id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('member')
          .selectAll('member')
          .whereRef('member.account_id', '=', 'wanted.account_id')
          .$if(!readsEveryTenant(viewer), (members) =>
            members.where((where) =>
              where.or([
                where('member.account_id', '=', viewer.accountId),
                where.exists(
                  where
                    .selectFrom('member as own')
                    .select('own.tenant_id')
                    .whereRef('own.tenant_id', '=', 'member.tenant_id')
                    .where('own.account_id', '=', viewer.accountId),
                ),
              ]),
            ),
          )
          .orderBy('member.joined_at', 'desc')
          .limit(limits.nested)
          .as('member'),
      (join) => join.onTrue(),
    )
    .selectAll('member')
    .execute()
  if (!members.length) return new Map()
  const tenantIds = [...new Set(members.map((member) => member.tenant_id))]
  const tenants = new Map(
    (await selectTenants(db).where('tenant.id', 'in', tenantIds).execute()).map((tenant) => [
      tenant.id,
      tenant,
    ]),
  )
  const found = new Map<string, Membership[]>()
  for (const member of members) {
    const tenant = tenants.get(member.tenant_id)
    if (!tenant) continue
    const list = found.get(member.account_id) ?? []
    list.push({ member, tenant })
    found.set(member.account_id, list)
  }
  return found
}

/**
 * Returns the accounts of each organization's members. The owner and the managers come first, and at most 100
 * accounts are returned per organization.
 */
export async function findMemberAccounts(
  db: Reader,
  tenantIds: readonly string[],
  { managersOnly }: { managersOnly: boolean },
): Promise<Map<string, AccountRow[]>> {
  const rows = await db
    .selectFrom(idRows<{ id: string }>(tenantIds).as<'wanted'>(sql`wanted(id)`))
    .innerJoin('tenant', 'tenant.id', 'wanted.id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('member')
          .select(['member.account_id', 'member.manager', 'member.joined_at'])
          .whereRef('member.tenant_id', '=', 'tenant.id')
          .$if(managersOnly, (members) => members.where('member.manager', '=', true))
          .orderBy(sql`member.account_id = tenant.owner_id`, 'desc')
          .orderBy('member.manager', 'desc')
          .orderBy('member.joined_at')
          .limit(limits.nested)
          .as('member'),
      (join) => join.onTrue(),
    )
    .innerJoin('account', 'account.id', 'member.account_id')
    .select('tenant.id as wanted_id')
    .selectAll('account')
    .orderBy(sql`account.id = tenant.owner_id`, 'desc')
    .orderBy('member.manager', 'desc')
    .orderBy('member.joined_at')
    .execute()
  const found = new Map<string, AccountRow[]>()
  for (const { wanted_id, ...account } of rows) {
    const list = found.get(wanted_id) ?? []
    list.push(account)
    found.set(wanted_id, list)
  }
  // A personal organization has no rows in the member table. Its only member is the account with the same id.
  const without = managersOnly ? [] : tenantIds.filter((id) => !found.has(id))
  if (without.length)
    for (const owner of await selectPersonalOwners(db, without).selectAll('account').execute())
      found.set(owner.id, [owner])
  return found
}

/** Selects the owners of personal organizations. Other organizations are omitted. */
export const selectPersonalOwners = (db: Reader, tenantIds: readonly string[]) =>
  db
    .selectFrom('account')
    .innerJoin('tenant as own', 'own.id', 'account.id')
    .where('own.personal', '=', true)
    .where('own.id', 'in', tenantIds)

/**
 * Returns the viewer's role in an organization, or null if the viewer's session cannot switch to that
 * organization.
 */
export async function loadMembershipRole(
  db: Reader,
  viewer: Viewer,
  tenantId: string,
): Promise<{ owner: boolean; manager: boolean; enters: boolean } | null> {
  const [tenant, member] = await Promise.all([
    selectTenants(db)
      .where('tenant.id', '=', tenantId)
      .where('tenant.personal', '=', false)
      .executeTakeFirst(),
    findMember(db, tenantId, viewer.accountId),
  ])
  if (!tenant || !(member || readsEveryTenant(viewer)) || isPendingMember(viewer, tenant, member)) return null
  const active = tenant.status === 'FINISH'
  return {
    owner: active && tenant.owner_id === viewer.accountId,
    manager: active && member?.manager === true,
    enters: (viewer.admin || member !== undefined) && (active || tenant.status === 'EXPIRED'),
  }
}

/** Returns the names of the organizations that the account belongs to or has requested. */
export async function findTenantNames(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('tenant', 'tenant.id', 'member.tenant_id')
    .select('tenant.name')
    .where('member.account_id', '=', accountId)
    .orderBy('member.joined_at', 'desc')
    .limit(limits.nested)
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns the memberships of the given accounts. Accounts that are not members are omitted. */
export const findMembers = async (
  db: Reader,
  tenantId: string,
  accountIds: readonly string[],
): Promise<MemberRow[]> =>
  accountIds.length
    ? db
        .selectFrom('member')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('account_id', 'in', accountIds)
        .execute()
    : []

/** Returns memberships by the key `tenantId accountId`. Pairs without a membership are omitted. */
export async function findMembersByPair(
  db: Reader,
  pairs: readonly string[],
): Promise<Map<string, MemberRow>> {
  const split = pairs.map((pair) => pair.split(' ') as [string, string])
  const wanted = sql<{ tenant_id: string; account_id: string }>`unnest(
    ${split.map(([tenantId]) => tenantId)}::uuid[], ${split.map(([, accountId]) => accountId)}::uuid[])`
  const members = await db
    .selectFrom('member')
    .innerJoin(wanted.as<'wanted'>(sql`wanted(tenant_id, account_id)`), (join) =>
      join
        .onRef('wanted.tenant_id', '=', 'member.tenant_id')
        .onRef('wanted.account_id', '=', 'member.account_id'),
    )
    .selectAll('member')
    .execute()
  return new Map(members.map((member) => [`${member.tenant_id} ${member.account_id}`, member]))
}
