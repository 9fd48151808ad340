import { findFirstAdmin } from '../accounts/store.ts'
import { recordAudit } from '../core/audit.ts'
import { newId } from '../core/id.ts'
import type { Database, Tx } from '../db/open.ts'
import { addMember } from './members.ts'
import { insertPersonalTenants, insertTenant, lockTenant } from './store.ts'

/** Returns the only organization of a private deployment, if it exists. */
const findOnly = (tx: Tx): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('tenant')
    .select('id')
    .where('personal', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/**
 * Creates the only organization of a private deployment if it does not exist. The first administrator becomes
 * its owner.
 */
export async function ensurePrivateTenant(db: Database, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    // findFirstAdmin locks the administrator's row, so servers that start at the same time wait for each
    // other.
    const admin = await findFirstAdmin(tx)
    if (!admin || (await findOnly(tx))) return
    const id = newId()
    const owned = { id, name, owner_id: admin.id, creator_id: admin.id }
    await insertTenant(tx, { ...owned, status: 'FINISH', internal: true })
    await addMember(tx, { tenantId: id, accountId: admin.id, accepted: true })
    await recordAudit(tx, {
      tenantId: id,
      actorId: null,
      action: 'CreateTenant',
      targetType: 'tenant',
      targetId: id,
      ip: null,
      success: true,
      changes: { name: [null, name], status: [null, 'FINISH'], ownerId: [null, admin.id] },
    })
  })
}

/**
 * Creates personal organizations for new accounts. In a private deployment, also adds the accounts to its
 * only organization. Must be called in the transaction that creates the accounts.
 */
export const openPersonalTenants =
  (deployment: 'platform' | 'private') =>
  async (tx: Tx, accounts: readonly { id: string; name: string }[]): Promise<void> => {
    await insertPersonalTenants(tx, accounts)
    if (deployment === 'private') for (const { id } of accounts) await joinPrivateTenant(tx, id)
  }

/** Adds the account to the only organization of a private deployment, which every account belongs to. */
async function joinPrivateTenant(tx: Tx, accountId: string): Promise<void> {
  const only = await findOnly(tx)
  const tenant = only && (await lockTenant(tx, only.id))
  if (!tenant || !(await addMember(tx, { tenantId: tenant.id, accountId, accepted: true }))) return
  await recordAudit(tx, {
    tenantId: tenant.id,
    actorId: accountId,
    action: 'Register',
    targetType: 'account',
    targetId: accountId,
    ip: null,
    success: true,
    changes: { member: [false, true] },
  })
}
