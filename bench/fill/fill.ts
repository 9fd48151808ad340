import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { pino } from 'pino'
import { foldCounts } from '../../server/core/counts/counts.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { adminName, password, startReeve } from '../drive/reeve.ts'
import { argon2id, figure } from '../measure.ts'
import { applications } from './applications.ts'
import type { Cluster } from './cluster.ts'
import { devices } from './devices.ts'
import type { Fill, Step } from './draw.ts'
import { audit, auditDays, messages } from './history.ts'
import { dropIndexes } from './indexes.ts'
import { accounts, organizations } from './organizations.ts'
import { type Size, sizeName } from './sizes.ts'

/**
 * Rows per INSERT statement. Triggers record the change of a row count once per statement, so larger batches
 * create fewer of these records.
 */
const batch = 2_500_000
/** Tables with at least this number of rows get their indexes after they are filled. */
const large = 100_000
/** Number of concurrent statements. */
const lanes = 2
const settings = {
  synchronous_commit: 'off',
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
  max_parallel_maintenance_workers: 1,
  statement_timeout: '30min',
}

/**
 * SQL that sets the member, manager and device counts in each organization's row. In normal operation, the
 * server maintains these counts.
 */
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

/** Hash of the source files in this folder. If it changes, the databases are filled again. */
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
 * Returns the name of the filled database of a size, with the newest migration applied. Fills the database
 * first if it is missing or if the source files have changed since it was filled.
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
    // The first start creates the tables and the administrator.
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
    const params: Fill = { size, adminId: rows[0].id, now: rows[0].now, hash: await hash(password, argon2id) }
    await db.query(
      `select record_quarter(at) from generate_series(now() - $1 * interval '1 day', now(), '30 days') as at`,
      [auditDays],
    )
    const parts = [devices, accounts, organizations, messages, audit, applications].map((part) =>
      part(params),
    )
    // Indexes of a partitioned table are not dropped, because its partitions share them.
    const tables = parts.flat().filter(({ table, rows }) => rows >= large && !table.startsWith('audit_'))
    const { indexes, references } = await dropIndexes(db, [...new Set(tables.map(({ table }) => table))])
    await inLanes(parts, async (steps) => {
      for (const statement of steps.flatMap(inserts)) await query(statement)
    })
    await query(totals)
    await inLanes(indexes, query)
    await inLanes(references, query)
    await settle(url)
    await query('vacuum (analyze)')
  } finally {
    await db.end()
  }
}

/** Returns one INSERT statement for each batch of a step. */
function inserts({ table, rows, columns, where = 'true' }: Step): string[] {
  return Array.from({ length: Math.ceil(rows / batch) }, (_, index) => {
    const [from, to] = [index * batch + 1, Math.min(rows, (index + 1) * batch)]
    return `insert into ${table} (${Object.keys(columns).join()}) select ${Object.values(columns).join()}
      from generate_series(${from}::bigint, ${to}::bigint) as n where ${where}`
  })
}

/**
 * Applies the newest migrations and adds the changes that triggers recorded to the stored row counts. Empties
 * the queue of audit events, so that the server does not spend time on sealing them.
 */
async function settle(url: string): Promise<void> {
  await using db = await openDatabase({ url, dataDir: '', log: pino({ level: 'silent' }) })
  await migrate(db)
  await foldCounts(db)
  await db.execute('truncate audit_pending')
}

/** Calls `run` for each item in order, with at most `lanes` calls at a time. */
async function inLanes<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await run(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
