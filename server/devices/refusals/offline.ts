import { deviceConnects } from '../../../contract/states.ts'
import { builder } from '../../core/builder.ts'
import { callerOf } from '../../core/context.ts'
import { loadTenant } from '../../tenants/types.ts'
import type { CredentialState } from '../credentials/store.ts'
import { type DeviceRow, tenantIdOrNull } from '../store.ts'
import { Device, loadCredential } from '../types.ts'
import type { RefusalReason } from './store.ts'

type OfflineReason = keyof typeof described | 'ORGANIZATION_EXPIRED' | 'NEVER_CONNECTED' | 'LOST'

const described = {
  CREDENTIAL_NONE: 'The device has no credential',
  CREDENTIAL_REVOKED: 'The credential of the device has been revoked',
  PASSWORD: 'The device sent a wrong password',
  CLIENT_ID: 'The MQTT client ID differs from the id of the device',
  SUSPENDED: 'An administrator has suspended the device',
  EXPIRED: 'The expiredDate of the device has passed',
  RETIRED: 'The device is permanently out of service',
  PROTOCOL: 'The device uses MQTT 5, but only MQTT 3.1.1 is supported',
} satisfies Partial<Record<RefusalReason, string>>

const describedRefusals = {
  ...described,
  TOPIC: 'The device published to a topic that it must not use, and was disconnected',
  REPORT_SIZE: 'A report was ignored because it is larger than 16 KB',
  REPORT_ENCODING: 'A report was ignored because it is not valid UTF-8',
  REPORT_FORM: 'A report was ignored because it is not a JSON object in the documented format',
} satisfies Record<RefusalReason, string>

export const RefusalReasonType = builder.enumType('DeviceRefusalReason', {
  description: 'Why a connection attempt or a message of a device was refused',
  values: valuesOf(describedRefusals),
})

const OfflineReasonType = builder.enumType('DeviceOfflineReason', {
  values: valuesOf({
    ...described,
    ORGANIZATION_EXPIRED:
      'The organization of the device has expired, which does not prevent the device from connecting',
    NEVER_CONNECTED: 'The device is able to connect, but has never connected',
    LOST: 'The device is able to connect, but its connection ended',
  } satisfies Record<OfflineReason, string>),
})

function valuesOf<Name extends string>(texts: Record<Name, string>) {
  return Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [name, { description }]),
  ) as Record<Name, { description: string }>
}

interface OfflineFacts {
  device: Pick<
    DeviceRow,
    'online' | 'status' | 'expired_at' | 'connected_at' | 'seen_at' | 'refused_at' | 'refused_reason'
  >
  credential: CredentialState | null
  organizationExpired: boolean
  now: Date
}

/**
 * Returns the reason why the device is offline, or null if it is online. If there are several reasons,
 * returns the one that must be fixed first.
 */
export function offlineReason({
  device,
  credential,
  organizationExpired,
  now,
}: OfflineFacts): OfflineReason | null {
  if (device.online) return null
  const { status, expired_at, refused_at, refused_reason, seen_at } = device
  if (status === 'RETIRED' || status === 'SUSPENDED') return status
  if (!deviceConnects(status) || (expired_at && expired_at <= now)) return 'EXPIRED'
  if (!credential) return 'CREDENTIAL_NONE'
  if (credential.revoked) return 'CREDENTIAL_REVOKED'
  // Only a refusal since the last connection and since the creation of the current credential can explain why
  // the device is offline.
  const lately =
    refused_at !== null && refused_at > credential.at && !(seen_at instanceof Date && seen_at > refused_at)
  if (
    lately &&
    (refused_reason === 'PASSWORD' || refused_reason === 'CLIENT_ID' || refused_reason === 'PROTOCOL')
  )
    return refused_reason
  if (organizationExpired) return 'ORGANIZATION_EXPIRED'
  return device.connected_at ? 'LOST' : 'NEVER_CONNECTED'
}

builder.objectFields(Device, (t) => ({
  offlineReason: t.field({
    type: OfflineReasonType,
    nullable: true,
    description: 'Why the device is offline; null while it is online',
    async resolve(device, _args, context) {
      if (device.online) return null
      const tenantId = tenantIdOrNull(device.tenant_id)
      const [credential, tenant] = await Promise.all([
        loadCredential(context, device.id),
        tenantId ? loadTenant(context, tenantId) : null,
      ])
      const organizationExpired = tenant?.status === 'EXPIRED'
      return offlineReason({ device, credential, organizationExpired, now: callerOf(context).now })
    },
  }),
  refusedDateTime: t.expose('refused_at', {
    type: 'DateTime',
    nullable: true,
    description:
      'Time of the latest connection attempt or report that was refused since the device last connected; null if none was refused',
  }),
}))
