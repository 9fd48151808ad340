import { first } from './required.ts'
/** Event types that webhooks and the event feed deliver. */
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

/**
 * Event types that organizations can receive. Account events are sent only to the platform and to
 * applications.
 */
export const tenantEventTypes: readonly EventType[] = eventTypes.filter(
  (type) => !type.startsWith('account.'),
)

/**
 * Event types that applications never receive. They are about organization requests, and an organization has
 * no users until its request is approved.
 */
const beforeUse: readonly EventType[] = ['tenant.applied', 'tenant.confirmed', 'tenant.rejected']

interface Program {
  kind: string
  /** Whether the application is an organization's service account. */
  serviceAccount: boolean
  /** The service account's permission codes in its organization. */
  authCodes: readonly string[]
  /** Whether only members of certain organizations can use the application. */
  limited: boolean
}

/**
 * Returns the event types that an application can receive (docs/api/events.md). A service account with
 * data_view receives the events of its organization. Any other application receives account, member and
 * organization events if people sign in to it. If it is limited to certain organizations, it also receives
 * their device and organization events.
 */
export function applicationEventTypes({ kind, serviceAccount, authCodes, limited }: Program): EventType[] {
  const program = kind === 'SERVICE'
  const receives: Record<string, boolean> = serviceAccount
    ? { member: true, tenant: true, device: true }
    : { account: !program, member: !program, tenant: !program || limited, device: limited }
  if (serviceAccount && !authCodes.includes('data_view')) return []
  return eventTypes.filter(
    (type) =>
      receives[first(type.split('.'), 'type')] &&
      !beforeUse.includes(type) &&
      !(serviceAccount && type === 'tenant.deleted'),
  )
}

/** Numbers of days before an expiry date at which notices are sent. */
export const expiryNotices = [30, 7, 1] as const
