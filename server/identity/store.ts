import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface Membership {
  id: string
  name: string
  status: string
  personal: boolean
  owner: boolean
  manager: boolean
  displayName: string | null
  roles: string[]
  authCodes: string[]
}

/**
 * The organizations of an account, its personal one first: two index look-ups, one statement. What a member holds
 * counts in an organization that is FINISH, so in any other it has none here.
 */
export async function listMemberships(query: Kysely<Tables>, accountId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    with mine as (
      select t.id, t.name, t.personal, t.created_at,
        case when t.status = 'FINISH' and t.expire_at <= now() then 'EXPIRED' else t.status end as status,
        t.owner_id = ${accountId} as owner, coalesce(o.manager, false) as manager, o.display_name,
        coalesce(o.roles, '{}') as roles, coalesce(o.auth_codes, '{}') as auth_codes
      from tenant t left join tenant_operator o on o.tenant_id = t.id and o.operator_id = ${accountId}
      where t.id = ${accountId} or t.id in (select tenant_id from tenant_operator where operator_id = ${accountId})
    )
    select id, name, status, personal, owner, manager and status = 'FINISH' as manager, display_name as "displayName",
      case when status = 'FINISH' then roles else '{}' end as roles,
      case when status = 'FINISH' then auth_codes else '{}' end as "authCodes"
    from mine order by personal desc, created_at, id limit 1000`.execute(query)
  return rows
}
