import { type Kysely, sql } from 'kysely'
import { noTenant } from '../../core/id.ts'
import { isOneOf } from '../../db/citus/distributed.ts'
import type { Tables } from '../../db/tables.ts'
import type { Attempt } from './post.ts'
import type { WebhookRow } from './store.ts'

export interface DeliveryRow {
  position: number
  event_id: string
  type: string
  date_time: Date
  payload: unknown
  /**
   * Current name of the object that the event is about. Null if the object no longer exists or the viewer
   * must not see its name.
   */
  object_name: string | null
  delivered_at: Date | null
  next_at: Date | null
  behind: number
  tries: Attempt[]
  answer: string | null
  /** Signing secret of the webhook. */
  secret: Buffer
}

interface DeliveryFilter {
  /** For pagination: only deliveries with a smaller position are returned. */
  before?: number
  position?: number
  /**
   * FAILING selects deliveries with failed attempts that will be retried. WAITING selects all deliveries that
   * are still pending.
   */
  only?: 'FAILING' | 'WAITING' | null | undefined
  /** Whether the viewer can see the names of the members, devices and other objects that events are about. */
  named: boolean
  size: number
}

/**
 * SQL expression for the name of the object that the event is about. `nameDevices` adds the names of devices.
 * A member has a name here only while it belongs to the event's organization, because the organization's
 * viewers must not learn anything about other organizations.
 */
const objectName = sql`case split_part(delivery.object, ' ', 1)
  when 'member' then (select coalesce(member.display_name, account.name) from member
      join account on account.id = member.account_id
    where member.tenant_id = (payload ->> 'tenantId')::uuid and member.account_id = (payload ->> 'accountId')::uuid)
  when 'account' then (select nullif(name, '') from account where id = (payload ->> 'accountId')::uuid)
  when 'tenant' then (select name from tenant where id = (payload ->> 'tenantId')::uuid) end`

/**
 * Loads the names of devices with a separate statement, because Citus stores devices and deliveries on
 * different nodes.
 */
async function nameDevices(db: Kysely<Tables>, rows: readonly DeliveryRow[]): Promise<void> {
  const deviceOf = ({ payload }: DeliveryRow) => payload as { deviceId?: string; tenantId?: string | null }
  const tenantIds = rows
    .map(deviceOf)
    .flatMap(({ deviceId, tenantId }) => (deviceId ? [[deviceId, tenantId ?? noTenant] as const] : []))
  if (!tenantIds.length) return
  const devices = await db
    .selectFrom('device')
    .select(['tenant_id', 'id', 'name'])
    .where(isOneOf('device', tenantIds))
    .execute()
  const names = new Map(devices.map(({ tenant_id, id, name }) => [`${tenant_id} ${id}`, name]))
  for (const row of rows) {
    const { deviceId, tenantId } = deviceOf(row)
    if (deviceId) row.object_name = names.get(`${tenantId ?? noTenant} ${deviceId}`) ?? null
  }
}

const due = {
  FAILING: sql`and due_at < 'infinity' and delivered_at is null and attempt > 0`,
  WAITING: sql`and due_at is not null and delivered_at is null`,
}

/** Returns sent and pending deliveries of a webhook, newest first. */
export async function readDeliveries(
  db: Kysely<Tables>,
  { id, secret }: Pick<WebhookRow, 'id' | 'secret'>,
  { before, position, only, named, size }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<Omit<DeliveryRow, 'secret'>>`
    select delivery.position, event.id as event_id, type, event.date_time, payload, delivered_at, tries, answer,
      nullif(due_at, 'infinity') as next_at, ${named ? objectName : sql`null`} as object_name,
      case when due_at < 'infinity' and delivered_at is null then (
        select count(*) from webhook_delivery as later
        where later.webhook_id = ${id} and later.object = delivery.object and later.due_at = 'infinity'
          and later.delivered_at is null) else 0 end as behind
    from webhook_delivery as delivery
      join event on event.tenant_id = delivery.tenant_id and event.position = delivery.position
        and event.date_time = delivery.date_time
    where webhook_id = ${id}
      ${before === undefined ? sql`` : sql`and delivery.position < ${before}`}
      ${position === undefined ? sql`` : sql`and delivery.position = ${position}`}
      ${only ? due[only] : sql``}
    order by delivery.position desc limit ${size}`.execute(db)
  const deliveries = rows.map((row) => ({ ...row, secret }))
  if (named) await nameDevices(db, deliveries)
  return deliveries
}

/** Returns one delivery. `id` is the position of the event as text. */
export async function readDelivery(
  db: Kysely<Tables>,
  webhook: Pick<WebhookRow, 'id' | 'secret'>,
  { id, named }: { id: string; named: boolean },
): Promise<DeliveryRow | null> {
  if (!/^\d{1,15}$/.test(id)) return null
  const [row] = await readDeliveries(db, webhook, { position: Number(id), named, size: 1 })
  return row ?? null
}
