import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { pino } from 'pino'
import { foldCounts } from '../../server/core/counts/counts.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { argon2id } from '../drive/argon2id.ts'
import { adminName, password, startReeve } from '../drive/reeve.ts'
import { figure } from '../measure.ts'
import type { Cluster } from './cluster.ts'
import { devices } from './devices.ts'
import type { Fill, Step } from './draw.ts'
import { audit, auditDays, messages } from './history.ts'
import { dropIndexes } from './indexes.ts'
import { accounts, organizations } from './organizations.ts'
import { type Size, sizeName } from './sizes.ts'

/** Rows a statement: the more of them, the fewer changes the triggers append to the counts. */
const batch = 2_500_000
/** Tables that get so many rows that their indexes are made afterwards. */
const large = 100_000
/** Statements at a time: a core each. */
const lanes = 2
const settings = {
  synchronous_commit: 'off',
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
  max_parallel_maintenance_workers: 1,
  statement_timeout: '30min',
}

/** What the server keeps in each organization's row as it changes. */
const totals = `update tenant set member_count = members, manager_count = managers, device_count = devices
  from (
    select tenant_id, sum(members) as members, sum(managers) as managers, sum(devices) as devices
    from (
      select tenant_id, count(*) as members, count(*) filter (where manager) as managers, 0 as devices
      from member group by tenant_id
      union all
      select tenant_id, 0, 0, count(*) from device group by tenant_id
    ) as counted group by tenant_id
  ) as counted where id = tenant_id`

/** Changes with whatever decides which rows there are. */
const edition = createHash('sha256')
  .update(
    readdirSync(import.meta.dirname)
      .sort()
      .map((file) => readFileSync(join(import.meta.dirname, file)))
      .join(),
  )
  .digest('hex')
  .slice(0, 12)

/**
 * The database of a size: filled where it is not there yet or was filled by another edition, and brought to the newest
 * migration. Its name.
 */
export async function ensureFilled(cluster: Cluster, size: Size): Promise<string> {
  const name = `fill_${sizeName(size).toLowerCase()}`
  const { rows } = await cluster.query(
    `select shobj_description(oid, 'pg_database') as edition from pg_database where datname = $1`,
    [name],
  )
  const began = performance.now()
  if (rows[0]?.edition !== edition) {
    await cluster.query(`drop database if exists ${name}`)
    await cluster.query(`create database ${name}`)
    // The first start makes the tables and the administrator.
    await (await startReeve(cluster.urlOf(name))).stop()
    await fill(cluster.urlOf(name), size)
    await cluster.query(`comment on database ${name} is '${edition}'`)
    console.log(`${sizeName(size)}: filled in ${figure((performance.now() - began) / 1000)} s`)
  } else await settle(cluster.urlOf(name))
  return name
}

async function fill(url: string, size: number): Promise<void> {
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const db = new pg.Pool({ connectionString: url, max: lanes, options })
  const query = (statement: string) => db.query(statement)
  try {
    const { rows } = await db.query(
      `select id, now()::text as now from account where username = '${adminName}'`,
    )
    const given: Fill = { size, adminId: rows[0].id, now: rows[0].now, hash: await hash(password, argon2id) }
    await db.query(
      `select record_quarter(at) from generate_series(now() - $1 * interval '1 day', now(), '30 days') as at`,
      [auditDays],
    )
    const steps = [devices, accounts, organizations, messages, audit].flatMap((part) => part(given))
    const tables = [...new Set(steps.filter(({ rows }) => rows >= large).map(({ table }) => table))]
    // A partitioned table's indexes are its parts', too: they stay.
    const { indexes, references } = await dropIndexes(
      db,
      tables.filter((table) => !table.startsWith('audit_')),
    )
    await timed('rows', () => inLanes(steps.flatMap(inserts), query))
    await timed('totals', () => query(totals))
    await timed('indexes', () => inLanes(indexes, query))
    await timed('references', () => inLanes(references, query))
    await timed('counts', () => settle(url))
    await timed('vacuum', () => query('vacuum (analyze)'))
  } finally {
    await db.end()
  }
}

/** One of its statements for each batch. */
function inserts({ table, rows, columns, where = 'true' }: Step): string[] {
  return Array.from({ length: Math.ceil(rows / batch) }, (_, index) => {
    const [from, to] = [index * batch + 1, Math.min(rows, (index + 1) * batch)]
    return `insert into ${table} (${Object.keys(columns).join()}) select ${Object.values(columns).join()}
      from generate_series(${from}::bigint, ${to}::bigint) as n where ${where}`
  })
}

/** Brings it to the newest migration, adds to the counts what the triggers appended, and leaves the filled events unsealed. */
async function settle(url: string): Promise<void> {
  await using db = await openDatabase({ url, dataDir: '', log: pino({ level: 'silent' }) })
  await migrate(db)
  await foldCounts(db)
  await db.execute('truncate audit_pending')
}

async function timed(what: string, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await run()
  const seconds = (performance.now() - began) / 1000
  if (seconds >= 1) console.log(`  ${what}: ${figure(seconds, 1)} s`)
}

/** Runs each once, in this order, as many at a time as there are lanes. */
async function inLanes<T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  const rest = all.values()
  const lane = async () => {
    for (const one of rest) await run(one)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
