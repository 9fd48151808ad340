import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { pino } from 'pino'
import { isDistributed, markDistributed } from '../db/citus/distributed.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrations } from '../db/migrations.ts'
import { type Database, openDatabase, openEmbedded } from '../db/open.ts'
import { hashOf } from '../db/prepared/prepared.ts'
import { asAdministrator, joinNodes, onEveryNode } from './citus/nodes.ts'
import { assertDistributable } from './citus/statements.ts'
import { type Contents, createQueueTables, dumpFile } from './dump.ts'

const log = pino({ level: 'silent' })
/**
 * A test database. `url` is set if the database is on a PostgreSQL server, where other processes can open it.
 */
export type TestDatabase = Database & { url?: string }

/**
 * Role that owns the test databases on a PostgreSQL server. It has only ordinary privileges, as recommended
 * for production. Its password is the administrator's.
 */
const role = 'reeve_test'

/**
 * Creates a migrated but otherwise empty database for one test file. By default, the database is in memory.
 * If REEVE_TEST_DATABASE_URL is set, the database is created on that server and dropped when it is closed.
 */
export async function testDatabase(contents: Contents = {}): Promise<TestDatabase> {
  const server = process.env.REEVE_TEST_DATABASE_URL
  return server ? databaseOnServer(server, contents) : databaseInMemory(contents)
}

/**
 * Returns a data folder with an embedded database that is migrated but otherwise empty. The caller must
 * remove the folder.
 */
export async function migratedFolder(contents: Contents = {}): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reeve-test-'))
  const path = join(dataDir, 'postgres')
  mkdirSync(path, { mode: 0o700 })
  execFileSync('tar', ['-xf', await dumpFile(contents), '-C', path], { stdio: 'pipe' })
  return dataDir
}

/**
 * Returns a data folder with an embedded database that has no tables. In a folder without any database,
 * openDatabase would create all tables.
 */
export async function emptyFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reeve-test-'))
  await (await PGlite.create(join(dataDir, 'postgres'))).close()
  return dataDir
}

async function databaseInMemory(contents: Contents): Promise<Database> {
  return openEmbedded(
    { dump: new Uint8Array(readFileSync(await dumpFile(contents))) },
    { log, statementTimeout: 30_000 },
  )
}

/** Creates a database without tables on the server. The test role owns the database. */
export async function emptyDatabase(
  server: string,
  { workers = true } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = newName()
  await createDatabase(server, name, workers)
  return { url: databaseUrl(server, name), drop: () => dropDatabase(server, name) }
}

const newName = () => `reeve_test_${randomUUID().replaceAll('-', '')}`

async function createDatabase(server: string, name: string, workers = true): Promise<void> {
  await onEveryNode(server, async (client) => {
    await makeRole(client, server)
    await client.query(`create database ${name} owner ${role}`)
  })
  await joinNodes(server, name, workers)
}

const dropDatabase = (server: string, name: string) =>
  onEveryNode(server, async (client) => {
    await leave(client, name)
    await client.query(`drop database if exists ${name} with (force)`)
  })

/**
 * Creates a template database with all tables on the server and returns its name. All tests with the same
 * migrations (`known`) share one template.
 */
export async function makeTemplate(
  server: string,
  known = readMigrations(),
  { jobs = false }: Contents = {},
): Promise<string> {
  const template = `reeve_template_${hashOf(known)}${jobs ? '_jobs' : ''}`
  await asAdministrator(server, async (client) => {
    // PostgreSQL cannot copy a template that has open connections, so this lock admits one test at a time.
    await client.query('select pg_advisory_lock(7201955481)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    const unfinished = `${template}_unfinished`
    await dropDatabase(server, unfinished)
    await createDatabase(server, unfinished)
    const db = await openDatabase({ url: databaseUrl(server, unfinished), dataDir: '', log })
    await migrate(db)
    if (jobs) await createQueueTables(db)
    await db.close()
    await onEveryNode(server, async (node) => {
      // Prevent Citus from connecting to the database again before it is renamed.
      await node.query(`alter database ${unfinished} with allow_connections false`)
      await leave(node, unfinished)
      await node.query(`alter database ${unfinished} rename to ${template}`)
    })
  })
  return template
}

async function databaseOnServer(server: string, contents: Contents): Promise<TestDatabase> {
  const name = newName()
  const template = await makeTemplate(server, undefined, contents)
  await asAdministrator(server, async (client) => {
    await client.query('select pg_advisory_lock(7201955481)')
    await onEveryNode(server, async (node) => {
      await leave(node, template)
      await node.query(`create database ${name} template ${template} owner ${role}`)
    })
  })
  const url = databaseUrl(server, name)
  const db = await openDatabase({
    url,
    dataDir: '',
    log,
    statementTimeout: 30_000,
    onStatement: (text) => isDistributed(db.query) && assertDistributable(text),
  })
  if (process.env.REEVE_TEST_DISTRIBUTED) await markForChecks(db)
  const close = async () => {
    await db.close()
    await dropDatabase(server, name)
  }
  return { ...db, url, close, [Symbol.asyncDispose]: close }
}

/** Makes an ordinary PostgreSQL database reject statements that Citus would not accept. */
async function markForChecks(db: Database): Promise<void> {
  await db.execute('create table device_count_change (list text, scope uuid, kind text, change bigint)')
  markDistributed(db.query)
}

/**
 * Terminates the background connections of Citus. PostgreSQL cannot copy or rename a database that has
 * connections.
 */
const leave = (node: pg.Client, database: string) =>
  node.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database])

async function makeRole(client: pg.Client, server: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount) return
  const password = decodeURIComponent(new URL(server).password)
  await client.query(`create role ${role} login${password && ` password ${client.escapeLiteral(password)}`}`)
}

function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  url.username = role
  return url.href
}
