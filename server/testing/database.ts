import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import pg from 'pg'
import { pino } from 'pino'
import { migrate, readMigrations } from '../db/migrate.ts'
import { type Database, openDatabase, openEmbedded } from '../db/open.ts'

const log = pino({ level: 'silent' })
const cache = fileURLToPath(new URL('../../node_modules/.cache/reeve/', import.meta.url))
const migrations = createHash('sha256')
  .update(
    readMigrations()
      .map(({ checksum }) => checksum)
      .join(),
  )
  .digest('hex')
  .slice(0, 16)

/** `url`: where another process finds it; only on a server. */
export type TestDatabase = Database & { url?: string }

/** Who owns the databases on a server: an ordinary role, as one should serve with. Its password is the administrator's. */
const role = 'reeve_test'

/**
 * A migrated, otherwise empty database for one test file: in memory, or with REEVE_TEST_DATABASE_URL a new one on that
 * server, dropped on close.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env.REEVE_TEST_DATABASE_URL
  return server ? databaseOnServer(server) : databaseInMemory()
}

/** Runs statements on a data folder that no server has open: what only time or an import would bring about. */
export async function changeFolder(dataDir: string, ...statements: string[]): Promise<void> {
  const db = await openDatabase({ dataDir, log })
  for (const statement of statements) await db.execute(statement)
  await db.close()
}

/** A data folder with such a database, which nobody has open; its user removes it. */
export async function migratedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reeve-test-'))
  const path = join(dataDir, 'postgres')
  mkdirSync(path, { mode: 0o700 })
  execFileSync('tar', ['-xf', await dumpFile(), '-C', path], { stdio: 'pipe' })
  return dataDir
}

async function dumpFile(): Promise<string> {
  const file = join(cache, `database-${migrations}.tar`)
  if (!existsSync(file)) await makeDump(file)
  return file
}

async function databaseInMemory(): Promise<Database> {
  return openEmbedded(
    { dump: new Uint8Array(readFileSync(await dumpFile())) },
    { log, statementTimeout: 30_000 },
  )
}

async function makeDump(file: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reeve-test-'))
  try {
    const db = await openDatabase({ dataDir, log })
    await migrate(db)
    await db.close()
    const pglite = await PGlite.create({ fs: new NodeFS(join(dataDir, 'postgres')) })
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    mkdirSync(cache, { recursive: true })
    for (const old of readdirSync(cache)) if (!old.includes(migrations)) rmSync(join(cache, old))
    // Several test files may make it at once: each writes its own, the last rename wins.
    const unfinished = `${file}.${process.pid}.${randomUUID()}`
    writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()))
    renameSync(unfinished, file)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A database on that server without a table, owned by the role that tests serve as. */
export async function emptyDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = newName()
  await asAdministrator(server, async (client) => {
    await makeRole(client, server)
    await client.query(`create database ${name} owner ${role}`)
  })
  return { url: databaseUrl(server, name), drop: () => dropDatabase(server, name) }
}

const newName = () => `reeve_test_${randomUUID().replaceAll('-', '')}`
const dropDatabase = (server: string, name: string) =>
  asAdministrator(server, (client) => client.query(`drop database if exists ${name} with (force)`))

async function databaseOnServer(server: string): Promise<TestDatabase> {
  const template = `reeve_template_${migrations}`
  const name = newName()
  await asAdministrator(server, async (client) => {
    // One at a time: a template cannot be copied while someone is connected to it.
    await client.query('select pg_advisory_lock(7201955481)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (!rowCount) {
      const unfinished = `${template}_unfinished`
      await client.query(`drop database if exists ${unfinished} with (force)`)
      await makeRole(client, server)
      await client.query(`create database ${unfinished} owner ${role}`)
      const db = await openDatabase({ url: databaseUrl(server, unfinished), dataDir: '', log })
      await migrate(db)
      await db.close()
      await client.query(`alter database ${unfinished} rename to ${template}`)
    }
    await client.query(`create database ${name} template ${template} owner ${role}`)
  })
  const url = databaseUrl(server, name)
  const db = await openDatabase({
    url,
    dataDir: '',
    log,
    statementTimeout: 30_000,
  })
  const close = async () => {
    await db.close()
    await dropDatabase(server, name)
  }
  return { ...db, url, close, [Symbol.asyncDispose]: close }
}

async function makeRole(client: pg.Client, server: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount) return
  const password = decodeURIComponent(new URL(server).password)
  await client.query(`create role ${role} login${password && ` password ${client.escapeLiteral(password)}`}`)
}

async function asAdministrator(url: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  url.username = role
  return url.href
}
