import { loadModule, parseSync } from 'libpg-query'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { last, required } from '../../contract/required.ts'
import { testDatabase } from '../testing/database.ts'
import { startChild } from '../testing/programs/child.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations, splitStatements } from './migrations.ts'
import type { Database } from './open.ts'

const server = process.env.REEVE_TEST_DATABASE_URL

/** Returns the program's migrations, followed by migrations with the given SQL texts. */
function with_(...texts: string[]): Migration[] {
  const known = readMigrations()
  return [
    ...known,
    ...texts.map((text, index) => ({
      version: known.length + index + 1,
      name: `added_${index}`,
      checksum: `checksum of ${text}`,
      text,
    })),
  ]
}

describe('migrate', () => {
  let db: Database
  beforeEach(async () => {
    db = await testDatabase()
    return () => db.close()
  })
  const applied = async () =>
    (await db.execute('select name from migration order by version')).rows.map(({ name }) => name)
  const known = readMigrations().map(({ name }) => name)

  test('applies each new migration only once, in order', async () => {
    const migrations = with_(
      'create table added (n int); insert into added values (1);',
      'insert into added values (2)',
    )
    await migrate(db, migrations)
    await migrate(db, migrations)
    expect((await db.execute('select n from added order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
    expect(await applied()).toEqual([...known, 'added_0', 'added_1'])
  })

  test('rolls back a failed migration, and applies the fixed migration on the next run', async () => {
    const first = 'create table added (n int)'
    await expect(migrate(db, with_(first, 'insert into added values (1); select 1 / 0'))).rejects.toThrow(
      'division by zero',
    )
    expect(await applied()).toEqual([...known, 'added_0'])
    expect((await db.execute('select * from added')).rows).toEqual([])
    await migrate(db, with_(first, 'insert into added values (1)'))
    expect((await db.execute('select * from added')).rows).toEqual([{ n: 1 }])
  })

  test('refuses to run if a migration was changed after it had been applied', async () => {
    const migrations = readMigrations().with(0, {
      ...required(readMigrations()[0], 'item of readMigrations'),
      checksum: 'another',
    })
    await expect(migrate(db, migrations)).rejects.toThrow('Migration 1 (accounts) has changed since it ran')
  })

  test('lets an older program start unless a newer program has removed tables that the older one uses', async () => {
    const migrations = with_('create table added (n int)', 'drop table added')
    await migrate(db, migrations.slice(0, -1))
    await migrate(db)
    expect(await applied()).toEqual([...known, 'added_0'])
    await migrate(db, migrations.with(-1, { ...last(migrations, 'migrations'), name: 'contract_added' }))
    await expect(migrate(db)).rejects.toThrow('The database is newer than this program')
    expect(await applied()).toEqual([...known, 'added_0', 'contract_added'])
  })
})

// Tests of concurrency and crashes need a second process on the same database. The embedded database does not
// allow that.
describe.runIf(server)('migrate on a PostgreSQL server', () => {
  let db: Database
  let url: string
  beforeAll(async () => {
    const made = await testDatabase()
    db = made
    url = required(made.url, 'url')
  })
  afterAll(() => db?.close())

  const migrator = `
    import { createInterface } from 'node:readline'
    import { pino } from ${JSON.stringify(import.meta.resolve('pino'))}
    import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
    import { migrate } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)}
    const [url] = process.argv.slice(1)
    const db = await openDatabase({ url, dataDir: '', log: pino({ level: 'silent' }) })
    await db.ping()
    console.log('ready')
    const migrations = await new Promise((resolve) => createInterface(process.stdin).once('line', resolve))
    console.log('started')
    await migrate(db, JSON.parse(migrations))
    console.log('done')
    await db.close()
    process.exit()
  `

  test('runs each migration only once if four servers migrate the database at the same time', async () => {
    const migrations = with_(
      'create table raced (n int); insert into raced values (1); select pg_sleep(0.2);',
      'insert into raced values (2); select pg_sleep(0.2);',
    )
    const nodes = [1, 2, 3, 4].map(() => startChild(migrator, [url]))
    for (const node of nodes) expect(await node.line()).toBe('ready')
    for (const node of nodes) required(node.process.stdin, 'stdin').write(`${JSON.stringify(migrations)}\n`)
    for (const node of nodes) {
      expect(await node.line()).toBe('started')
      expect(await node.line()).toBe('done')
    }
    expect((await db.execute('select n from raced order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
    await db.execute("drop table raced; delete from migration where name like 'added%'")
  })

  test('if a server is killed during a migration, another server runs the whole migration', async () => {
    const migrations = with_('create table killed (n int); select pg_advisory_xact_lock(1);')
    // The migration waits between its statements for a lock that the test holds.
    const held = Promise.withResolvers<void>()
    const proceed = Promise.withResolvers<void>()
    const holding = db.transaction(async (tx) => {
      await tx.executeQuery({ sql: 'select pg_advisory_xact_lock(1)', parameters: [] } as never)
      held.resolve()
      await proceed.promise
    })
    await held.promise
    const node = startChild(migrator, [url])
    expect(await node.line()).toBe('ready')
    required(node.process.stdin, 'stdin').write(`${JSON.stringify(migrations)}\n`)
    expect(await node.line()).toBe('started')
    await expect
      .poll(
        async () =>
          (await db.execute("select from pg_locks where not granted and locktype = 'advisory'")).rowCount,
      )
      .toBe(1)
    node.process.kill('SIGKILL')
    await node.exited
    proceed.resolve()
    await holding

    await migrate(db, migrations)
    expect((await db.execute('select * from killed')).rows).toEqual([])
    expect((await db.execute("select from migration where name = 'added_0'")).rowCount).toBe(1)
  })
})

beforeAll(loadModule)

const count = (text: string): number => (parseSync(text) as { stmts: unknown[] }).stmts.length

test.each(readMigrations())('splits migration $version ($name) into single statements', ({ text }) => {
  const statements = splitStatements(text)
  expect(statements.map(count)).toEqual(statements.map(() => 1))
  expect(statements).toHaveLength(count(text))
})

test('does not split a migration at semicolons in strings, quoted names, functions or comments', () => {
  const text = `select 'a;''b', "c;d"; -- e; it's
    /* f; */ do $x$ begin perform '$$;'; end $x$;
    -- g`
  expect(splitStatements(text).map((part) => part.trim())).toEqual([
    `select 'a;''b', "c;d"`,
    `-- e; it's\n    /* f; */ do $x$ begin perform '$$;'; end $x$`,
  ])
})
