import type { Kysely } from 'kysely'
import type { Relation } from '../../contract/permissions.ts'
import { isId } from '../core/id.ts'
import { may, type Viewer } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { selectTenants } from '../tenants/store.ts'
import type { DeviceRow } from './store.ts'

type Reader = Kysely<Tables>

/** Sees and changes the devices of every organization. */
export const managesDevices = (viewer: Viewer): boolean => may(viewer, 'DEVICE_MANAGE')

/** What the viewer is towards the devices of an organization: a member of one that is FINISH. */
export async function relationsToDevicesOf(
  db: Reader,
  viewer: Viewer,
  tenantId: string | null | undefined,
): Promise<Relation[]> {
  if (!tenantId || !isId(tenantId)) return []
  const tenant = await selectTenants(db)
    .innerJoin('member', 'member.tenant_id', 'tenant.id')
    .where('member.account_id', '=', viewer.accountId)
    .where('tenant.id', '=', tenantId)
    .executeTakeFirst()
  return tenant?.status === 'FINISH' ? ['member'] : []
}

export const seesDevice = async (db: Reader, viewer: Viewer, device: DeviceRow): Promise<boolean> =>
  managesDevices(viewer) || (await relationsToDevicesOf(db, viewer, device.tenant_id)).includes('member')
