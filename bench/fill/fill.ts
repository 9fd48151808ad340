import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
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
import { totals, waiting } from './totals.ts'

/** Rows a statement: triggers that count get all of a statement's rows at once. */
const batch = 500_000
/** Tables that get so many rows that their indexes are made afterwards. */
const large = 100_000

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
    await settle(cluster.urlOf(name))
    await cluster.query(`comment on database ${name} is '${edition}'`)
    console.log(`${sizeName(size)}: filled in ${figure((performance.now() - began) / 1000)} s`)
  } else await settle(cluster.urlOf(name))
  return name
}

async function fill(url: string, size: number): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await db.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB';
      set max_parallel_maintenance_workers = 2; set statement_timeout = '30min'`)
    const { rows } = await db.query(
      `select id, now()::text as now from account where username = '${adminName}'`,
    )
    const given: Fill = { size, adminId: rows[0].id, now: rows[0].now, hash: await hash(password, argon2id) }
    await db.query(
      `select record_quarter(at) from generate_series(now() - $1 * interval '1 day', now(), '30 days') as at`,
      [auditDays],
    )
    const steps = [accounts, organizations, devices, messages, audit].flatMap((part) => part(given))
    const tables = [...new Set(steps.filter(({ rows }) => rows >= large).map(({ table }) => table))]
    // A partitioned table's indexes are its parts', too: they stay.
    const indexes = await dropIndexes(
      db,
      tables.filter((table) => !table.startsWith('audit_')),
    )
    for (const step of steps) await timed(`${step.what}`, () => insert(db, step))
    await timed('totals', () => each(totals, (statement) => db.query(statement)))
    await timed('indexes', () => each(indexes, (make) => db.query(make)))
    await timed('vacuum', () => db.query('vacuum (analyze)'))
  } finally {
    await db.end()
  }
}

async function insert(db: pg.Client, { table, rows, columns, where = 'true' }: Step): Promise<void> {
  for (let begin = 1; begin <= rows; begin += batch) {
    await db.query(`insert into ${table} (${Object.keys(columns).join()}) select ${Object.values(columns).join()}
      from generate_series(${begin}::bigint, ${Math.min(rows, begin + batch - 1)}::bigint) as n where ${where}`)
  }
}

/** Starts the server on it until there is nothing left to migrate and to fold. */
async function settle(url: string): Promise<void> {
  const server = await startReeve(url)
  const db = new pg.Client(url)
  try {
    await db.connect()
    for (let tries = 0; tries < 1_200; tries++) {
      const { rows } = await db.query(`select exists (select from ${waiting}) as waiting`)
      if (!rows[0].waiting) return
      await pause(500)
    }
    throw new Error('The counts of the filled rows are not folded after ten minutes.')
  } finally {
    await db.end()
    await server.stop()
  }
}

async function timed(what: string, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await run()
  const seconds = (performance.now() - began) / 1000
  if (seconds >= 1) console.log(`  ${what}: ${figure(seconds, 1)} s`)
}

async function each<T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  for (const one of all) await run(one)
}
