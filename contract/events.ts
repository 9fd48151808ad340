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

/** What applications are never told of: of an organization that is not confirmed, nobody uses any. */
const beforeUse: readonly EventType[] = ['tenant.applied', 'tenant.confirmed', 'tenant.rejected']

interface Program {
  kind: string
  /** Of one organization. */
  serviceAccount: boolean
  /** What a service account holds there. */
  authCodes: readonly string[]
  /** Only the members of some organizations may use it. */
  limited: boolean
}

/**
 * Those that an application can be told of; docs/events.md says of whom and when. A service account: what it may read in
 * its organization, until it goes with that. Another: of people where these sign in to it, of devices where its
 * organizations are named.
 */
export function applicationEventTypes({ kind, serviceAccount, authCodes, limited }: Program): EventType[] {
  const program = kind === 'SERVICE'
  const told: Record<string, boolean> = serviceAccount
    ? { member: true, tenant: true, device: true }
    : { account: !program, member: !program, tenant: !program || limited, device: limited }
  if (serviceAccount && !authCodes.includes('data_view')) return []
  return eventTypes.filter(
    (type) =>
      told[type.split('.')[0]!] &&
      !beforeUse.includes(type) &&
      !(serviceAccount && type === 'tenant.deleted'),
  )
}

/** Days before something expires, when that is told. */
export const expiryNotices = [30, 7, 1] as const
