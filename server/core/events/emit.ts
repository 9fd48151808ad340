import { sql } from 'kysely'
import type { EventType } from '../../../contract/events.ts'
import type { Tx } from '../../db/open.ts'
import { platform } from '../counts/counts.ts'
import { newId } from '../id.ts'

/** Event types for one kind of object, such as `account.disabled` for `account`. */
export type EventTypeOf<Kind extends string> = Extract<EventType, `${Kind}.${string}`>

/**
 * An event for other programs. `payload` contains ids and changed values, but no secrets, names or phone
 * numbers.
 */
export interface NewEvent {
  type: EventType | typeof testEvent
  /**
   * Organization whose feed receives the event, in addition to the platform's feed. An account or an OAuth
   * client has a feed under its own id.
   */
  tenantId: string
  /**
   * Kind and id of the object that the event describes, such as `tenant` and its id, separated by a space.
   * Events about the same object are delivered in the order in which the object changed.
   */
  object: string
  payload: Record<string, unknown>
  /**
   * False if the platform's feed omits the event, because the feed reports the change with another event or
   * the event has no meaning for the platform.
   */
  platform?: boolean
}

/** Type of a test event. Its `object` is a webhook, and only this webhook receives the event. */
export const testEvent = 'webhook.test'

/** PostgreSQL channel that notifies servers about events that have no position yet. */
export const pendingChannel = 'event_pending'

/**
 * Writes events in the given order, in the same transaction as the change. The caller must already have
 * locked the objects that the events are about.
 */
export const emit = (tx: Tx, events: readonly NewEvent[]): Promise<void> =>
  insert(tx, events, { condition: sql`true`, onlyEnabled: false })

/**
 * Writes high-frequency events. They are skipped unless a webhook subscribes to them or the feed was read in
 * the last 24 hours.
 */
export const emitIfRequested = (tx: Tx, events: readonly NewEvent[]): Promise<void> =>
  insert(tx, events, {
    condition: sql`exists (
      select from event_reading as reading
      where reading.tenant_id in (fresh.tenant_id, ${platform}) and read_at > now() - interval '1 day')
      or exists (
        select from webhook where enabled and fresh.type = any(webhook.events)
          and (webhook.feed is null or webhook.feed = fresh.tenant_id))`,
    onlyEnabled: true,
  })

interface Subscribers {
  condition: ReturnType<typeof sql>
  /**
   * Whether an OAuth client's feed receives these events only if the client has an enabled webhook for them.
   */
  onlyEnabled: boolean
}

/**
 * Writes each event to the feed of its organization and to the feed of each OAuth client that receives it.
 */
async function insert(
  tx: Tx,
  events: readonly NewEvent[],
  { condition, onlyEnabled }: Subscribers,
): Promise<void> {
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
  // PostgreSQL merges identical notifications of one transaction, so several calls cause only one
  // notification.
  await sql`
    with fresh as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as fresh(id uuid, tenant_id uuid, platform boolean, object text, type text, payload jsonb)),
    written as (
      insert into event_pending (id, tenant_id, platform, object, type, payload)
      select * from fresh where ${condition}
      union all
      select gen_random_uuid(), application_id, false, object, type, payload
      from fresh, event_applications(type, tenant_id, (payload ->> 'accountId')::uuid, ${onlyEnabled}) as application_id
      returning 1)
    select pg_notify(${pendingChannel}, '') from written limit 1`.execute(tx)
}
