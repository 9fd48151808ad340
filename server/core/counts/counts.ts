import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { first } from '../../../contract/required.ts'
import { isDistributed } from '../../db/citus/distributed.ts'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { isAmong } from '../id.ts'

/** Names of the stored counts, which migrations pass to `count_rows`. */
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

export interface CountQuery {
  list: CountedList
  /** Organization or account whose rows are counted. If absent, all rows of the platform are counted. */
  scope?: string | null | undefined
  /** Organizations or accounts whose rows are counted together. */
  scopes?: readonly string[] | undefined
  /**
   * Kinds of rows to count, as named by the migration that declares the list. A row has one kind. If absent,
   * all kinds are counted.
   */
  kinds?: readonly string[] | null | undefined
}

/** Scope of the row counts for the whole platform. */
export const platform = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Milliseconds between two folds (see `startFolding`). Reading a count also reads all changes since the last
 * fold, so a longer pause would make reading slower.
 */
const pause = 3_000
const batch = 5_000

/**
 * Returns the SQL expression for a stored row count. The count is exact for the snapshot of its statement,
 * even while changes are being folded. The cost depends on the number of kinds and of recent writes, but not
 * on the size of the list.
 */
export function rowCount({ list, scope, scopes, kinds }: CountQuery): RawBuilder<number> {
  const each = scopes ?? (scope ? [scope] : undefined)
  const ofKinds = kinds ? sql`and kind = any(${[...kinds]}::text[])` : sql``
  return sql<number>`(select coalesce(sum(counted.count), 0)::bigint from (
    select row_count.count from row_count where list = ${list} and ${isAmong('scope', each ?? [platform])} ${ofKinds}
    union all
    select change from row_count_unfolded
      where list = ${list} ${each ? sql`and ${isAmong('scope', each)}` : sql``} ${ofKinds}) as counted)`
}

export async function countRows(db: Kysely<Tables>, counted: CountQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${rowCount(counted)} as count`.execute(db)
  return first(rows, 'rows').count
}

/**
 * Returns the stored row counts of several organizations or accounts, with 0 for those without a stored
 * count.
 */
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

/**
 * Adds the appended changes to the counts ("folds" them) every few seconds. Every server tries to fold, but
 * only one succeeds at a time. `stop` waits for a running fold.
 */
export function startFolding(db: Database, log: Logger): { stop(): Promise<void> } {
  let folding = Promise.resolve()
  const timer = setInterval(() => {
    folding = folding
      .then(() => foldCounts(db))
      .catch((error) => log.warn({ error: error.message }, 'could not update row counts; will retry'))
  }, pause).unref()
  return {
    async stop() {
      clearInterval(timer)
      await folding
    },
  }
}

/**
 * Adds the appended changes to the counts, in short transactions. Only one server folds at a time. A
 * concurrent call returns immediately.
 */
export async function foldCounts(db: Database): Promise<void> {
  while (await db.transaction(foldSome));
}

/** Prevents folding until this transaction ends. */
export const holdFolding = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(7201955483)`.execute(tx))

/**
 * Deletes the stored row counts of these lists, except those of the kinds that the SQL query `kinds` returns.
 * The caller must hold the lock of `holdFolding`.
 */
export async function deleteOtherKinds(
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

/**
 * Moves all changes that were appended on the shards to one common table, because Citus cannot delete the
 * first N rows of a table with several shards.
 */
const gatherChanges = async (tx: Tx): Promise<void> =>
  void (await sql`
    with taken as (delete from device_count_change returning list, scope, kind, change)
    insert into row_count_change (list, scope, kind, change)
    select list, scope, kind, sum(change) from taken group by list, scope, kind`.execute(tx))
