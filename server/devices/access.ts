import { type Kysely, sql } from 'kysely'
import type { Relation } from '../../contract/permissions.ts'
import { isId } from '../core/id.ts'
import { type Caller, may, serviceRelations } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { isPending } from '../tenants/members.ts'
import { selectTenants } from '../tenants/store.ts'
import type { DeviceRow } from './store.ts'

type Reader = Kysely<Tables>

/** Sees and changes the devices of every organization. */
export const managesDevices = (viewer: Caller): boolean => may(viewer, 'DEVICE_MANAGE')

/** What the viewer is towards the devices of an organization: a member of one that is FINISH, a service account of it. */
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

/** What a viewer is who asks for one device, whosever it is: a service account may ask for its organization's. */
export const relationsToAnyDevice = async (viewer: Caller): Promise<Relation[]> =>
  viewer.kind === 'service' ? serviceRelations(viewer, viewer.tenantId) : []

export const seesDevice = async (db: Reader, viewer: Caller, device: DeviceRow): Promise<boolean> =>
  managesDevices(viewer) || (await relationsToDevicesOf(db, viewer, device.tenant_id)).length > 0
