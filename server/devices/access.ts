import { type Kysely, sql } from 'kysely'
import type { Relation } from '../../contract/permissions.ts'
import { isId } from '../core/id.ts'
import { type Caller, may, serviceRelations } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { isPending } from '../tenants/members.ts'
import { selectTenants } from '../tenants/store.ts'
import type { DeviceRow } from './store.ts'

type Reader = Kysely<Tables>

/** Whether the viewer can see and change the devices of all organizations. */
export const managesDevices = (viewer: Caller): boolean => may(viewer, 'DEVICE_MANAGE')

/**
 * Returns the viewer's relations to the devices of an organization. Only its members and its service accounts
 * have such relations. Members have them only while the organization's status is FINISH.
 */
export async function relationsToDevicesOf(
  db: Reader,
  viewer: Caller,
  tenantId: string | null | undefined,
): Promise<Relation[]> {
  if (viewer.kind === 'service') return serviceRelations(viewer, tenantId)
  if (!tenantId || !isId(tenantId)) return []
  const tenant = await selectTenants(db)
    .innerJoin('member', 'member.tenant_id', 'tenant.id')
    .where('member.account_id', '=', viewer.accountId)
    .where('tenant.id', '=', tenantId)
    .where(sql<boolean>`not ${isPending}`)
    .executeTakeFirst()
  return tenant?.status === 'FINISH' ? ['member'] : []
}

/**
 * Returns the viewer's relations that do not depend on a specific device. A service account can query devices
 * of its own organization.
 */
export const relationsToAnyDevice = async (viewer: Caller): Promise<Relation[]> =>
  viewer.kind === 'service' ? serviceRelations(viewer, viewer.tenantId) : []

export const seesDevice = async (db: Reader, viewer: Caller, device: DeviceRow): Promise<boolean> =>
  managesDevices(viewer) || (await relationsToDevicesOf(db, viewer, device.tenant_id)).length > 0
