import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { createJobs } from '../server/core/jobs/jobs.ts'
import { type Database, openDatabase } from '../server/db/open.ts'
import { emptyDatabase, migratedFolder, type TestDatabase } from '../server/testing/database.ts'
import { seal } from '../server/testing/record/seals.ts'
import { useDatabase } from '../server/testing/use-database.ts'
import { run, runJson } from './testing/run.ts'

const log = pino({ level: 'silent' })
const server = process.env.REEVE_TEST_DATABASE_URL ?? ''
const folder = mkdtempSync(join(tmpdir(), 'reeve-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Inserts data of every kind that a move must copy. */
async function fill(db: Database): Promise<void> {
  const id = crypto.randomUUID()
  await db.execute(
    `insert into account (id, name, username, password_hash) values ('${id}', 'A', 'old.one', 'x')`,
  )
  await db.execute(
    `insert into session (id, account_id, refresh_secret) values (gen_random_uuid(), '${id}', '\\xdead')`,
  )
  // Create the job queues, as a server does when it starts.
  const jobs = createJobs({ db, log })
  await jobs.start()
  await jobs.work('sms', { batch: 1, lookers: 1, every: 60 }, async () => [])
  await jobs.stop()
  await db.execute("insert into pgboss.job (name, data) values ('sms', '{}')")
  await db.execute("select record_quarter('2024-05-05')")
  await db.execute(`insert into audit_event (tenant_id, id, date_time, action, target_type, success, changes)
    values ('${id}', gen_random_uuid(), '2024-05-05', 'SignIn', 'account', true, '{"name": [null, "甲\\\\n\\"\\\\t"]}')`)
  await db.execute(
    "insert into device_claim (id, tenant_id) select 'd' || n, gen_random_uuid() from generate_series(1, 200000) n",
  )
}

async function heldBy(db: Database) {
  const all = async (text: string) => (await db.execute(text)).rows
  return {
    accounts: await all('select id, username, created_at from account'),
    sessions: await all('select * from session'),
    audit: await all('select * from audit_event order by id'),
    keys: await all('select id, kind from secret_key order by id'),
    claims: await all('select count(*), min(id), max(id) from device_claim'),
    jobs: await all('select id, name from pgboss.job order by id'),
    counts: await all('select * from row_count order by list, scope, kind'),
    rights: await all(`select has_table_privilege('audit_event', 'update') as a,
      has_table_privilege('record.audit_event_2024_2', 'delete') as b`),
  }
}

describe.skipIf(!server)('reeve on PostgreSQL', () => {
  const db = useDatabase()
  const env = () => ({ REEVE_DATABASE_URL: required((db as TestDatabase).url, 'url') })

  test('admin, rotate-keys, migrate and check work as with the embedded database', async () => {
    expect(await runJson(env(), 'admin', 'create', 'root.one')).toMatchObject({ code: 0, ok: true })
    const { code, out } = await run(env(), 'admin', 'end-sessions', 'root.one')
    expect({ code, out }).toEqual({ code: 0, out: 'All sessions of root.one have ended.\n' })
    const { rows } = await db.execute("select action, actor_id from audit_event where action like 'Revoke%'")
    expect(rows).toEqual([{ action: 'RevokeOperatorSessions', actor_id: null }])
    expect(await runJson(env(), 'rotate-keys', '--leaked')).toMatchObject({ code: 0, sessionsEnded: 0 })
    expect(await runJson(env(), 'migrate')).toMatchObject({ code: 0, migrations: [] })
    expect((await run(env(), 'check')).out).toMatch(/^ok +database +PostgreSQL \d+/m)
  })

  test('backup and restore use the PostgreSQL client programs, or name the package to install', async () => {
    const file = join(folder, 'postgres.dump')
    await seal(db)
    const { rows } = await db.execute("select current_setting('server_version_num')::int / 10000 as major")
    const none = await run({ ...env(), PATH: folder }, 'backup', file)
    expect(none.code).toBe(1)
    expect(none.err).toMatch(/^pg_dump is not installed on this machine\. Install .*postgresql-client-\d+/)
    const made = await run(env(), 'backup', file)
    if (programVersion() < rows[0].major) {
      expect(made).toMatchObject({
        code: 1,
        err: expect.stringMatching(/pg_dump (on this machine has version|is not installed).*Install/s),
      })
      return
    }
    expect(made).toMatchObject({ code: 0 })
    expect(await run(env(), 'restore', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Servers are connected'),
    })
    const empty = await emptyDatabase(server)
    try {
      const there = { REEVE_DATABASE_URL: empty.url }
      expect(await run(there, 'restore', file)).toMatchObject({ code: 0 })
      const refused = await run(there, 'restore', file)
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--replace') })
      expect(await run(there, 'restore', file, '--replace')).toMatchObject({ code: 0 })
      expect(await runJson(there, 'audit', 'verify')).toMatchObject({ code: 0, seals: 1, faults: [] })
      await using restored = await openDatabase({ url: empty.url, dataDir: '', log })
      const accounts = (of: Database) => of.query.selectFrom('account').select(['id', 'username']).execute()
      expect(await accounts(restored)).toEqual(await accounts(db))
      const { rows } = await restored.execute("select has_table_privilege('audit_event', 'update') as may")
      expect(rows).toEqual([{ may: false }])
    } finally {
      await empty.drop()
    }
  })

  test('move copies an embedded database completely, even after an interrupted attempt', async () => {
    const dataDir = await migratedFolder()
    const target = await emptyDatabase(server)
    const env = { REEVE_DATA_DIR: dataDir }
    try {
      const source = await openDatabase({ dataDir, log, statementTimeout: 60_000 })
      await fill(source)
      await seal(source)
      const held = await heldBy(source)
      expect(await run(env, 'move', '--to', target.url)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is in use by'),
      })
      await source.close()
      expect(await run(env, 'move')).toMatchObject({
        code: 2,
        err: expect.stringContaining('--to postgres://'),
      })
      const taken = await run(env, 'move', '--to', required((db as TestDatabase).url, 'url'))
      expect(taken).toMatchObject({ code: 1, err: expect.stringContaining('The target is not empty') })

      const half = await moveHalf(dataDir, target.url)
      expect(half).toBeGreaterThan(0)
      const early = await run({ REEVE_DATABASE_URL: target.url }, 'rotate-keys')
      expect(early).toMatchObject({ code: 1, err: expect.stringContaining('unfinished move') })

      const moved = await runJson(env, 'move', '--to', target.url)
      expect(moved).toMatchObject({ code: 0, ok: true, rows: expect.any(Number) })
      expect(moved.rows).toBeGreaterThan(200_000)
      await using there = await openDatabase({ url: target.url, dataDir: '', log })
      expect(await heldBy(there)).toEqual(held)
      const verified = await runJson({ REEVE_DATABASE_URL: target.url }, 'audit', 'verify', '--days', '9999')
      expect(verified).toMatchObject({ code: 0, seals: 1, events: 1, faults: [] })
      expect(await runJson({ REEVE_DATABASE_URL: target.url }, 'rotate-keys')).toMatchObject({ code: 0 })
    } finally {
      await target.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

/** Starts a move and interrupts it after the first portion of rows. Returns the number of portions copied. */
async function moveHalf(dataDir: string, url: string): Promise<number> {
  const { moveDatabase } = await import('../server/db/move/move.ts')
  const { migrate } = await import('../server/db/migrate.ts')
  await using source = await openDatabase({ dataDir, log })
  await using target = await openDatabase({ url, dataDir: '', log })
  let portions = 0
  const moving = moveDatabase(source, target, {
    async prepare() {
      await migrate(target, undefined, { moving: true })
      const jobs = createJobs({ db: target, log })
      await jobs.start()
      await jobs.stop()
    },
    onProgress(text) {
      if (!text.startsWith('public.device_claim')) return
      portions++
      throw new Error('ended')
    },
  })
  await expect(moving).rejects.toThrow('ended')
  return portions
}

function programVersion(): number {
  try {
    return Number(/(\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1])
  } catch {
    return 0
  }
}
