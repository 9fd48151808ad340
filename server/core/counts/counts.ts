import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { first } from '../../../contract/required.ts'
import { isDistributed } from '../../db/citus/distributed.ts'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { isAmong } from '../id.ts'

/** Those that a migration has given to `count_rows`, by the name it gave them. */
type CountedList =
  | 'device'
  | 'device_online'
  | 'account'
  | 'tenant'
  | 'tenant_application'
  | 'message'
  | 'event'
  | 'event_of_actor'
  | 'application'

export interface Counted {
  list: CountedList
  /** The organization or account whose rows they are; those of the whole platform without one. */
  scope?: string | null | undefined
  /** Those of each of these together. */
  scopes?: readonly string[] | undefined
  /** As the migration names them: a row has one. All without it. */
  kinds?: readonly string[] | null | undefined
}

/** Stands for all organizations and accounts together. */
export const platform = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Milliseconds between two folds: a number sums what was written since the last. */
const pause = 3_000
const batch = 5_000

/**
 * How many rows there are, as an expression to select: exact for the snapshot of the statement that it stands in, so
 * that what is folded meanwhile counts once. Its cost depends on the kinds and the last seconds' writes, not on rows.
 */
export function rowCount({ list, scope, scopes, kinds }: Counted): RawBuilder<number> {
  const each = scopes ?? (scope ? [scope] : undefined)
  const ofKinds = kinds ? sql`and kind = any(${[...kinds]}::text[])` : sql``
  return sql<number>`(select coalesce(sum(counted.count), 0)::bigint from (
    select row_count.count from row_count where list = ${list} and ${isAmong('scope', each ?? [platform])} ${ofKinds}
    union all
    select change from row_count_unfolded
      where list = ${list} ${each ? sql`and ${isAmong('scope', each)}` : sql``} ${ofKinds}) as counted)`
}

export async function countRows(db: Kysely<Tables>, counted: Counted): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${rowCount(counted)} as count`.execute(db)
  return first(rows, 'rows').count
}

/** The same of each of several organizations or accounts, in one statement; none is left out. */
export async function countRowsOfEach(
  db: Kysely<Tables>,
  list: CountedList,
  scopes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ scope: string; count: number }>`
    select scope, sum(count)::bigint as count from (
      select scope, count from row_count where list = ${list} and ${isAmong('scope', scopes)}
      union all
      select scope, change from row_count_unfolded where list = ${list} and ${isAmong('scope', scopes)}
    ) as counted group by scope`.execute(db)
  const found = new Map(rows.map((row) => [row.scope, row.count]))
  return new Map(scopes.map((scope) => [scope, found.get(scope) ?? 0]))
}

/** Folds every few seconds. Any node does it for all; `stop` waits for what is under way. */
export function startFolding(db: Database, log: Logger): { stop(): Promise<void> } {
  let folding = Promise.resolve()
  const timer = setInterval(() => {
    folding = folding
      .then(() => foldCounts(db))
      .catch((error) => log.warn({ error: error.message }, 'could not fold the counts'))
  }, pause).unref()
  return {
    async stop() {
      clearInterval(timer)
      await folding
    },
  }
}

/** Adds what was appended to the counts, in rounds that are short to wait for. One node at a time; another's call does nothing. */
export async function foldCounts(db: Database): Promise<void> {
  while (await db.transaction(foldSome));
}

/** Nothing is folded until this transaction ends. */
export const holdFolding = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(7201955483)`.execute(tx))

/** Of these lists no other kinds are left; with folding held. `kinds`: a query for them. */
export async function keepKinds(
  tx: Tx,
  lists: readonly CountedList[],
  kinds: RawBuilder<string>,
): Promise<void> {
  for (const table of ['row_count', 'row_count_change'])
    await sql`
      delete from ${sql.table(table)} where list = any(${[...lists]}::text[]) and kind not in (${kinds})`.execute(
      tx,
    )
}

async function foldSome(tx: Tx): Promise<boolean> {
  const { rows: turn } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(7201955483) as mine`.execute(tx)
  if (!first(turn, 'turn').mine) return false
  if (isDistributed(tx)) await gatherChanges(tx)
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from row_count_change where (list, scope, id) in (
        select list, scope, id from row_count_change order by list, scope, id limit ${batch})
      returning list, scope, kind, change),
    folded as (
      insert into row_count (list, scope, kind, count)
      select list, scope, kind, sum(change) from taken group by list, scope, kind
      union all
      select list, ${platform}::uuid, kind, sum(change) from taken group by list, kind
      on conflict (list, scope, kind) do update set count = row_count.count + excluded.count)
    select count(*) as taken from taken`.execute(tx)
  return first(rows, 'rows').taken >= batch
}

/** What the shards have appended, all of it: Citus does not delete the first so many rows of several shards. */
const gatherChanges = async (tx: Tx): Promise<void> =>
  void (await sql`
    with taken as (delete from device_count_change returning list, scope, kind, change)
    insert into row_count_change (list, scope, kind, change)
    select list, scope, kind, sum(change) from taken group by list, scope, kind`.execute(tx))
