import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { holdFolding, platform } from '../core/counts/counts.ts'
import { isDistributed } from '../db/citus/distributed.ts'
import type { TestApp } from './app.ts'

const none = '00000000-0000-0000-0000-000000000000'
const quarter = "to_char(date_time at time zone 'UTC', 'YYYY_Q')"

/** For each list that has a stored count, a query that returns the scope and the kind of each row. */
const counted: Record<string, string> = {
  device: 'select tenant_id as scope, status as kind from device',
  device_online: `select tenant_id, 'ONLINE' from device_presence where online`,
  account: `select '${none}'::uuid, case when enabled then 'ENABLED' else 'DISABLED' end from account where erased_at is null`,
  tenant: `select '${none}'::uuid, status from tenant where not personal`,
  tenant_application: 'select applicant_id, status from tenant_application',
  message: `select account_id, type || case when read_at is null then ' 0' else ' 1' end from message`,
  event: `select tenant_id, ${quarter} from audit_event`,
  event_of_actor: `select actor_id, ${quarter} from audit_event where actor_id is not null`,
  application: `select '${none}'::uuid, 'PLATFORM' from application where tenant_id is null`,
}

/**
 * Asserts that each stored count equals the number of rows. Changes that have not been merged into the counts
 * yet are included.
 */
export async function expectCounted({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const kept = `select list, scope, kind, sum(count)::bigint as count from (
      select list, scope, kind, count from row_count
      union all select list, scope, kind, change from row_count_unfolded
      union all select list, '${platform}', kind, change from row_count_unfolded) as k
    group by list, scope, kind having sum(count) <> 0`
  const own = Object.entries(counted)
    .map(
      ([list, each]) => `
        select '${list}' as list, scope, kind, count(*) as count
        from (${each}) as ${list} (scope, kind) group by scope, kind`,
    )
    .join(' union all ')
  // Use one statement, because a statement reads a single snapshot. Citus has no snapshot across servers, so
  // a concurrent commit may be visible on only some of the servers. On Citus, the comparison is therefore
  // repeated.
  const compared = sql.raw(`
    with kept as (${kept}), own as (${own}), there as (
      select * from own
      union all select list, '${platform}', kind, sum(count)::bigint from own group by list, kind)
    (select 'kept' as what, * from (select * from kept except select * from there) as a)
    union all
    (select 'there', * from (select * from there except select * from kept) as b)`)
  const compare = async () => {
    const { rows: wrong } = await db.transaction(async (tx) => {
      await holdFolding(tx)
      return compared.execute(tx)
    })
    expect(wrong).toEqual([])
  }
  await (isDistributed(db.query) ? vi.waitFor(compare, { timeout: 20_000 }) : compare())
}
