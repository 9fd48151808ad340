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

/** Event types for organizations. Account events go to the platform only. */
export const tenantEventTypes: readonly EventType[] = eventTypes.filter(
  (type) => !type.startsWith('account.'),
)

/**
 * Event types that applications never receive, because an organization has no users before it is confirmed.
 */
const beforeUse: readonly EventType[] = ['tenant.applied', 'tenant.confirmed', 'tenant.rejected']

interface Program {
  kind: string
  /** Whether the application is an organization's service account. */
  serviceAccount: boolean
  /** Permission codes of the service account in its organization. */
  authCodes: readonly string[]
  /** Whether only members of certain organizations can use the application. */
  limited: boolean
}

/**
 * Returns the event types that an application can receive (docs/api/events.md). A service account receives what
 * it can read in its organization. Any other application receives account and member events if people sign in
 * to it, and device events if it is limited to certain organizations.
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

/** Number of days before the expiry at which each notice is sent. */
export const expiryNotices = [30, 7, 1] as const
