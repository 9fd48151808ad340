import { type Kysely, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** Reasons why a request of an application was refused, as shown on the application's page. */
export const refusalKinds = [
  'REDIRECT_URI',
  'POST_LOGOUT_REDIRECT_URI',
  'DISABLED',
  'CLIENT_AUTHENTICATION',
  'PKCE',
  'CODE',
  'CODE_USED',
  'REFRESH_TOKEN',
  'SCOPE',
  'RESOURCE',
  'GRANT_TYPE',
  'ORIGIN',
  'PROOF',
  'REQUEST',
] as const
export type RefusalKind = (typeof refusalKinds)[number]

export interface Refusal {
  kind: RefusalKind
  /**
   * The invalid URL, scope or resource, or an English description of the error. Empty if there are no
   * details.
   */
  detail: string
}

/** Counts of one application that have not been written to the database yet. */
export interface UsageCounts {
  signedIn: number
  failed: number
  refusals: Map<string, Refusal & { count: number }>
}

/**
 * Maximum number of different refusals stored per application and hour, in total and per kind. A client that
 * keeps sending new URLs displaces only refusals of the same kind. The limit corresponds to at most 14,400
 * rows (3 MB) per application and month.
 */
const most = { rows: 20, ofKind: 5 }

/**
 * Adds the counts to the stored ones and skips deleted applications. All servers lock the rows in the same
 * order, which prevents deadlocks.
 */
export async function saveUsage(db: Database, counts: ReadonlyMap<string, UsageCounts>): Promise<void> {
  const ids = [...counts.keys()]
  const refusals = [...counts].flatMap(([id, each]) =>
    [...each.refusals.values()].map((refusal) => ({ id, ...refusal })),
  )
  const of = <T extends UsageCounts>(list: Iterable<T>, part: 'signedIn' | 'failed') =>
    [...list].map((each) => each[part])
  await db.transaction(async (tx) => {
    await sql`
      insert into application_hour as known (application_id, hour, signed_in, failed)
      select application.id, date_trunc('hour', now(), 'UTC'), given.signed_in, given.failed
      from unnest(${ids}::uuid[], ${of(counts.values(), 'signedIn')}::integer[],
          ${of(counts.values(), 'failed')}::integer[]) as given (id, signed_in, failed)
        join application on application.id = given.id
      order by application.id
      on conflict (application_id, hour) do update
        set signed_in = known.signed_in + excluded.signed_in, failed = known.failed + excluded.failed`.execute(
      tx,
    )
    if (!refusals.length) return
    await sql`
      insert into application_refusal as known (application_id, hour, kind, detail, count)
      select application.id, date_trunc('hour', now(), 'UTC'), given.kind, given.detail, given.count
      from unnest(${refusals.map(({ id }) => id)}::uuid[], ${refusals.map(({ kind }) => kind)}::text[],
          ${refusals.map(({ detail }) => detail)}::text[], ${refusals.map(({ count }) => count)}::integer[])
          as given (id, kind, detail, count)
        join application on application.id = given.id
      order by application.id, given.kind, given.detail
      on conflict (application_id, hour, kind, detail) do update
        set count = known.count + excluded.count, last_at = now()`.execute(tx)
    await sql`
      with counted as (
        select *, row_number() over (partition by application_id, kind order by last_at desc) > ${most.ofKind} as beyond
        from application_refusal
        where application_id = any(${ids}::uuid[]) and hour = date_trunc('hour', now(), 'UTC')),
      listed as (
        select *, row_number() over (partition by application_id order by beyond, last_at desc) as place from counted)
      delete from application_refusal as known using listed
      where known.application_id = listed.application_id and known.hour = listed.hour
        and known.kind = listed.kind and known.detail = listed.detail
        and (beyond or place > ${most.rows})`.execute(tx)
  })
}

export interface SignIns {
  from: Date
  to: Date
  signedIn: number
  failed: number
}

/**
 * Returns the number of sign-ins and of refusals per application, for each interval between a timestamp in
 * `instants` and the next one.
 */
export async function readSignIns(
  db: Kysely<Tables>,
  applicationIds: readonly string[],
  instants: readonly Date[],
): Promise<Map<string, SignIns[]>> {
  const spans = instants
    .slice(1)
    .map((to, index) => ({ from: required(instants[index], 'item of instants'), to }))
  const { rows } = await sql<Pick<SignIns, 'signedIn' | 'failed'> & { id: string }>`
    select given.id, coalesce(sum(signed_in), 0)::integer as "signedIn", coalesce(sum(failed), 0)::integer as failed
    from unnest(${applicationIds}::uuid[]) as given (id)
      cross join unnest(
        ${spans.map(({ from }) => from.toISOString())}::timestamptz[],
        ${spans.map(({ to }) => to.toISOString())}::timestamptz[]) with ordinality as span (since, until, place)
      left join application_hour on application_id = given.id and hour >= since and hour < until
    group by given.id, place order by place`.execute(db)
  const found = new Map<string, SignIns[]>()
  for (const { id, ...counts } of rows) {
    const known = found.get(id) ?? []
    found.set(id, [...known, { ...required(spans[known.length], 'item of spans'), ...counts }])
  }
  return found
}

/**
 * An application counts as failing after this many refused requests without a successful one. Fewer refusals
 * may be typing errors or tests.
 */
const failing = 5

/**
 * Returns the hour of the last success. If the application is failing, also returns the first hour with
 * refusals after that success.
 */
export async function readLastUses(
  db: Kysely<Tables>,
  applicationIds: readonly string[],
): Promise<Map<string, { lastUse: Date | null; failingSince: Date | null }>> {
  const { rows } = await sql<{ id: string; lastUse: Date | null; failingSince: Date | null }>`
    with used as (
      select application_id as id, max(hour) filter (where signed_in > 0) as last_use
      from application_hour where application_id = any(${applicationIds}::uuid[]) group by application_id)
    select used.id, used.last_use as "lastUse",
      case when sum(later.failed) >= ${failing} then min(later.hour) filter (where later.failed > 0) end as "failingSince"
    from used left join application_hour as later
      on later.application_id = used.id and later.hour > coalesce(used.last_use, '-infinity')
    group by used.id, used.last_use`.execute(db)
  return new Map(rows.map(({ id, ...use }) => [id, use]))
}

interface RefusalRow {
  kind: RefusalKind
  detail: string
  count: number
  last_at: Date
}

/**
 * Returns the latest refusals in the hours that start within the interval, newest first: at most 20, and at
 * most 5 of each kind.
 */
export async function listRefusals(
  db: Kysely<Tables>,
  applicationId: string,
  { from, to }: { from?: Date | null | undefined; to?: Date | null | undefined },
): Promise<RefusalRow[]> {
  const { rows } = await sql<RefusalRow>`
    with listed as (
      select kind, detail, sum(count)::integer as count, max(last_at) as last_at,
        row_number() over (partition by kind order by max(last_at) desc, detail) as place
      from application_refusal
      where application_id = ${applicationId} and hour >= coalesce(${from?.toISOString() ?? null}::timestamptz, '-infinity')
        and hour < coalesce(${to?.toISOString() ?? null}::timestamptz, 'infinity')
      group by kind, detail)
    select kind, detail, count, last_at from listed where place <= ${most.ofKind}
    order by last_at desc, kind, detail limit ${most.rows}`.execute(db)
  return rows
}

/** Deletes usage counts that are older than a month. The console shows at most a month, in any time zone. */
export async function deleteOldUsage(db: Kysely<Tables>): Promise<void> {
  await sql`delete from application_hour where hour < now() - interval '32 days'`.execute(db)
  await sql`delete from application_refusal where hour < now() - interval '32 days'`.execute(db)
  // This release no longer writes to this table. Rows that the previous release wrote are deleted after 30
  // days.
  await sql`delete from application_error where last_at < now() - interval '30 days'`.execute(db)
}
