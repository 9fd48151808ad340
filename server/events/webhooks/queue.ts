import { type Kysely, sql } from 'kysely'
import { first, last } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { statusNow } from '../../tenants/store.ts'
import type { Attempt } from './post.ts'
import { objectOf } from './store.ts'

/**
 * `batch` is the maximum number of events per lease. While `mostWaiting` objects have pending events, only
 * retries are attempted and no new events.
 */
export const batch = 100
const mostWaiting = 100
/**
 * Maximum number of feed positions that a lease scans, including events to which the webhook does not
 * subscribe.
 */
const window = 100_000
/**
 * Duration of a lease in seconds, after which another node can take over from a failed one. Sending one batch
 * never takes that long.
 */
const lease = 60

/** A webhook that this node has leased. */
export interface Lease {
  id: string
  lease_id: string
  tenant_id: string | null
  feed: string | null
  creator_id: string
  url: string
  events: string[]
  secret: Buffer
  former_secret: Buffer | null
  taken: number
  reach: number
}

export interface Item {
  position: number
  /** Time of the event as PostgreSQL text, because a JavaScript Date would lose precision. */
  at: string
  tenant_id: string
  object: string
  id: string
  type: string
  date_time: Date
  payload: unknown
  /** Number of failed attempts. */
  attempt: number
  /** True if the event has already been delivered and a user has requested a redelivery. */
  again: boolean
  /**
   * Due time of the event when it was loaded, as PostgreSQL text. Null if the event has never been attempted.
   */
  due_at: string | null
}

/**
 * Result of one event. `due` is the number of seconds until the next attempt, `wait` if the event waits
 * behind another event, or null if no attempt is due.
 */
export interface DeliveryResult
  extends Pick<Item, 'position' | 'at' | 'tenant_id' | 'object' | 'attempt' | 'again' | 'due_at'> {
  due: number | 'wait' | null
  delivered: boolean
  tried: Attempt | null
  answer: string | null
}

/**
 * SQL condition that is true if the webhook belongs to no application, or if its application is enabled. A
 * service account must also be allowed to read the events of its organization. While the condition is false,
 * events stay pending.
 */
const mayReceive = sql`(webhook.application_id is null or exists (
  select from application left join tenant on tenant.id = application.tenant_id
  where application.id = webhook.application_id and application.enabled
    and (tenant.id is null or (${statusNow} = 'FINISH' and 'data_view' = any(application.auth_codes)))))`

/** Leases the next webhook with pending events. Skips webhooks that other nodes have leased. */
export async function leaseWebhook(db: Database): Promise<Lease | undefined> {
  const { rows } = await sql<Lease>`
    update webhook set lease_id = ${newId()}, lease_until = now() + make_interval(secs => ${lease})
    where id = (
      select id from webhook where enabled and due_at <= now() and lease_until <= now() and ${mayReceive}
      order by due_at limit 1 for update skip locked)
    returning id, lease_id, tenant_id, feed, creator_id, url, events, secret, taken, reach,
      case when former_until > now() then former_secret end as former_secret`.execute(db.query)
  return rows[0]
}

/**
 * `due` contains events to retry and events that wait behind them. `fresh` contains events up to the position
 * `taken` that have never been attempted.
 */
export interface Work {
  due: Item[]
  fresh: Item[]
  taken: number
  /** Objects with pending events. Further events of these objects must wait. */
  waiting: ReadonlySet<string>
}

export async function loadWork(db: Kysely<Tables>, leased: Lease): Promise<Work> {
  const { rows: due } = await sql<Item>`
    with heads as (
      select object from webhook_delivery
      where webhook_id = ${leased.id} and due_at <= now() and delivered_at is null)
    select delivery.position, delivery.date_time::text as at, delivery.tenant_id, delivery.object, attempt,
      delivered_at is not null as again, due_at::text as due_at, event.id, type, payload, event.date_time
    from webhook_delivery as delivery
      join event on event.tenant_id = delivery.tenant_id and event.position = delivery.position
        and event.date_time = delivery.date_time
    where webhook_id = ${leased.id} and due_at is not null
      and (due_at <= now() or (delivered_at is null and delivery.object in (select object from heads)))
    order by delivery.position limit ${batch}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from webhook_delivery
    where webhook_id = ${leased.id} and due_at < 'infinity' and delivered_at is null`.execute(db)
  const room = first(counted, 'counted').count < mostWaiting ? batch - due.length : 0
  const until = Math.min(leased.reach, leased.taken + window)
  const fresh = room > 0 && leased.taken < until ? await loadFresh(db, leased, until, room) : []
  const objects = [...new Set(fresh.map(({ object }) => object))]
  const { rows: waiting } = await sql<{ object: string }>`
    select distinct object from webhook_delivery
    where webhook_id = ${leased.id} and due_at is not null and delivered_at is null
      and object = any(${objects}::text[])`.execute(db)
  return {
    due,
    fresh,
    taken: room === 0 ? leased.taken : fresh.length < room ? until : last(fresh, 'fresh').position,
    waiting: new Set(waiting.map(({ object }) => object)),
  }
}

