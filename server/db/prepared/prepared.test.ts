import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { type Database, openDatabase, openEmbedded } from '../open.ts'
import { preparedFile } from './prepared.ts'

const log = pino({ level: 'silent' })

test('a prepared database exists for the migrations of this program (otherwise run npm run generate)', () => {
  expect(existsSync(preparedFile())).toBe(true)
})

// Partitions are excluded, because they depend on the day on which the migrations ran.
const ours = `from pg_class join pg_namespace n on n.oid = relnamespace
  where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and not relispartition`
const descriptions = {
  settings: `select current_setting('server_version'), current_setting('server_encoding'), current_setting('TimeZone'),
    current_setting('data_checksums'), current_database(),
    (select datcollate from pg_database where datname = current_database())`,
  catalog: `select (select count(*) from pg_proc where pronamespace = 'pg_catalog'::regnamespace),
    (select count(*) from pg_class where relnamespace = 'pg_catalog'::regnamespace)`,
  relations: `select nspname, relname, relkind, relpersistence, reloptions, relrowsecurity, pg_get_partkeydef(pg_class.oid),
    case when relkind in ('v', 'm') then pg_get_viewdef(pg_class.oid) when relkind = 'i' then pg_get_indexdef(pg_class.oid) end
    ${ours}`,
  columns: `select relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity,
    (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum)
    from pg_attribute join (select pg_class.oid, relname ${ours}) as ours on ours.oid = attrelid where attnum > 0`,
  constraints: `select relname, conname, pg_get_constraintdef(c.oid) from pg_constraint c
    join (select pg_class.oid, relname ${ours}) as ours on ours.oid = conrelid`,
  triggers: `select relname, tgname, pg_get_triggerdef(t.oid) from pg_trigger t
    join (select pg_class.oid, relname ${ours}) as ours on ours.oid = tgrelid where not tgisinternal`,
  functions: `select proname, pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = pronamespace
    where nspname not in ('pg_catalog', 'information_schema') and prokind <> 'a'`,
  types: `select typname, typtype, (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid)
    from pg_type t join pg_namespace n on n.oid = typnamespace
    where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and typtype in ('e', 'd', 'r')`,
  extensions: 'select extname, extversion from pg_extension',
  migrations: 'select version, name, checksum from migration',
}

async function describe(db: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, query] of Object.entries(descriptions)) {
    const { rows } = await db.execute(query)
    found[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  const { rows } = await db.execute(
    `select nspname || '.' || relname as name ${ours} and relkind in ('r', 'p')`,
  )
  const counts: string[] = []
  for (const { name } of rows) {
    const counted = await db.execute(`select count(*)::int as count from ${name}`)
    counts.push(`${name} ${counted.rows[0].count}`)
  }
  return { ...found, rows: counts.sort() }
}

test('the prepared database equals the result of initdb and the migrations, and only the owner can read the files', async () => {
  await using migrated = await openEmbedded({}, { log, statementTimeout: 60_000 })
  await migrated.execute("set timezone = 'UTC'")
  await migrate(migrated)
  const folder = mkdtempSync(join(tmpdir(), 'reeve-prepared-'))
  const prepared = await openDatabase({ dataDir: folder, log })
  try {
    expect(await migrate(prepared)).toEqual([])
    const description = await describe(prepared)
    expect(description.relations?.length).toBeGreaterThan(100)
    expect(description).toEqual(await describe(migrated))
  } finally {
    await prepared.close()
  }
  const path = join(folder, 'postgres')
  for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o077).toBe(0)
  rmSync(folder, { recursive: true })
})
