import { type Kysely, type Selectable, sql } from 'kysely'
import type { TenantStatus } from '../../contract/states.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>
type Stored = Selectable<Tables['tenant']>

/** `status` is what every reader sees: EXPIRED from the instant that expire_at has passed. */
export type TenantRow = Omit<Stored, 'status'> & { status: TenantStatus }

const status = sql<TenantStatus>`case
  when tenant.status = 'FINISH' and tenant.expire_at <= now() then 'EXPIRED'
  when tenant.status = 'EXPIRED' and (tenant.expire_at is null or tenant.expire_at > now()) then 'FINISH'
  else tenant.status end`.as('status')

export const selectTenants = (db: Reader) => db.selectFrom('tenant').selectAll('tenant').select(status)

export async function findTenants(db: Reader, ids: readonly string[]): Promise<Map<string, TenantRow>> {
  const rows = await selectTenants(db).where('tenant.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The organization that an account has for itself: the same id, FINISH, no members, claims no name. */
export async function insertPersonalTenant(tx: Tx, account: { id: string; name: string }): Promise<void> {
  await tx
    .insertInto('tenant')
    .values({
      id: account.id,
      name: account.name,
      status: 'FINISH',
      personal: true,
      owner_id: account.id,
      creator_id: account.id,
      modifier_id: account.id,
    })
    .execute()
}
