import { first, required } from '../../contract/required.ts'
import { openQuarters } from '../audit/retention.ts'
import type { Tx } from '../db/open.ts'
import { insertInBatches } from './batches.ts'
import type { Device } from './devices.ts'
import type { Organization } from './organizations.ts'
import type { Person } from './people.ts'
import { daysBefore, type Random } from './random.ts'
import type { Session } from './sessions.ts'

interface Data {
  random: Random
  people: Person[]
  organizations: Organization[]
  devices: Device[]
  sessions: Session[]
}

interface Action {
  at: Date
  tenant_id: string
  /** Account that performed the action, or null if the system performed it. */
  actor_id: string | null
  action: string
  target_type: 'account' | 'tenant' | 'device'
  target_id: string
  changes: object
}

const hoursBefore = (at: Date, hours: number): Date => daysBefore(at, hours / 24)

/** Inserts the audit events that real use would have produced. */
export async function insertHistory(tx: Tx, data: Data, now: Date): Promise<void> {
  const actions = [...ofPeople(data, now), ...ofOrganizations(data.organizations), ...ofDevices(data, now)]
  await openQuarters(
    tx,
    actions.map(({ at }) => at),
  )
  const events = actions.map(({ at, changes, ...action }) => ({
    ...action,
    changes: JSON.stringify(changes),
    id: data.random.id(at),
    date_time: at,
    success: true,
  }))
  await insertInBatches(events, (rows) => tx.insertInto('audit_event').values(rows).execute())
  const personal = events.flatMap(({ id, date_time, actor_id }) =>
    actor_id
      ? { event_id: id, date_time, account_id: actor_id, ip: `203.0.113.${data.random.int(1, 254)}` }
      : [],
  )
  await insertInBatches(personal, (rows) => tx.insertInto('audit_personal').values(rows).execute())
}

/** Returns audit events for registrations, sign-ins, recent joins, and permissions granted today. */
function ofPeople({ people, organizations, sessions }: Data, now: Date): Action[] {
  const own = (accountId: string, action: string, at: Date): Action => ({
    ...{ at, action, changes: {} },
    ...{ tenant_id: accountId, actor_id: accountId, target_type: 'account', target_id: accountId },
  })
  const registered = people.map(({ id, createdAt }) => own(id, 'Register', createdAt))
  const signedIn = sessions.map(({ accountId, startedAt }) => own(accountId, 'SignIn', startedAt))
  // Includes the joins of only one organization, so that they do not crowd out other events.
  const young = organizations.filter(
    ({ modifiedAt, members }) => modifiedAt > daysBefore(now, 7) && members.length > 1,
  )
  const joined = young.slice(0, 1).flatMap(({ id, owner, members }) =>
    members
      .filter(({ accountId, joinedAt }) => accountId !== owner.id && joinedAt > daysBefore(now, 2))
      .slice(0, 4)
      .map(({ accountId, joinedAt, roles, authCodes }) => ({
        at: joinedAt,
        tenant_id: id,
        actor_id: accountId,
        action: 'JoinTenantByCode',
        target_type: 'tenant' as const,
        target_id: id,
        changes: { operatorId: [null, accountId], roles: [null, roles], authCodes: [null, authCodes] },
      })),
  )
  const { id, owner, members } = required(
    organizations.find(({ status }) => status === 'FINISH'),
    'item of organizations',
  )
  const given = members
    .filter(({ accountId, authCodes }) => accountId !== owner.id && authCodes.length > 0)
    .slice(0, 3)
    .map(({ accountId, roles, authCodes }) => [
      accountId,
      [
        { roles, authCodes: [] },
        { roles, authCodes },
      ],
    ])
  const permissions = {
    at: hoursBefore(now, 8.6),
    tenant_id: id,
    actor_id: owner.id,
    action: 'SaveTenantPermissions',
    target_type: 'tenant' as const,
    target_id: id,
    changes: Object.fromEntries(given),
  }
  return [...registered, ...signedIn, ...joined, permissions]
}

/** Returns audit events for organization requests and the decisions on them. */
function ofOrganizations(organizations: Organization[]): Action[] {
  return organizations.flatMap(({ id, owner, status, reject, reviewerId, createdAt, modifiedAt }) => {
    const about = { tenant_id: id, target_type: 'tenant' as const, target_id: id }
    const applied = { ...about, at: createdAt, actor_id: owner.id, action: 'PrepareTenant', changes: {} }
    if (!reviewerId) return [applied]
    const rejected = status === 'REJECT'
    const changes = rejected
      ? { status: ['PREPARE', 'REJECT'], reject: [null, reject] }
      : { status: ['PREPARE', 'FINISH'] }
    const action = rejected ? 'RejectTenant' : 'ConfirmTenant'
    return [applied, { ...about, at: modifiedAt, actor_id: reviewerId, action, changes }]
  })
}

/**
 * Returns audit events for devices that were registered, installed, moved or renewed in the last two weeks.
 * Older events are rarely viewed.
 */
function ofDevices({ people, organizations, devices }: Data, now: Date): Action[] {
  const administrators = people.filter(({ admin }) => admin)
  const helpdesk = required(
    people.find(({ authCodes }) => authCodes.includes('account_management')),
    'item of people',
  )
  const about = ({ id, tenantId }: Device) => ({
    tenant_id: tenantId,
    target_type: 'device' as const,
    target_id: id,
  })
  const saved = (device: Device, at: Date, by: Person, changes: object): Action => ({
    ...about(device),
    ...{ at, actor_id: by.id, action: 'SaveDeviceByPalgo', changes },
  })
  const registered = devices
    .filter(({ createdAt }) => createdAt > daysBefore(now, 14))
    .map((device) =>
      saved(device, device.createdAt, first(administrators, 'administrators'), { name: [null, device.name] }),
    )
  const installed = devices.flatMap((device) =>
    device.installedAt
      ? {
          ...about(device),
          at: device.installedAt,
          actor_id: null,
          action: 'ActivateDevice',
          changes: { status: ['PRODUCED', 'ACTIVE'] },
        }
      : [],
  )
  const [, , moving, renewing] = organizations
  const old = devices.filter(({ createdAt, installedAt }) => !installedAt && createdAt < daysBefore(now, 30))
  const moved = old
    .filter(({ tenantId, status }) => tenantId === required(moving, 'moving').id && status === 'PRODUCED')
    .slice(0, 20)
    .map((device) =>
      saved(device, hoursBefore(now, 25), helpdesk, {
        tenantId: ['00000000-0000-0000-0000-000000000000', device.tenantId],
      }),
    )
  const year = daysBefore(now, -400)
  const renewed = old
    .filter(
      ({ tenantId, expiredAt }) =>
        tenantId === required(renewing, 'renewing').id && expiredAt && expiredAt > year,
    )
    .slice(0, 36)
    .map((device) =>
      saved(device, hoursBefore(now, 31), required(administrators[1], 'item of administrators'), {
        expiredDate: [daysBefore(required(device.expiredAt, 'expiredAt'), 365), device.expiredAt],
      }),
    )
  return [...registered, ...installed, ...moved, ...renewed]
}
