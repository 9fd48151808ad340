import { sql } from 'kysely'
import type { Database, Tx } from '../open.ts'
import { isDistributed } from './distributed.ts'
import { countedOnShards, placement } from './placement.ts'

/**
 * Distributes the tables of a migrated database as placement.ts defines, including existing rows. Does
 * nothing if the extension `citus` is missing or all tables are already distributed. Throws if Citus has no
 * worker.
 */
export async function distribute(db: Database): Promise<void> {
  if (!isDistributed(db.query)) return
  if (!(await missing(db)).length) return
  await db.transaction(distributeAll, { statementTimeout: 3_600_000 })
}

async function missing(db: Pick<Database, 'execute'>): Promise<string[]> {
  const { rows } = await db.execute(
    `select name from unnest($1::text[]) as name
     where not exists (select from pg_dist_partition where logicalrelid = to_regclass(name))`,
    [Object.keys(placement)],
  )
  return rows.map(({ name }) => name)
}

async function distributeAll(tx: Tx): Promise<void> {
  // Migrations use the same lock, so only one server migrates or distributes tables at a time.
  await sql`select pg_advisory_xact_lock(7201955480)`.execute(tx)
  const { rows: workers } = await sql`select from citus_get_active_worker_nodes()`.execute(tx)
  if (!workers.length)
    throw new Error(
      'The database has the extension citus but no worker nodes. Add workers with citus_add_node().',
    )
  // Citus does not analyze triggers, so it must be explicitly allowed to run them. The triggers below are
  // safe, because they write only to the shard that is co-located with the changed rows.
  await sql`set local citus.enable_unsafe_triggers = on`.execute(tx)
  await sql`set local client_min_messages = warning`.execute(tx)
  await dropOldTriggers(tx)
  await sql.raw(countChanges).execute(tx)
  const { rows } = await sql<{
    name: string
  }>`select logicalrelid::text as name from pg_dist_partition`.execute(tx)
  const there = new Set(rows.map(({ name }) => name))
  const first = new Map<string, string>()
  for (const [table, lies] of Object.entries(placement)) {
    if (lies === 'reference') {
      if (!there.has(table)) await sql`select create_reference_table(${table})`.execute(tx)
      continue
    }
    const colocated = first.get(lies.group) ?? 'none'
    if (colocated === 'none') first.set(lies.group, table)
    if (!there.has(table))
      await sql`select create_distributed_table(${table}, ${lies.by}, colocate_with => ${colocated})`.execute(
        tx,
      )
  }
  await countOnShards(tx)
}

// Statements that set up counting on the shards. Triggers append changes of row counts to a table. Each
// change is stored on the shard that is co-located with the counted rows, so no transaction involves two
// workers.
const countChanges = `
create table if not exists device_count_change (
  list text not null,
  scope uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  change bigint not null,
  primary key (list, scope, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Arguments: the list, the kind of a row as an expression.
create or replace function count_on_shard() returns trigger language plpgsql as $count$
declare
  beside text := (
    select 'device_count_change_' || there.shardid
    from pg_dist_shard as here join pg_dist_shard as there using (shardminvalue)
    where here.shardid = substring(tg_table_name from '_(\\d+)$')::bigint
      and there.logicalrelid = 'device_count_change'::regclass);
  rows text := 'select tenant_id as scope, %s as kind, %s as change from %s_rows';
begin
  execute format('insert into %I (list, scope, kind, change)
    select %L, scope, kind, sum(change) from (%s) as counted
    where kind is not null group by scope, kind having sum(change) <> 0', beside, tg_argv[0], concat_ws(' union all ',
      case when tg_op <> 'DELETE' then format(rows, tg_argv[1], 1, 'new') end,
      case when tg_op <> 'INSERT' then format(rows, tg_argv[1], -1, 'old') end));
  return null;
end $count$;

create or replace view row_count_unfolded as
  select list, scope, kind, change from row_count_change
  union all
  select list, scope, kind, change from device_count_change;
`

const transitions = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

/** Drops the triggers of `count_rows`, because they write to a table that does not exist on the workers. */
async function dropOldTriggers(tx: Tx): Promise<void> {
  for (const [list, { table }] of Object.entries(countedOnShards))
    for (const on of [...Object.keys(transitions), 'truncate'])
      await sql`drop trigger if exists ${sql.id(`count_${list}_${on}`)} on ${sql.table(table)}`.execute(tx)
}

async function countOnShards(tx: Tx): Promise<void> {
  for (const [list, { table, kind }] of Object.entries(countedOnShards))
    for (const [on, rows] of Object.entries(transitions))
      await sql`
        create or replace trigger ${sql.id(`count_${list}_${on}`)} after ${sql.raw(on)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} for each statement
        execute function count_on_shard(${sql.lit(list)}, ${sql.lit(kind)})`.execute(tx)
}
