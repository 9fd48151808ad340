import { sql } from 'kysely'
import type { EventType } from '../../../contract/events.ts'
import type { Tx } from '../../db/open.ts'
import { platform } from '../counts/counts.ts'
import { newId, noTenant } from '../id.ts'

type OfKind<Kind extends string> = Extract<EventType, `${Kind}.${string}`>

/** Something that programs are told of. `payload`: ids and what changed; no secret, no name, no phone. */
export interface NewEvent {
  type: EventType | typeof testEvent
  /** Whose feed it is in, beside the platform's; an account's own organization has its id, an application's feed the application's. */
  tenantId: string
  /** What it is about: of one object, events are told in the order of its changes. */
  object: string
  payload: Record<string, unknown>
  /** false: not in the feed of the platform, which is told by another, or not at all. */
  platform?: boolean
}

/** Sent to one webhook alone, which is its object. */
export const testEvent = 'webhook.test'

/** PostgreSQL's channel on which nodes hear that events wait for their positions. */
export const pendingChannel = 'event_pending'

export const accountEvent = (type: OfKind<'account'>, accountId: string, more: object = {}): NewEvent => ({
  type,
  tenantId: accountId,
  object: `account ${accountId}`,
  payload: { accountId, ...more },
})

export const memberEvent = (
  type: OfKind<'member'>,
  tenantId: string,
  accountId: string,
  more: object = {},
): NewEvent => ({
  type,
  tenantId,
  object: `member ${tenantId} ${accountId}`,
  payload: { tenantId, accountId, ...more },
})

export const tenantEvent = (type: OfKind<'tenant'>, tenantId: string, more: object = {}): NewEvent => ({
  type,
  tenantId,
  object: `tenant ${tenantId}`,
  payload: { tenantId, ...more },
})

export const deviceEvent = (
  type: OfKind<'device'>,
  { tenant_id, id }: { tenant_id: string; id: string },
  more: object = {},
): NewEvent => ({
  type,
  tenantId: tenant_id,
  object: `device ${id}`,
  payload: { deviceId: id, tenantId: tenant_id === noTenant ? null : tenant_id, ...more },
})

/** Written in the transaction of the change, in their order, while what they are about is locked. */
export const emit = (tx: Tx, events: readonly NewEvent[]): Promise<void> =>
  insert(tx, events, { condition: sql`true`, onlyOn: false })

/** Of what happens by the thousand a second: left out where no webhook asks for it and nobody has read the feed for a day. */
export const emitWhereAsked = (tx: Tx, events: readonly NewEvent[]): Promise<void> =>
  insert(tx, events, {
    condition: sql`exists (
      select from event_reading as reading
      where reading.tenant_id in (fresh.tenant_id, ${platform}) and read_at > now() - interval '1 day')
      or exists (
        select from webhook where enabled and fresh.type = any(webhook.events)
          and (webhook.feed is null or webhook.feed = fresh.tenant_id))`,
    onlyOn: true,
  })

interface Asked {
  condition: ReturnType<typeof sql>
  /** Applications alone of which a webhook that asks for it is on. */
  onlyOn: boolean
}

/** In the feeds where it happened, and in that of each application that is told of it. */
async function insert(tx: Tx, events: readonly NewEvent[], { condition, onlyOn }: Asked): Promise<void> {
  if (!events.length) return
  const rows = JSON.stringify(
    events.map(({ type, tenantId, object, payload, platform = true }) => ({
      id: newId(),
      tenant_id: tenantId,
      platform,
      object,
      type,
      payload,
    })),
  )
  // Once for all of a transaction: equal notifications are sent together.
  await sql`
    with fresh as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as fresh(id uuid, tenant_id uuid, platform boolean, object text, type text, payload jsonb)),
    written as (
      insert into event_pending (id, tenant_id, platform, object, type, payload)
      select * from fresh where ${condition}
      union all
      select gen_random_uuid(), application_id, false, object, type, payload
      from fresh, event_applications(type, tenant_id, (payload ->> 'accountId')::uuid, ${onlyOn}) as application_id
      returning 1)
    select pg_notify(${pendingChannel}, '') from written limit 1`.execute(tx)
}
