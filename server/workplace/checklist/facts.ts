import { type Kysely, sql } from 'kysely'
import { first } from '../../../contract/required.ts'
import { rowCount } from '../../core/counts/counts.ts'
import type { Tables } from '../../db/tables.ts'
import type { TenantRow } from '../../tenants/store.ts'
import type { Setup } from './setup.ts'

export const stepNames = [
  'CERTIFIED',
  'MEMBER',
  'PERMISSION',
  'DEVICE',
  'SMS',
  'MAIL',
  'ADDRESS',
  'ADMINISTRATOR',
] as const

export interface Step {
  name: (typeof stepNames)[number]
  done: boolean
  /** Time at which the step was completed, or null if it is unknown. */
  at?: Date | null
  /** Scheme of the configured SMS, mail or public URL, such as `aliyun` or `https`. */
  setting?: string | null
  /** Id of a registered device that has not connected yet. */
  deviceId?: string | null
}

type Reader = Kysely<Tables>

/**
 * Returns the getting-started steps of an organization. Each step needs only an index lookup, so the query is
 * fast even for large organizations.
 */
export async function stepsOfTenant(db: Reader, tenant: TenantRow): Promise<Step[]> {
  const { id, owner_id: owner } = tenant
  const [people, devices] = await Promise.all([
    sql<{ certified: Date; joined: Date | null; granted: boolean }>`
      select coalesce((select max(decided_at) from tenant_application
          where tenant_id = ${id} and decided_at is not null), ${tenant.created_at}::timestamptz) as certified,
        (select min(joined_at) from member where tenant_id = ${id} and account_id <> ${owner}) as joined,
        exists (select from member where tenant_id = ${id} and account_id <> ${owner}
          and (manager or roles <> '{}' or auth_codes <> '{}')) as granted`.execute(db),
    // Filter by the indexed status first. This excludes PRODUCED, the status of most devices that have never
    // connected.
    sql<{ connected: boolean; waiting: string | null }>`
      select exists (select 1 from device
          join device_presence as presence on presence.tenant_id = device.tenant_id and presence.id = device.id
          where device.tenant_id = ${id} and device.status in ('ACTIVE', 'SUSPENDED', 'EXPIRED', 'RETIRED')
            and presence.connected_at is not null) as connected,
        (select device.id from device where device.tenant_id = ${id} and device.status = 'PRODUCED'
          order by device.created_at desc, device.id desc limit 1) as waiting`.execute(db),
  ])
  const { certified, joined, granted } = first(people.rows, 'rows')
  const { connected, waiting } = first(devices.rows, 'rows')
  return [
    { name: 'CERTIFIED', done: true, at: certified },
    { name: 'MEMBER', done: joined !== null, at: joined },
    { name: 'PERMISSION', done: granted },
    { name: 'DEVICE', done: connected, deviceId: connected ? null : waiting },
  ]
}

/** If there are fewer devices than this, the checklist is shown instead of charts and maps. */
const emptyBelow = 10

/** Returns the getting-started steps of the platform, or null if the platform has enough devices. */
export async function stepsOfPlatform(db: Reader, setup: Setup): Promise<Step[] | null> {
  const { rows } = await sql<{ devices: number; administrators: number }>`
    select ${rowCount({ list: 'device' })} as devices,
      (select count(*) from (select 1 from account where admin and enabled limit 2) as two)::integer as administrators`.execute(
    db,
  )
  const { devices, administrators } = first(rows, 'rows')
  if (devices >= emptyBelow) return null
  return [
    { name: 'SMS', done: setup.sms !== 'log', setting: setup.sms },
    { name: 'MAIL', done: setup.mail !== 'log', setting: setup.mail },
    { name: 'ADDRESS', done: setup.address === 'https', setting: setup.address },
    { name: 'ADMINISTRATOR', done: administrators > 1 },
  ]
}