async function loadFresh(db: Kysely<Tables>, leased: Lease, until: number, size: number): Promise<Item[]> {
  const scope = leased.feed ? sql`tenant_id = ${leased.feed}` : sql`platform`
  const { rows } = await sql<Item>`
    select position, date_time::text as at, tenant_id, object, id, type, date_time, payload,
      0 as attempt, false as again, null as due_at
    from event
    where position > ${leased.taken} and position <= ${until} and ${scope}
      and (type = any(${leased.events}::text[]) or object = ${objectOf(leased.id)})
    order by position limit ${size}`.execute(db)
  return rows
}

export interface Outcome {
  taken: number
  results: readonly DeliveryResult[]
  /** Error of the last attempt. Null if an attempt succeeded, undefined if there was no attempt. */
  error: string | null | undefined
  /** Whether the webhook must be disabled, because an event could not be delivered within a day. */
  off: boolean
}

/**
 * Stores the results and ends the lease. Returns false if another node has taken over or the webhook has been
 * deleted.
 */
export async function storeResults(
  tx: Tx,
  leased: Lease,
  { taken, results, error, off }: Outcome,
): Promise<boolean> {
  const held = await tx
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', leased.id)
    .where('lease_id', '=', leased.lease_id)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  if (results.length) await writeDeliveries(tx, leased.id, results)
  const next = sql`coalesce((
    select min(due_at) from webhook_delivery where webhook_id = ${leased.id} and due_at is not null), 'infinity')`
  const waiting = sql`(
    select count(*) from webhook_delivery
    where webhook_id = ${leased.id} and due_at < 'infinity' and delivered_at is null)`
  // Uses the greater position, because a concurrent change of the webhook may have advanced `taken` further.
  const done = sql`greatest(taken, ${taken})`
  await sql`
    update webhook set taken = ${done}, lease_until = '-infinity', lease_id = null,
      due_at = case when reach > ${done} and ${waiting} < ${mostWaiting} then now() else ${next} end,
      last_error = ${error === undefined ? sql`last_error` : error},
      enabled = enabled and not ${off}::boolean, off_at = case when ${off}::boolean then now() else off_at end
    where id = ${leased.id}`.execute(tx)
  return true
}

/**
 * Writes the results to the deliveries. If a user requested a redelivery during the attempt, the event stays
 * due, whatever the result.
 */
async function writeDeliveries(tx: Tx, webhookId: string, results: readonly DeliveryResult[]): Promise<void> {
  const rows = JSON.stringify(
    results.map(({ due, tried, ...row }) => ({
      ...row,
      waits: due === 'wait',
      due: due === 'wait' ? null : due,
      tries: tried ? [tried] : [],
    })),
  )
  await sql`
    insert into webhook_delivery as delivery
      (webhook_id, position, date_time, tenant_id, object, attempt, due_at, delivered_at, tries, answer)
    select ${webhookId}, fresh.position, at, fresh.tenant_id, fresh.object, fresh.attempt,
      case when kept.due_at is distinct from fresh.due_at then kept.due_at
        when waits then 'infinity'::timestamptz else now() + make_interval(secs => due) end,
      case when delivered then now() end, fresh.tries, fresh.answer
    from jsonb_to_recordset(${rows}::jsonb) as fresh(position bigint, at timestamptz, tenant_id uuid, object text,
        attempt integer, due_at timestamptz, waits boolean, due double precision, delivered boolean, tries jsonb,
        answer text)
      left join webhook_delivery as kept on kept.webhook_id = ${webhookId} and kept.position = fresh.position
        and kept.date_time = fresh.at
    on conflict (webhook_id, position, date_time) do update set
      attempt = excluded.attempt, due_at = excluded.due_at,
      delivered_at = coalesce(delivery.delivered_at, excluded.delivered_at),
      tries = jsonb_path_query_array(excluded.tries || delivery.tries, '$[0 to 49]'),
      answer = case when excluded.tries = '[]' then delivery.answer else excluded.answer end`.execute(tx)
  // When an event needs no further attempt, the next event of the same object becomes due.
  const objects = [...new Set(results.filter(({ due }) => due === null).map(({ object }) => object))]
  await sql`
    update webhook_delivery as delivery set due_at = now()
    from (
      select distinct on (object) position, date_time, due_at from webhook_delivery
      where webhook_id = ${webhookId} and due_at is not null and delivered_at is null
        and object = any(${objects}::text[])
      order by object, position) as first
    where webhook_id = ${webhookId} and delivery.position = first.position
      and delivery.date_time = first.date_time and first.due_at = 'infinity'`.execute(tx)
}
