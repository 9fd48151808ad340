import { v5 } from 'uuid'
import { type DeviceStatus, deviceMoves, deviceStatuses } from '../../contract/states.ts'
import { builder } from '../core/builder.ts'
import { type Context, callerOf } from '../core/context.ts'
import { countRowsOfEach } from '../core/counts/counts.ts'
import { batched } from '../core/loader.ts'
import { foldWidth } from '../core/text.ts'
import type { Caller } from '../core/viewer.ts'
import { loadTenant, Tenant, TenantStatistics } from '../tenants/types.ts'
import { managesDevices, seesDevice } from './access.ts'
import { type CredentialState, findCredentials } from './credentials/store.ts'
import { isDeviceId } from './input.ts'
import { type DeviceRow, findDevices, tenantIdOrNull } from './store.ts'

export const loadDevice = batched<DeviceRow | null>(
  'device',
  (context, ids) => findDevices(context.db.query, ids),
  null,
)

/** Returns the device, or null if the viewer cannot see it or the id is malformed. */
export async function loadSeenDevice(
  context: Context,
  viewer: Caller,
  id: string,
): Promise<DeviceRow | null> {
  const device = isDeviceId(id) ? await loadDevice(context, id) : null
  return device && (await seesDevice(context.db.query, viewer, device)) ? device : null
}

const loadOnlineCount = batched<number>(
  'onlineDevices',
  (context, tenantIds) => countRowsOfEach(context.db.query, 'device_online', tenantIds),
  0,
)

export const loadCredential = batched<CredentialState | null>(
  'deviceCredential',
  (context, ids) => findCredentials(context.db.query, ids),
  null,
)

builder.objectField(TenantStatistics, 'onlineDeviceCount', (t) =>
  t.int({ resolve: (tenant, _args, context) => loadOnlineCount(context, tenant.id) }),
)

export const DeviceStatusType = builder.enumType('DeviceStatus', {
  values: {
    PRODUCED: { description: 'Registered, but has never connected' },
    ACTIVE: {},
    SUSPENDED: { description: 'Blocked by an administrator' },
    EXPIRED: { description: 'The expiredDate has passed. A later date restores the previous status.' },
    RETIRED: { description: 'Permanently out of service. The status cannot change again.' },
  } satisfies Record<DeviceStatus, object>,
})

export const connectStatuses = ['ONLINE', 'OFFLINE'] as const
export const ConnectStatusType = builder.enumType('ConnectStatus', { values: connectStatuses })

interface Connect {
  ip: string
  address: string | null
  connectDateTime: Date
  status: (typeof connectStatuses)[number]
}

const DeviceConnect = builder.objectRef<Connect>('DeviceConnect').implement({
  fields: (t) => ({
    ip: t.exposeString('ip'),
    address: t.exposeString('address', { nullable: true }),
    connectDateTime: t.expose('connectDateTime', { type: 'DateTime' }),
    status: t.field({ type: ConnectStatusType, resolve: ({ status }) => status }),
  }),
})

const Customer = builder.objectRef<{ id: string; name: string }>('Customer').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

/**
 * Customers have no ids in the database. The id is derived from the customer's name, ignoring case and width.
 */
const customerSpace = '5f1e2f0c-6f0e-4b7b-9a53-2b8f5b0d2c11'
const customerOf = (name: string) => ({ id: v5(foldWidth(name).toLowerCase(), customerSpace), name })

const DeviceCan = builder.objectRef<DeviceRow>('DeviceCan').implement({
  description: 'Actions that the viewer can perform on the device in its current state',
  fields: (t) => ({
    manage: t.boolean({
      description:
        'Whether the viewer can edit, move, delete and renew the device and create credentials for it',
      resolve: (_device, _args, context) => managesDevices(callerOf(context)),
    }),
    statuses: t.field({
      type: [DeviceStatusType],
      description: 'Statuses that the viewer can set with updateDeviceByStatus',
      resolve: ({ status }, _args, context) =>
        managesDevices(callerOf(context))
          ? deviceStatuses.filter((to) => deviceMoves(status, to, 'hand'))
          : [],
    }),
  }),
})

const day = 86_400_000

const validDays = (expiredAt: Date, now: Date): number =>
  Math.max(0, Math.floor((expiredAt.getTime() - now.getTime()) / day))

const nowOf = (context: Context): Date => callerOf(context).now

export const Device = builder.objectRef<DeviceRow>('Device').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    tenant: t.field({
      type: Tenant,
      nullable: true,
      resolve: ({ tenant_id }, _args, context) => {
        const tenantId = tenantIdOrNull(tenant_id)
        return tenantId ? loadTenant(context, tenantId) : null
      },
    }),
    name: t.exposeString('name'),
    contactName: t.exposeString('contact_name', { nullable: true }),
    contactMobilePhone: t.exposeString('contact_mobile_phone', { nullable: true }),
    businessMan: t.exposeString('business_man', { nullable: true }),
    status: t.field({ type: DeviceStatusType, resolve: ({ status }) => status }),
    lastConnect: t.field({
      type: DeviceConnect,
      nullable: true,
      description: 'The connection before currentConnect',
      resolve: ({ last_ip: ip, last_address: address, last_connected_at: connectDateTime }) =>
        ip && connectDateTime ? { ip, address, connectDateTime, status: 'OFFLINE' as const } : null,
    }),
    currentConnect: t.field({
      type: DeviceConnect,
      nullable: true,
      description: 'The latest connection, which may have ended',
      resolve: ({ ip, address, connected_at: connectDateTime, online }) =>
        ip && connectDateTime
          ? { ip, address, connectDateTime, status: online ? ('ONLINE' as const) : ('OFFLINE' as const) }
          : null,
    }),
    lastSeenDateTime: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Current time if the device is online, otherwise the time at which its last connection ended; null if it has never connected',
      resolve: ({ seen_at, online }, _args, context) =>
        // A JavaScript Date cannot represent PostgreSQL's infinity and -infinity, so the driver returns them
        // as other types.
        online ? nowOf(context) : seen_at instanceof Date ? seen_at : null,
    }),
    customer: t.field({
      type: Customer,
      nullable: true,
      resolve: ({ customer_name }) => (customer_name ? customerOf(customer_name) : null),
    }),
    versionMap: t.field({
      type: 'JSON',
      description: 'Version numbers by component name, as reported by the device',
      resolve: ({ version_map }) => version_map,
    }),
    infoMap: t.field({ type: 'JSON', resolve: ({ info_map }) => info_map }),
    infoDateTime: t.expose('info_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the latest infoMap report; null if the device has never reported one',
    }),
    specification: t.exposeString('specification', { nullable: true }),
    produceDate: t.expose('produced_at', { type: 'DateTime', nullable: true }),
    expiredDate: t.expose('expired_at', { type: 'DateTime', nullable: true }),
    validDays: t.int({
      nullable: true,
      description:
        'Number of full days until expiredDate; 0 if it has passed, null if the device has no expiry date',
      resolve: ({ expired_at }, _args, context) => expired_at && validDays(expired_at, nowOf(context)),
    }),
    config: t.field({ type: 'JSON', resolve: ({ config }) => config }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    modifyDateTime: t.expose('modified_at', { type: 'DateTime' }),
    credentialDateTime: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the credential was created; null if the device has none or the viewer is not permitted to create one',
      async resolve({ id }, _args, context) {
        const credential = managesDevices(callerOf(context)) ? await loadCredential(context, id) : null
        return credential && !credential.revoked ? credential.at : null
      },
    }),
    viewerCan: t.field({ type: DeviceCan, resolve: (device) => device }),
  }),
})
