import { type Kysely, sql } from 'kysely'
import { limits, personalTenant } from '../../contract/limits.ts'
import { first } from '../../contract/required.ts'
import type { Tables } from '../db/tables.ts'
import { tenantCodes } from '../members/codes.ts'
import { effectiveCodes, effectiveRoles, owns } from '../members/effective-permissions.ts'
import { isPending } from '../tenants/members.ts'
import { statusNow } from '../tenants/store.ts'
import type { ApplicationRow } from './store.ts'

type Reader = Kysely<Tables>
type TenantRestriction = Pick<ApplicationRow, 'tenant_ids'>

/** The `organization` claim in tokens and userinfo, which describes the selected organization. */
export interface OrganizationClaim {
  id: string
  name: string
  owner: boolean
  manager: boolean
  roles: readonly string[]
  auth_codes: readonly string[]
}

/**
 * An organization that the user can select. `usable` is false if members of the organization cannot use the
 * application.
 */
export interface Choice {
  id: string
  name: string
  personal: boolean
  usable: boolean
  role: 'OWNER' | 'MANAGER' | 'MEMBER'
  deviceCount: number
  ownerId: string
}

export const mayUse = ({ tenant_ids }: TenantRestriction, tenantId: string): boolean =>
  !tenant_ids.length || tenant_ids.includes(tenantId)

/**
 * Returns at most 100 certified organizations of the account (status FINISH), including the personal
 * organization. Organizations whose members can use the application come first.
 */
export async function listChoices(
  db: Reader,
  accountId: string,
  application: TenantRestriction,
): Promise<Choice[]> {
  const rows = await db
    .selectFrom('tenant')
    .leftJoin('member', (join) =>
      join.onRef('member.tenant_id', '=', 'tenant.id').on('member.account_id', '=', accountId),
    )
    .select(['tenant.id', 'tenant.name', 'tenant.personal', 'tenant.owner_id as ownerId'])
    .select(['tenant.device_count as deviceCount', 'member.manager'])
    .where(
      sql<boolean>`tenant.id in (
        select ${accountId}::uuid union all select tenant_id from member where account_id = ${accountId})`,
    )
    .where(sql<boolean>`tenant.status = 'FINISH' and coalesce(tenant.expire_at > now(), true)`)
    .where(sql<boolean>`not coalesce(${isPending}, false)`)
    .orderBy('tenant.personal', 'desc')
    .orderBy('member.joined_at', 'desc')
    .limit(limits.nested)
    .execute()
  const choices = rows.map(({ manager, ...row }) => ({
    ...row,
    usable: mayUse(application, row.id) && !(row.personal && application.tenant_ids.length),
    role:
      row.ownerId === accountId ? ('OWNER' as const) : manager ? ('MANAGER' as const) : ('MEMBER' as const),
  }))
  return choices.toSorted((one, other) => Number(other.usable) - Number(one.usable))
}

/**
 * Selects an organization without asking the user. The first of these applies: the organization that the
 * application requests, the one just selected by the user, the only usable one, the one remembered from an
 * earlier sign-in. Returns null if the requested organization is not usable, and undefined if the user must
 * select one.
 */
export function selectTenant(
  usable: readonly Pick<Choice, 'id'>[],
  accountId: string,
  {
    named,
    chosen,
    remembered,
  }: { named?: unknown; chosen?: string | undefined; remembered?: string | null | undefined },
): string | null | undefined {
  const find = (id: string | null | undefined) => usable.find((choice) => choice.id === id)?.id
  if (typeof named === 'string')
    return find(named === personalTenant ? accountId : named.toLowerCase()) ?? null
  return find(chosen) ?? (usable.length === 1 ? first(usable, 'usable').id : find(remembered))
}

/**
 * Returns the current `organization` claim. Returns undefined if the account is not a member or the
 * organization does not have status FINISH. Uses a single statement, because the claim is needed for every
 * token and every introspection.
 */
export async function organizationClaim(
  db: Reader,
  accountId: string,
  tenantId: string,
): Promise<OrganizationClaim | undefined> {
  const row = await db
    .selectFrom('tenant')
    .leftJoin('member', (join) =>
      join.onRef('member.tenant_id', '=', 'tenant.id').on('member.account_id', '=', accountId),
    )
    .select(['tenant.id', 'tenant.name', 'tenant.personal', 'tenant.owner_id', statusNow.as('status')])
    .select(['member.account_id', 'member.manager', 'member.roles', 'member.auth_codes'])
    .select(tenantCodes.as('catalogue'))
    .where('tenant.id', '=', tenantId)
    .where(sql<boolean>`not coalesce(${isPending}, false)`)
    .executeTakeFirst()
  if (row?.status !== 'FINISH') return undefined
  const { id, name, account_id, manager, roles, auth_codes } = row
  if (row.personal)
    return id === accountId ? { id, name, owner: true, manager: false, roles: [], auth_codes: [] } : undefined
  if (account_id === null || manager === null || roles === null || auth_codes === null) return undefined
  const info = { tenant: row, member: { account_id, manager, roles, auth_codes } }
  return {
    ...{ id, name, owner: owns(info), manager },
    roles: effectiveRoles(info),
    auth_codes: effectiveCodes(info, row.catalogue),
  }
}
