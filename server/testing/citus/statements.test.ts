import { describe, expect, test } from 'vitest'
import { assertDistributable, faultsOf } from './statements.ts'

/** Statements that failed on Citus, and the reason for each failure. */
const refused: [statement: string, fault: string][] = [
  [
    `select 1 from device join device_claim as claim on claim.tenant_id = device.tenant_id and claim.id = device.id`,
    'join of device and device_claim without their distribution key',
  ],
  [
    `select 1 from device join device_presence as presence on presence.id = device.id`,
    'join of device and device_presence without their distribution key',
  ],
  [
    `select 1 from device join tenant on tenant.id = device.tenant_id`,
    'join of device with tenant of the coordinator',
  ],
  [
    `select 1 from tenant where device_count <> (select count(*) from device where tenant_id = tenant.id)`,
    'subquery of device refers to tenant of the coordinator',
  ],
  [
    `select 1 from device where exists (select 1 from tenant where tenant.id = device.tenant_id)`,
    'subquery of tenant of the coordinator refers to device',
  ],
  [
    `select 1 from device where exists (select 1 from device_connection as c where c.device_id = device.id)`,
    'subquery of device_connection refers to device without their distribution key',
  ],
  [
    `select 1 from unnest($1::integer[]) as days cross join lateral (
      select id from device where expired_at <= now() + make_interval(days => days) offset 0) as device`,
    'subquery of device refers to rows that are not of its shard',
  ],
  [
    `with recursive holder as (
      (select node_id as id from device_presence where online order by node_id limit 1)
      union all
      select (select node_id from device_presence where online and node_id > holder.id order by node_id limit 1)
      from holder where id is not null)
    select id from holder`,
    'recursion over device_presence without its tenant_id',
  ],
  [
    `update device set info_at = case when $1::jsonb is null then info_at else now() end where tenant_id = $2`,
    'now in CASE or COALESCE',
  ],
  [
    `update device set expired_at = coalesce(expired_at, current_timestamp) where tenant_id = $1`,
    'current time in CASE or COALESCE',
  ],
  [`select 1 from device where id = $1 for update`, 'rows of device are locked without its tenant_id'],
  [`select exists (select from device where tenant_id = $1) as found`, 'a subquery selects no column'],
]

const accepted = [
  `select 1 from device join device_presence as presence using (tenant_id, id)`,
  `select 1 from device join device_presence as presence on presence.tenant_id = $1 where device.tenant_id = $2`,
  `select 1 from device_claim join device_credential on device_credential.device_id = device_claim.id`,
  `select 1 from device where tenant_id = $1 and id in ($2, $3) for update`,
  `select 1 from device where (tenant_id, id) in (select tenant_id, id from device_claim where id = any($1))`,
  `select 1 from device_presence where node_id not in (select id from device_node)`,
  `select 1 from device where exists (
    select 1 from device_connection as c where c.tenant_id = device.tenant_id and c.device_id = device.id)`,
  `with devices as materialized (select tenant_id from device)
    select 1 from tenant join devices on devices.tenant_id = tenant.id`,
  `update device set version_map = coalesce(change.versions, version_map)
    from jsonb_to_recordset($1) as change(tenant_id uuid, id text, versions jsonb)
    where device.tenant_id = change.tenant_id and device.id = change.id`,
  // The rules do not apply to tables that are only on the coordinator.
  `select 1 from member join tenant on tenant.id = member.tenant_id where exists (select from account) for update`,
  `update account set expires_at = coalesce(expires_at, now())`,
]

describe('an SQL statement on distributed tables', () => {
  test.each(refused)('is refused: %s', (statement, fault) => {
    expect(faultsOf(statement)).toContain(fault)
    expect(() => assertDistributable(statement)).toThrow(fault)
  })

  test.each(accepted)('is accepted: %s', (statement) => expect(faultsOf(statement)).toEqual([]))
})
