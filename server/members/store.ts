import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { Viewer } from '../core/viewer.ts'
import { platformStandings } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { selectTenants, type TenantRow } from '../tenants/store.ts'

type Reader = Kysely<Tables>
export type MemberRow = Selectable<Tables['tenant_operator']>
export interface Membership {
  member: MemberRow
  tenant: TenantRow
}

/** Reads any organization: administrators, and those who keep the list or certify. */
export function readsEveryTenant(viewer: Viewer): boolean {
  const standings = platformStandings(viewer)
  return standings.has('admin') || standings.has('organization_list') || standings.has('certification_audit')
}

/**
 * By account: the organizations it belongs to or has applied for, in the order it joined them, at most 100,
 * without those that the viewer may not read.
 */
export async function findMemberships(
  db: Reader,
  viewer: Viewer,
  accountIds: readonly string[],
): Promise<Map<string, Membership[]>> {
  const members = await db
    .selectFrom(
      sql<{ account_id: string }>`unnest(${sql.val([...accountIds])}::uuid[])`.as<'wanted'>(
        sql`wanted(account_id)`,
      ),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('tenant_operator')
          .selectAll('tenant_operator')
          .whereRef('tenant_operator.operator_id', '=', 'wanted.account_id')
          .$if(!readsEveryTenant(viewer), (members) =>
            members.where((where) =>
              where.or([
                where('tenant_operator.operator_id', '=', viewer.accountId),
                where.exists(
                  where
                    .selectFrom('tenant_operator as own')
                    .select('own.tenant_id')
                    .whereRef('own.tenant_id', '=', 'tenant_operator.tenant_id')
                    .where('own.operator_id', '=', viewer.accountId),
                ),
              ]),
            ),
          )
          .orderBy('tenant_operator.joined_at', 'desc')
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
    const list = found.get(member.operator_id) ?? []
    list.push({ member, tenant })
    found.set(member.operator_id, list)
  }
  return found
}

/** By organization: its members as accounts, owner and managers first, at most 100. */
export async function findMembers(
  db: Reader,
  tenantIds: readonly string[],
  { managersOnly }: { managersOnly: boolean },
): Promise<Map<string, AccountRow[]>> {
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${sql.val([...tenantIds])}::uuid[])`.as<'wanted'>(sql`wanted(id)`))
    .innerJoin('tenant', 'tenant.id', 'wanted.id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('tenant_operator')
          .select(['tenant_operator.operator_id', 'tenant_operator.manager', 'tenant_operator.joined_at'])
          .whereRef('tenant_operator.tenant_id', '=', 'tenant.id')
          .$if(managersOnly, (members) => members.where('tenant_operator.manager', '=', true))
          .orderBy(sql`tenant_operator.operator_id = tenant.owner_id`, 'desc')
          .orderBy('tenant_operator.manager', 'desc')
          .orderBy('tenant_operator.joined_at')
          .limit(limits.nested)
          .as('member'),
      (join) => join.onTrue(),
    )
    .innerJoin('account', 'account.id', 'member.operator_id')
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
  return found
}

/** The member's row and what the organization is to it; undefined where the account is no member. */
export const findMember = (
  db: Reader,
  tenantId: string,
  operatorId: string,
): Promise<MemberRow | undefined> =>
  db
    .selectFrom('tenant_operator')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()

/** What the viewer is in an organization that a session of theirs may be in; null in any other. */
export async function loadStanding(
  db: Reader,
  viewer: Viewer,
  tenantId: string,
): Promise<{ owner: boolean; manager: boolean } | null> {
  const [tenant, member] = await Promise.all([
    selectTenants(db)
      .where('tenant.id', '=', tenantId)
      .where('tenant.personal', '=', false)
      .executeTakeFirst(),
    findMember(db, tenantId, viewer.accountId),
  ])
  if (!tenant || !(member || readsEveryTenant(viewer))) return null
  const active = tenant.status === 'FINISH'
  return {
    owner: active && tenant.owner_id === viewer.accountId,
    manager: active && member?.manager === true,
  }
}
