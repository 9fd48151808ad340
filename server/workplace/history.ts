import { type Kysely, type Selectable, sql } from 'kysely'
import type { Action } from '../../contract/permissions.ts'
import { first } from '../../contract/required.ts'
import { builder } from '../core/builder.ts'
import { callerOf } from '../core/context.ts'
import { platform, rowCount } from '../core/counts/counts.ts'
import { query } from '../core/operation.ts'
import { may } from '../core/viewer.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { expiringOf, figuresOf } from '../devices/figures.ts'

type HourRow = Selectable<Tables['platform_hour']>

const PlatformHour = builder.objectRef<HourRow>('PlatformHour').implement({
  description:
    'Object counts of the platform at one hour. A count is null if the caller cannot list objects of this kind.',
  fields: (t) => {
    const number = (name: 'organizations' | 'accounts' | 'devices' | 'online' | 'expiring', action: Action) =>
      t.int({
        nullable: true,
        resolve: (row, _args, context) => (may(callerOf(context), action) ? row[name] : null),
      })
    return {
      dateTime: t.expose('hour', { type: 'DateTime' }),
      organizations: number('organizations', 'TENANT_LIST'),
      accounts: number('accounts', 'ACCOUNT_READ'),
      devices: number('devices', 'DEVICE_MANAGE'),
      online: number('online', 'DEVICE_MANAGE'),
      expiring: number('expiring', 'DEVICE_MANAGE'),
    }
  },
})

query({
  name: 'queryPlatformHistory',
  description:
    "Returns the platform's object counts at the current hour on each of the last seven days, oldest first. Days on which no server was running are omitted. `expiring`: devices that expire within 30 days. Access: admin and everyone who can list organizations, accounts or devices.",
  can: 'PLATFORM_SEE',
  input: {},
  returns: [PlatformHour],
  run: ({ context }) => findHistory(context.db.query),
})

/**
 * Returns the stored counts of the last seven days, one row per day, for the current hour of the day. If the
 * row for this hour is missing on a day, returns the latest row of the 24 hours before it.
 */
async function findHistory(db: Kysely<Tables>): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select known.* from generate_series(7, 1, -1) as back
    cross join lateral (select date_trunc('hour', now(), 'UTC') - make_interval(days => back) as until) as day
    cross join lateral (
      select * from platform_hour where hour <= day.until and hour > day.until - interval '1 day'
      order by hour desc limit 1) as known
    order by known.hour`.execute(db)
  return rows
}

/**
 * Stores the counts of the current hour, unless another server has already stored them. Computing the counts
 * also fills the cache of device counts for the workplace.
 */
export async function recordHour(db: Database): Promise<void> {
  const { rows } = await sql<Omit<HourRow, 'hour' | 'expiring'>>`
    select ${rowCount({ list: 'tenant' })} as organizations, ${rowCount({ list: 'account' })} as accounts,
      ${rowCount({ list: 'device' })} as devices, ${rowCount({ list: 'device_online' })} as online`.execute(
    db.query,
  )
  const { expiries } = await figuresOf(db, platform)
  await db.query
    .insertInto('platform_hour')
    .values({
      hour: sql`date_trunc('hour', now(), 'UTC')`,
      ...first(rows, 'rows'),
      expiring: expiringOf(expiries),
    })
    .onConflict((conflict) => conflict.column('hour').doNothing())
    .execute()
}

export async function deleteOldHours(db: Kysely<Tables>): Promise<void> {
  await sql`delete from platform_hour where hour < now() - interval '60 days'`.execute(db)
}
