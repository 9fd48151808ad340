import type { Logger } from 'pino'
import type { Pool } from './pool.ts'

const interval = 60_000
const longest = 600_000

// Selects the tables to vacuum. PostgreSQL's autovacuum runs in a separate process, which the embedded
// database lacks. The conditions are the defaults of autovacuum:
// https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM
const due = `
  select format('vacuum (analyze) %s', relid::regclass) as statement
    from pg_stat_user_tables join pg_class on oid = relid
   where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
      or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)
  union all
  select format('analyze %s', relid::regclass)
    from pg_stat_user_tables join pg_class on oid = relid
   where n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
  union all
  select 'vacuum' from pg_database where datname = current_database() and age(datfrozenxid) > 150000000`

/** Vacuums and analyzes the tables of the embedded database regularly. */
export function startAutovacuum(pool: Pool, log: Logger): { stop(): void } {
  const again = () => setTimeout(run, interval).unref()
  async function run(): Promise<void> {
    try {
      await vacuumDue(pool)
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'vacuuming the embedded database failed; will retry')
    }
    timer = again()
  }
  let timer = again()
  return { stop: () => clearTimeout(timer) }
}

/** Runs each vacuum as a separate statement, so that other statements can run in between. */
export async function vacuumDue(pool: Pool): Promise<void> {
  for (const { statement } of await execute(pool, due)) await execute(pool, statement)
}

async function execute(pool: Pool, statement: string): Promise<{ statement: string }[]> {
  const connection = await pool.connect()
  try {
    const result = await pool.inside(longest, () => connection.query(statement))
    return Array.isArray(result) ? [] : result.rows
  } finally {
    connection.release(false)
  }
}
