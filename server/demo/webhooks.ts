import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { required } from '../../contract/required.ts'
import type { NewEvent } from '../core/events/emit.ts'
import { assignNextPositions, maintainEventPartitions } from '../core/events/positions.ts'
import type { Tx } from '../db/open.ts'
import { deviceEvent } from '../devices/events.ts'
import { pauses } from '../events/webhooks/deliver.ts'
import { memberEvent } from '../tenants/events.ts'
import type { Device } from './devices.ts'
import type { Organization } from './organizations.ts'
import type { Person } from './people.ts'
import { daysBefore, type Random } from './random.ts'

interface Data {
  random: Random
  people: Person[]
  organizations: Organization[]
  devices: Device[]
}

interface Try {
  at: Date
  status: number | null
  reason: string | null
  ms: number
}

type DemoEvent = NewEvent & { id: string; at: Date }

/**
 * Inserts webhooks with the deliveries of the last day. The webhooks' host names do not exist, so deliveries
 * of new events fail and the page shows the reason.
 */
export async function insertWebhooks(tx: Tx, data: Data, now: Date): Promise<void> {
  const { random, people, organizations, devices } = data
  const id = (at: Date) => random.id(at)
  const reported = (event: NewEvent, at: Date): DemoEvent => ({ ...event, id: id(at), at })
  const device = (type: 'device.status' | 'device.moved', { tenantId, id }: Device, more: object) =>
    deviceEvent(type, { tenant_id: tenantId, id }, more)
  const installed = devices.flatMap((each) =>
    each.installedAt
      ? reported(device('device.status', each, { before: 'PRODUCED', after: 'ACTIVE' }), each.installedAt)
      : [],
  )
  const [owned, , moving] = organizations
  const moved = devices
    .filter(
      ({ tenantId, status, createdAt }) =>
        tenantId === required(moving, 'moving').id &&
        status === 'PRODUCED' &&
        createdAt < daysBefore(now, 30),
    )
    .slice(0, 20)
    .map((each) => reported(device('device.moved', each, { before: null }), daysBefore(now, 25 / 24)))
  const given = required(owned, 'owned')
    .members.filter(
      ({ accountId, authCodes }) => accountId !== required(owned, 'owned').owner.id && authCodes.length > 0,
    )
    .slice(0, 3)
    .map(({ accountId }) =>
      reported(
        memberEvent('member.permissionsChanged', required(owned, 'owned').id, accountId),
        daysBefore(now, 8.6 / 24),
      ),
    )
  const position = await insertEvents(tx, [...moved, ...given, ...installed])

  const admin = required(
    people.find(({ admin }) => admin),
    'item of people',
  )
  const head = Math.max(...position.values())
  const webhook = (days: number, url: string, events: string[], more: object = {}) => ({
    ...{ id: id(daysBefore(now, days)), url, events, creator_id: admin.id, secret: randomBytes(32) },
    ...{ created_at: daysBefore(now, days), taken: head, reach: head, ...more },
  })
  const assets = webhook(96, 'https://assets.reeve.example/hooks/devices', ['device.status'])
  const off = { enabled: false, off_at: daysBefore(now, 1.2 / 24), last_error: 'HTTP 503' }
  const tickets = webhook(210, 'https://tickets.reeve.example/hooks/reeve', ['device.moved'], off)
  const own = webhook(40, 'https://mes.reeve.example/reeve', ['member.added', 'member.permissionsChanged'], {
    tenant_id: required(owned, 'owned').id,
    creator_id: required(owned, 'owned').owner.id,
  })
  await tx.insertInto('webhook').values([assets, tickets, own]).execute()

  const ms = () => 38 + random.int(0, 90) + (random.chance(0.05) ? random.int(200, 900) : 0)
  const after = (at: Date, seconds: number, status: number): Try => ({
    ...{ at: new Date(at.getTime() + seconds * 1_000), status, reason: null, ms: ms() },
  })
  // `tries` lists the oldest attempt first. One in 26 delivered events needed a second attempt.
  const rows = [
    ...[...installed, ...given].map((event, index) => ({
      event,
      hook: index < installed.length ? assets : own,
      tries:
        index % 26 === 7
          ? [after(event.at, 0.4, 502), after(event.at, 5.6, 200)]
          : [after(event.at, 0.4, 200)],
    })),
    ...moved.map((event) => ({
      event,
      hook: tickets,
      tries: [0, ...pauses].map((_, index) => after(event.at, 0.4 + sum(pauses.slice(0, index)), 503)),
    })),
  ]
  const deliveries = rows.map(({ event, hook, tries }) => {
    const last = required(tries.at(-1), 'item of tries')
    const delivered = last.status === 200
    return {
      ...{
        webhook_id: hook.id,
        position: required(position.get(event.id), 'item of position'),
        date_time: event.at,
      },
      ...{ tenant_id: event.tenantId, object: event.object },
      attempt: tries.length - (delivered ? 1 : 0),
      due_at: delivered ? null : last.at,
      delivered_at: delivered ? last.at : null,
      tries: JSON.stringify(tries.toReversed().map((each) => ({ ...each, at: each.at.toISOString() }))),
      answer: delivered ? '{"ok":true}' : 'Service Unavailable',
    }
  })
  await tx.insertInto('webhook_delivery').values(deliveries).execute()
  await tx.insertInto('webhook_tally').values(tallies(rows)).execute()
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/**
 * Adds the events to the event feed, in the partitions of their days. Returns the events' positions by id.
 */
async function insertEvents(tx: Tx, events: DemoEvent[]): Promise<Map<string, number>> {
  await tx
    .insertInto('event_pending')
    .values(
      events.map(({ id, at, type, tenantId, object, payload }) => ({
        ...{ id, date_time: at, type, object, tenant_id: tenantId, platform: true },
        payload: JSON.stringify(payload),
      })),
    )
    .execute()
  await maintainEventPartitions(tx)
  await assignNextPositions(tx, async () => {})
  const { rows } = await sql<{ id: string; position: number }>`
    select id, position from event where id = any(${events.map(({ id }) => id)}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, position }) => [id, position]))
}

/** Returns the delivery counts per webhook and half hour, as a running server would have recorded them. */
function tallies(rows: { hook: { id: string }; tries: Try[] }[]) {
  const counted = new Map<string, { begun: number; first: number; retried: number; failed: number }>()
  for (const { hook, tries } of rows)
    for (const [index, { at, status }] of tries.entries()) {
      const key = `${hook.id} ${Math.floor(at.getTime() / 1_800_000) * 1_800_000}`
      const tally = counted.get(key) ?? { begun: 0, first: 0, retried: 0, failed: 0 }
      counted.set(key, tally)
      if (index === 0) tally.begun += 1
      if (status !== 200) tally.failed += 1
      else if (index === 0) tally.first += 1
      else tally.retried += 1
    }
  return [...counted].map(([key, tally]) => {
    const [webhook_id, at] = key.split(' ')
    return { webhook_id: required(webhook_id, 'webhook_id'), half_hour: new Date(Number(at)), ...tally }
  })
}
