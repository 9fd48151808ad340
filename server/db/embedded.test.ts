import { cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Child, startChild } from '../testing/programs/child.ts'
import { vacuumDue } from './autovacuum.ts'
import { isUnavailable } from './constraints.ts'
import { DurableNodeFS, prepareFolder } from './durable-fs.ts'
import { createEmbedded } from './embedded.ts'
import { openDatabase } from './open.ts'
import { openInMemory } from './pglite.ts'
import { createPool } from './pool.ts'

const log = pino({ level: 'silent' })
const owner = `
  import { pino } from ${JSON.stringify(import.meta.resolve('pino'))}
  import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
  const db = await openDatabase({ dataDir: process.argv[1], log: pino({ level: 'silent' }) })
  await db.execute('create table if not exists note (text text)')
  await db.execute('insert into note values ($1)', ['kept'])
  console.log('open')
  process.stdin.resume()
`

// PostgreSQL servers have no data folder to test.
describe.skipIf(process.env.REEVE_TEST_DATABASE_URL)('an embedded database in a folder', () => {
  let dataDir: string
  const children: Child[] = []
  const start = () => {
    const child = startChild(owner, [dataDir])
    children.push(child)
    return child
  }
  const made = mkdtempSync(join(tmpdir(), 'reeve-lock-'))
  beforeAll(async () => {
    await (await openDatabase({ dataDir: made, log })).close()
  })
  afterAll(() => rmSync(made, { recursive: true }))
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'reeve-lock-'))
    cpSync(made, dataDir, { recursive: true })
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.process.kill('SIGKILL')
      await child.exited
    }
    rmSync(dataDir, { recursive: true })
  })

  test('cannot be opened by a second process, and the error message contains the ID of the first process', async () => {
    const first = start()
    expect(await first.line()).toBe('open')
    await expect(openDatabase({ dataDir, log })).rejects.toThrow(`process ${first.process.pid}`)
    const second = start()
    await expect(second.line()).rejects.toThrow(`process ${first.process.pid}`)
    expect(await second.exited).toBe(1)
  })

  test('is owned by an ordinary role even if an older version created the tables as a superuser', async () => {
    // Creates a database without the application role, as older versions did.
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    const older = await PGlite.create({ fs: new NodeFS(join(dataDir, 'postgres')) })
    await older.exec(`
      create schema jobs; create type jobs.state as enum ('new'); create domain jobs.name as text;
      create table jobs.job (id serial primary key, number int generated always as identity, state jobs.state, name jobs.name);
      create sequence jobs.counter; create view jobs.open as select * from jobs.job;
      create function jobs.touch() returns int language sql as 'select 1'; insert into jobs.job default values`)
    await older.close()

    const db = await openDatabase({ dataDir, log })
    for (const statement of [
      "alter type jobs.state add value 'done'",
      'alter domain jobs.name rename to title',
      'alter table jobs.job add extra int',
      'alter sequence jobs.counter restart',
      'drop function jobs.touch()',
      'drop view jobs.open',
      'insert into jobs.job default values',
      'create schema other',
      'create table more (n int)',
      'checkpoint',
      'vacuum (analyze)',
    ])
      await db.execute(statement)
    const { rows } = await db.execute(
      'select id, (select rolsuper from pg_roles where rolname = current_user) as superuser from jobs.job order by id',
    )
    expect(rows).toEqual([
      { id: 1, superuser: false },
      { id: 2, superuser: false },
    ])
    await db.close()
  })

  test('cannot be opened a second time in the same process before it is closed', async () => {
    const first = await openDatabase({ dataDir, log })
    await expect(openDatabase({ dataDir, log })).rejects.toThrow(`process ${process.pid}`)
    await first.close()
    const second = await openDatabase({ dataDir, log })
    await second.close()
  })

  test('can be opened after the server process was killed, and still contains all committed data', async () => {
    const first = start()
    await first.line()
    first.process.kill('SIGKILL')
    await first.exited
    const db = await openDatabase({ dataDir, log })
    expect((await db.execute('select text from note')).rows).toEqual([{ text: 'kept' }])
    await db.close()
  })

  test('can be opened even if another process has reused the process ID of a killed server', async () => {
    writeFileSync(join(dataDir, 'lock.owner'), `process ${process.pid}`)
    const db = await openDatabase({ dataDir, log })
    await db.close()
  })

  test('is opened by only one of three processes that start at the same time', async () => {
    const starting = [start(), start(), start()]
    const results = await Promise.all(starting.map((child) => child.line().catch(() => 'refused')))
    expect(results.sort()).toEqual(['open', 'refused', 'refused'])
  })

  test('is created again if the server was killed during the first start', async () => {
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    prepareFolder(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18')
    const db = await openDatabase({ dataDir, log })
    expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
    await db.close()
  })

  test('is not opened if commits would not reach the disk', async () => {
    const db = await openInMemory()
    await expect(new DurableNodeFS(dataDir, () => {}).proveDurable(db)).rejects.toThrow('was not opened')
    await db.close()
  })

  test('still contains all committed data after a statement has timed out', async () => {
    await using db = await openDatabase({ dataDir, log, statementTimeout: 300 })
    await db.execute('create table note (text text)')
    await db.execute("insert into note values ('kept')")
    const endless = db.execute('select count(*) from generate_series(1, 10000000000)')
    const waiting = db.execute('select text from note')
    await expect(endless).rejects.toSatisfy(isUnavailable)
    expect((await waiting).rows).toEqual([{ text: 'kept' }])
  })

  test('can be closed even if a transaction never ends', async () => {
    const db = await openDatabase({ dataDir, log })
    const started = Promise.withResolvers<void>()
    db.transaction(async (tx) => {
      await sql`create table note (text text)`.execute(tx)
      started.resolve()
      await new Promise(() => {})
    }).catch(() => {})
    await started.promise
    await db.close()
    await using again = await openDatabase({ dataDir, log })
    await expect(again.execute('select * from note')).rejects.toThrow('does not exist')
  })

  test('makes a checkpoint before 48 MB of WAL have accumulated, so that crash recovery is short', async () => {
    await using db = await openDatabase({ dataDir, log })
    await db.execute('create table note (text text)')
    for (let megabytes = 0; megabytes < 80; megabytes += 8) {
      await db.execute(
        'insert into note select repeat(n::text, 100) from generate_series(100000000, 100008000) n',
      )
    }
    const { rows } = await db.execute(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 as bytes from pg_control_checkpoint()',
    )
    expect(rows[0].bytes).toBeLessThan(48 * 1024 * 1024)
  })

  test.runIf(process.platform === 'linux')('keeps few files open even if it has many tables', async () => {
    await using db = await openDatabase({ dataDir, log })
    for (let n = 0; n < 150; n += 1)
      await db.execute(`create table note_${n} (n int primary key); insert into note_${n} values (1)`)
    const open = readdirSync('/proc/self/fd').filter((number) => {
      try {
        return readlinkSync(`/proc/self/fd/${number}`).startsWith(dataDir)
      } catch {
        return false // The file was closed after the folder was read.
      }
    })
    expect(open.length).toBeLessThan(140)
    const { rows } = await db.execute(
      'select (select n from note_0) as first, (select n from note_149) as last',
    )
    expect(rows).toEqual([{ first: 1, last: 1 }])
  })

  test('vacuums only the tables that contain dead rows', async () => {
    const server = createEmbedded({})
    const pool = createPool({
      connection: { stream: () => server.connect() as never, user: 'postgres' },
      size: 1,
      connectTimeout: 60_000,
      statementTimeout: 60_000,
      log,
    })
    const connection = await pool.connect()
    await connection.query('create table note as select n from generate_series(1, 5000) n')
    await connection.query('update note set n = n')
    await connection.query('create table untouched as select 1')
    await connection.query('select pg_stat_force_next_flush()')
    connection.release(false)
    await vacuumDue(pool)
    const after = await pool.connect()
    const result = await after.query(
      'select relname, n_dead_tup, last_vacuum is not null as vacuumed from pg_stat_user_tables order by relname',
    )
    after.release(false)
    expect(result).toMatchObject({
      rows: [
        { relname: 'note', n_dead_tup: 0, vacuumed: true },
        { relname: 'untouched', vacuumed: false },
      ],
    })
    await pool.close()
    await server.close()
  })
})
