/** What programs are told of, by webhook and by the feed. */
export const eventTypes = [
  'account.disabled',
  'account.closed',
  'account.contactChanged',
  'member.added',
  'member.removed',
  'member.permissionsChanged',
  'tenant.applied',
  'tenant.confirmed',
  'tenant.rejected',
  'tenant.ownership',
  'tenant.expiring',
  'tenant.expired',
  'tenant.deleted',
  'device.registered',
  'device.moved',
  'device.status',
  'device.online',
  'device.offline',
  'device.expiring',
] as const

export type EventType = (typeof eventTypes)[number]

/** Those that an organization can be told of; of accounts the platform is. */
export const tenantEventTypes: readonly EventType[] = eventTypes.filter(
  (type) => !type.startsWith('account.'),
)

/** Days before something expires, when that is told. */
export const expiryNotices = [30, 7, 1] as const
