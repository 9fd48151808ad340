import { sql } from 'kysely'
import { query } from '../core/operation.ts'

/** Minimum number of decisions for a meaningful median. With fewer decisions, the query returns null. */
const atLeast = 10

query({
  name: 'getReviewTime',
  description:
    'Returns the median number of minutes from the submission of an organization request to its decision. Includes decisions of the last 30 days; null if there were fewer than ten. Access: signed-in users.',
  can: 'TENANT_LOOK_UP',
  input: {},
  returns: 'Int',
  nullable: true,
  async run({ context }) {
    // The condition lists both statuses, so that PostgreSQL can use the partial index of decided requests.
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
