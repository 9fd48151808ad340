export const tenantStatuses = ['PREPARE', 'REJECT', 'FINISH', 'EXPIRED'] as const
export type TenantStatus = (typeof tenantStatuses)[number]

export const tenantEvents = ['confirm', 'reject', 'rePrepare', 'expire', 'extend', 'delete'] as const
export type TenantEvent = (typeof tenantEvents)[number]

const tenantTransitions: Record<TenantStatus, Partial<Record<TenantEvent, TenantStatus | 'DELETED'>>> = {
  PREPARE: { confirm: 'FINISH', reject: 'REJECT', delete: 'DELETED' },
  REJECT: { rePrepare: 'PREPARE', delete: 'DELETED' },
  FINISH: { expire: 'EXPIRED', delete: 'DELETED' },
  EXPIRED: { extend: 'FINISH', delete: 'DELETED' },
}

/**
 * Returns the status after the event, or null if the current status does not allow the event. Callers report
 * null as CONFLICT.
 */
export const nextStatus = (status: TenantStatus, event: TenantEvent): TenantStatus | 'DELETED' | null =>
  tenantTransitions[status][event] ?? null

export const applicationKinds = ['SERVER', 'SINGLE_PAGE', 'NATIVE', 'DEVICE', 'SERVICE'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/** Algorithms for signing tokens (RFC 7518, section 3.1). The first one is the default. */
export const signingAlgorithms = ['RS256', 'ES256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** Actions of an administrator that end the sessions of an account. */
export const sessionEnds = [
  'PASSWORD_RESET',
  'ACCOUNT_DISABLED',
  'ACCOUNT_CLOSED',
  'FACTORS_REMOVED',
  'SESSION_ENDED',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** Roles for algorithms, which a member can have in an organization. */
export const palgoRoles = ['VIEWER', 'OPERATOR', 'DEVELOPER', 'MANAGER'] as const
export type PalgoRole = (typeof palgoRoles)[number]

export const deviceStatuses = ['PRODUCED', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'RETIRED'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

/**
 * Causes of a status change: a user (`hand`), the first connection of the device, or its expiry date
 * (`date`).
 */
export const deviceCauses = ['hand', 'connection', 'date'] as const
type DeviceCause = (typeof deviceCauses)[number]

const deviceTransitions: Record<DeviceStatus, Partial<Record<DeviceStatus, readonly DeviceCause[]>>> = {
  PRODUCED: { ACTIVE: ['connection', 'hand'], SUSPENDED: ['hand'], EXPIRED: ['date'], RETIRED: ['hand'] },
  ACTIVE: { SUSPENDED: ['hand'], EXPIRED: ['date'], RETIRED: ['hand'] },
  SUSPENDED: { ACTIVE: ['hand'], RETIRED: ['hand'] },
  EXPIRED: { PRODUCED: ['date'], ACTIVE: ['date'], RETIRED: ['hand'] },
  RETIRED: {},
}

/** Whether the cause can change the status of a device from `from` to `to`. */
export const deviceMoves = (from: DeviceStatus, to: DeviceStatus, cause: DeviceCause): boolean =>
  deviceTransitions[from][to]?.includes(cause) ?? false

/**
 * Whether a device with this status can connect. All other devices are disconnected and their connection
 * attempts refused.
 */
export const deviceConnects = (status: DeviceStatus): boolean => status === 'PRODUCED' || status === 'ACTIVE'
