import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Try } from './post.ts'

export interface DeliveryRow {
  position: number
  event_id: string
  type: string
  date_time: Date
  payload: unknown
  delivered_at: Date | null
  next_at: Date | null
  behind: number
  tries: Try[]
  answer: string | null
}

interface Asked {
  webhookId: string
  /** Only those before it: a list goes on there. */
  before?: number
  position?: number
  /** Only those that are not delivered. */
  waiting?: boolean
  size: number
}

/** What was sent to a webhook or waits for it, newest first. */
export async function readDeliveries(
  db: Kysely<Tables>,
  { webhookId, before, position, waiting, size }: Asked,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select delivery.position, event.id as event_id, type, event.date_time, payload, delivered_at, tries, answer,
      nullif(due_at, 'infinity') as next_at,
      case when due_at < 'infinity' and delivered_at is null then (
        select count(*) from webhook_delivery as later
        where later.webhook_id = ${webhookId} and later.object = delivery.object and later.due_at = 'infinity'
          and later.delivered_at is null) else 0 end as behind
    from webhook_delivery as delivery
      join event on event.tenant_id = delivery.tenant_id and event.position = delivery.position
        and event.date_time = delivery.date_time
    where webhook_id = ${webhookId}
      ${before === undefined ? sql`` : sql`and delivery.position < ${before}`}
      ${position === undefined ? sql`` : sql`and delivery.position = ${position}`}
      ${waiting ? sql`and due_at is not null and delivered_at is null` : sql``}
    order by delivery.position desc limit ${size}`.execute(db)
  return rows
}
