import { sql } from 'kysely'
import { query } from '../core/operation.ts'

/** Minimum number of decisions for a meaningful median. */
const atLeast = 10

query({
  name: 'getReviewTime',
  description:
    'Median minutes from submission to decision in the last 30 days; null if there were fewer than ten decisions. Access: any signed-in account.',
  can: 'TENANT_LOOK_UP',
  input: {},
  returns: 'Int',
  nullable: true,
  async run({ context }) {
    // Lists both statuses in the condition, so that PostgreSQL uses the index of decided requests.
    const { rows } = await sql<{ minutes: number | null }>`
      select case when count(*) >= ${atLeast}::integer then
        (percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at)) / 60)::integer
        end as minutes
      from tenant_application
      where status in ('FINISH', 'REJECT') and decided_at > now() - interval '30 days'`.execute(
      context.db.query,
    )
    return rows[0]?.minutes ?? (null as never)
  },
})
