import { sql } from 'kysely'
import { first } from '../../contract/required.ts'
import { distribute } from './citus/distribute.ts'
import { type Migration, readMigrations, splitStatements } from './migrations.ts'
import type { Database, Tx } from './open.ts'

/**
 * Name prefix of migrations that remove or restrict something that the previous release still uses. All other
 * migrations are compatible with servers of the previous release, so that servers can be upgraded one by one.
 */
const contraction = 'contract_'
const oldestServer = 150_000

interface AppliedMigration {
  version: number
  name: string
  checksum: string
}

/**
 * Migrates the database to the newest version. Each migration runs in one transaction together with its row
 * in the table "migration", so that an interrupted run can be continued. If several servers call this, they
 * wait for each other. With the `citus` extension, tables are then distributed (citus/placement.ts). Returns
 * the migrations that ran. Throws if an applied migration has changed, if a newer version has removed
 * something that this version needs, or if an unfinished move targets this database (unless `moving`).
 */
export async function migrate(
  db: Database,
  migrations: Migration[] = readMigrations(),
  { moving = false } = {},
): Promise<Migration[]> {
  if (!moving && (await unfinishedMove(db)))
    throw new Error(
      'This database is the target of an unfinished move. Run `reeve move` again until it is complete.',
    )
  let applied = await readApplied(db)
  const before = compare(applied, migrations)
  while (compare(applied, migrations) < migrations.length) {
    applied = await db.transaction((tx) => applyNext(tx, migrations), { statementTimeout: 3_600_000 })
  }
  if (!moving) await distribute(db)
  return migrations.slice(before)
}

/** Whether a move of an embedded database into this database is unfinished (see move/move.ts). */
export async function unfinishedMove(db: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute("select to_regnamespace('moving') is not null as moving")
  return rows[0].moving
}

/** Returns the migrations that migrate() would run. Throws the same errors as migrate(). */
export async function pendingMigrations(db: Database): Promise<Migration[]> {
  const migrations = readMigrations()
  return migrations.slice(compare(await readApplied(db), migrations))
}

async function readApplied(db: Database): Promise<AppliedMigration[]> {
  try {
    return (await db.execute('select version, name, checksum from migration order by version')).rows
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error // The table "migration" does not exist yet.
    return []
  }
}

/**
 * Returns how many of the program's migrations have been applied to the database. Throws if an applied
 * migration differs from the program's.
 */
function compare(applied: AppliedMigration[], migrations: Migration[]): number {
  for (const { version, name, checksum } of applied) {
    const migration = migrations[version - 1]
    if (!migration) {
      if (!name.startsWith(contraction)) continue
      throw new Error(
        `The database is newer than this program: it has migration ${version} (${name}), which removed ` +
          'something that the program needs. Start the version that ran the migration, or a newer one.',
      )
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `Migration ${version} (${migration.name}) has changed since it ran on this database. ` +
          'Restore the file and put the change into a new migration.',
      )
    }
  }
  return Math.min(applied.length, migrations.length)
}

async function checkServer(tx: Tx): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version, getdatabaseencoding() as encoding`.execute(
    tx,
  )
  const { version, encoding } = first(rows, 'rows')
  if (version < oldestServer)
    throw new Error(`PostgreSQL ${Math.floor(version / 10_000)} is too old. Version 15 or newer is required.`)
  if (encoding !== 'UTF8') {
    throw new Error(
      `The database has the encoding ${encoding}. Create a database with "encoding 'UTF8' template template0".`,
    )
  }
}

async function applyNext(tx: Tx, migrations: Migration[]): Promise<AppliedMigration[]> {
  // The transaction holds the lock until it commits, so the lock does not outlive a crashed server.
  await sql`select pg_advisory_xact_lock(7201955480)`.execute(tx)
  await sql`create table if not exists migration (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`.execute(tx)
  const applied = await tx
    .selectFrom('migration')
    .select(['version', 'name', 'checksum'])
    .orderBy('version')
    .execute()
  if (applied.length === 0) await checkServer(tx)
  const next = migrations[compare(applied, migrations)]
  if (!next) return applied // Another server has already run this migration.
  // Runs the statements one by one. If they ran together, Citus would send the whole text to the workers with
  // each statement.
  for (const statement of splitStatements(next.text)) await sql.raw(statement).execute(tx)
  const { version, name, checksum } = next
  await tx.insertInto('migration').values({ version, name, checksum }).execute()
  return [...applied, next]
}
