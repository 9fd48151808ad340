import { type Kysely, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import { builder } from '../core/builder.ts'
import { platform } from '../core/counts/counts.ts'
import { badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id, instant, listOf, optional } from '../core/input.ts'
import { query } from '../core/operation.ts'
import type { Tables } from '../db/tables.ts'
import { relationsToDevicesOf } from './access.ts'

interface OnlinePeak {
  from: Date
  to: Date
  peak: number | null
}

const DeviceOnlinePeak = builder.objectRef<OnlinePeak>('DeviceOnlinePeak').implement({
  fields: (t) => ({
    fromDateTime: t.expose('from', { type: 'DateTime' }),
    toDateTime: t.expose('to', { type: 'DateTime' }),
    peak: t.exposeInt('peak', {
      nullable: true,
      description: 'Largest number of devices that were online at the same time; null if it was not recorded',
    }),
  }),
})

query({
  name: 'queryDeviceOnline',
  description:
    'Returns the peak number of online devices in each interval between two successive `instants`. `instants` must be in ascending order. Peaks are stored per full hour, for 60 days. `tenantId` restricts the result to one organization. Access: same as queryDevice.',
  can: 'DEVICE_LIST',
  input: { tenantId: optional(id()), instants: listOf(instant(), 33) },
  returns: [DeviceOnlinePeak],
  relations: ({ context, viewer, input }) => relationsToDevicesOf(context.db.query, viewer, input.tenantId),
  run({ context, input: { tenantId, instants } }) {
    if (instants.some((at, index) => index > 0 && at <= required(instants[index - 1], 'item of instants')))
      throw badInput({ instants: ['field.invalid'] })
    if (tenantId && !isId(tenantId)) throw badInput({ tenantId: ['field.invalid'] })
    return findPeaks(context.db.query, tenantId ?? platform, instants)
  },
})

async function findPeaks(
  db: Kysely<Tables>,
  tenantId: string,
  instants: readonly Date[],
): Promise<OnlinePeak[]> {
  const spans = instants
    .slice(1)
    .map((to, index) => ({ from: required(instants[index], 'item of instants'), to }))
  // Reads the rows of the platform and of the organization in a materialized CTE first, because Citus may
  // store them on different nodes.
  const { rows } = await sql<{ peak: number | null }>`
    with online as materialized (
      select tenant_id, hour, peak from device_online
      where tenant_id = any(${[platform, tenantId]}::uuid[])
        and hour >= ${instants[0]}::timestamptz and hour < ${instants.at(-1)}::timestamptz)
    select case when exists (
        select 1 from online where tenant_id = ${platform} and hour >= span.since and hour < span.until)
      then coalesce((
        select max(peak) from online
        where tenant_id = ${tenantId} and hour >= span.since and hour < span.until), 0) end as peak
    from unnest(
      ${spans.map(({ from }) => from.toISOString())}::timestamptz[],
      ${spans.map(({ to }) => to.toISOString())}::timestamptz[]) with ordinality as span (since, until, place)
    order by place`.execute(db)
  return spans.map((span, index) => ({ ...span, peak: required(rows[index], 'item of rows').peak }))
}

/**
 * Records the current number of connected devices if it exceeds the peak of this hour. Several servers can
 * call this at the same time.
 */
export async function recordOnline(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into device_online (tenant_id, hour, peak)
    select scope, date_trunc('hour', now(), 'UTC'), count from row_count
    where list = 'device_online' and (count > 0 or scope = ${platform})
    on conflict (tenant_id, hour) do update set peak = excluded.peak where device_online.peak < excluded.peak`.execute(
    db,
  )
}

export async function deleteOldOnline(db: Kysely<Tables>): Promise<void> {
  await sql`delete from device_online where hour < now() - interval '60 days'`.execute(db)
}
