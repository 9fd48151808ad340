import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastBackup } from '../server/db/backup/last.ts'
import { restoreFolder } from '../server/db/backup/restore.ts'
import { type Database, openDatabase } from '../server/db/open.ts'
import { migratedFolder } from '../server/testing/database.ts'
import { seal } from '../server/testing/record/seals.ts'
import { asSuperuser } from '../server/testing/record/superuser.ts'
import { fakeS3 } from '../server/testing/transfer/s3.ts'
import { run, runJson, runWithInput } from './testing/run.ts'

// Tests commands while a running server has the embedded database open, and the content of a backup that is
// made at the same time.
const log = pino({ level: 'silent' })
let dataDir: string
let other: string
let env: Record<string, string>
let server: Database

beforeAll(async () => {
  dataDir = await migratedFolder()
  other = `${dataDir}-other`
  // Make the folder readable for everybody, as a user may have done.
  chmodSync(dataDir, 0o755)
  env = { REEVE_DATA_DIR: dataDir }
  server = await openDatabase({ dataDir, log })
})
afterAll(async () => {
  await server.close()
  for (const folder of [dataDir, other]) rmSync(folder, { recursive: true, force: true })
})

const names = async (db: Database) =>
  (await db.query.selectFrom('account').select('username').orderBy('username').execute()).map(
    ({ username }) => username,
  )

/**
 * Returns the data that a restored database must contain: acknowledged rows, a session, the audit log and its
 * privileges.
 */
async function heldBy(db: Database) {
  const count = async (table: string) =>
    (await db.execute(`select count(*)::int as n from ${table}`)).rows[0].n
  return {
    names: await names(db),
    session: await db.query.selectFrom('session').select(['id', 'ip', 'refresh_secret']).execute(),
    audit: await db.query.selectFrom('audit_event').select(['id', 'action']).orderBy('id').execute(),
    keys: await count('secret_key'),
    devices: await count('device_claim'),
    mayChangeAudit: (await db.execute("select has_table_privilege('audit_event', 'update') as may")).rows[0]
      .may,
  }
}

test('only the owner of the data folder can access the command socket', () => {
  expect(statSync(join(dataDir, 'commands')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'commands', 'socket')).mode & 0o777).toBe(0o600)
})

test('reeve admin, rotate-keys, migrate and check work while the server is running', async () => {
  const created = await runJson(env, 'admin', 'create', 'root.one')
  expect(created).toMatchObject({
    code: 0,
    ok: true,
    account: 'root.one',
    password: expect.stringMatching(/.{12}/),
  })
  expect(await names(server)).toContain('root.one')
  const again = await run(env, 'admin', 'create', 'root.one')
  expect(again).toMatchObject({
    code: 1,
    out: '',
    err: 'An account root.one already exists. Run reeve admin appoint to make it an administrator.\n',
  })

  const created2 = await runWithInput(
    'blue-Harbour-71-lamp\n',
    env,
    'admin',
    'create',
    'root.two',
    '--password-stdin',
  )
  expect(created2).toMatchObject({ code: 0, err: '' })
  expect(created2.out).toContain('must be changed at the next sign-in')
  expect(created2.out).not.toContain('Harbour')
  const weak = await runWithInput('12345678', env, 'admin', 'reset', 'root.two', '--password-stdin')
  expect(weak).toMatchObject({
    code: 1,
    out: '',
    err: 'password: This password is too common. Choose another one.\n',
  })

  const { kid } = await runJson(env, 'rotate-keys')
  expect((await server.execute('select id from secret_key where id = $1', [kid])).rows).toHaveLength(1)
  expect(await runJson(env, 'migrate')).toMatchObject({ code: 0, migrations: [] })
  const { code, out } = await run(env, 'check')
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/PostgreSQL 18\S*, embedded/) })
})

test('reeve check tests document storage and reports unreadable documents', async () => {
  await using s3 = await fakeS3()
  const look = (setting: string) => run({ ...env, ...(setting && { REEVE_DOCUMENTS_URL: setting }) }, 'check')
  expect(await look(s3.setting)).toMatchObject({
    ...{ code: 0, out: expect.stringMatching(/^ok +documents +an object was written, read and deleted$/m) },
  })
  expect([s3.calls, s3.objects.size]).toEqual([['PUT', 'GET', 'DELETE'], 0])
  s3.answerWith({ 'x-amz-version-id': '1' })
  expect((await look(s3.setting)).out).toMatch(/^advice +documents +the bucket has versioning enabled/m)
  const refused = await look(s3.settingFor('wr0ng'))
  expect(refused).toMatchObject({
    code: 1,
    out: expect.stringContaining('PUT: HTTP 403 SignatureDoesNotMatch'),
  })
  expect(refused.out + refused.err).not.toContain('wr0ng')
  s3.failBy((method) => (method === 'DELETE' ? [403, 'AccessDenied'] : undefined))
  expect((await look(s3.setting)).out).toMatch(/^FAULT +documents +DELETE: HTTP 403 AccessDenied$/m)

  const id = crypto.randomUUID()
  await server.query
    .insertInto('tenant_application_paper')
    .values({
      ...{ id, name: 'x.pdf', type: 'application/pdf', bytes: 1 },
      ...{ object_key: id, sha256: Buffer.alloc(32) },
    })
    .execute()
  expect(await look('')).toMatchObject({
    ...{ code: 1, out: expect.stringMatching(/^FAULT +database +1 documents are in object storage/m) },
  })
  await server.query.deleteFrom('tenant_application_paper').execute()
})

test('reeve admin remove-factors deletes the second factors of an account and notifies the user', async () => {
  const { rows } = await server.execute("select id from account where username = 'root.one'")
  await server.query
    .insertInto('factor')
    .values({
      ...{ account_id: rows[0].id, id: crypto.randomUUID(), kind: 'totp', name: '手机' },
      secret: Buffer.alloc(60),
    })
    .execute()
  const removed = await runJson(env, 'admin', 'remove-factors', 'root.one')
  expect(removed).toMatchObject({ code: 0, action: 'remove-factors', removed: 1 })
  expect((await server.execute('select from factor')).rowCount).toBe(0)
  const { rows: messages } = await server.execute('select template from message where account_id = $1', [
    rows[0].id,
  ])
  expect(messages).toEqual([{ template: 'factor.reset' }])
  expect(await run(env, 'admin', 'remove-factors', 'root.one')).toMatchObject({
    code: 1,
    err: 'root.one has no second factor.\n',
  })
})

test('a reeve command that ends without a commit changes nothing, and the server keeps running', async () => {
  const { reachDatabase } = await import('../server/db/open.ts')
  const db = await reachDatabase({ dataDir, log })
  await db.hold(async ({ query }) => {
    await query('begin')
    await query("insert into device_claim (id, tenant_id) values ('half', gen_random_uuid())")
  })
  expect((await server.execute("select from device_claim where id = 'half'")).rowCount).toBe(0)
})

test('a backup contains all changes committed before it started, despite concurrent writes, and can be restored', async () => {
  const { rows } = await server.execute("select id from account where username = 'root.one'")
  await server.query
    .insertInto('session')
    .values({
      id: crypto.randomUUID(),
      account_id: rows[0].id,
      ip: '10.0.0.1',
      refresh_secret: Buffer.from('secret'),
    })
    .execute()
  const before = await heldBy(server)

  // Rows are written while the backup is made. The backup must contain each row that was acknowledged before
  // the command began.
  let writing = true
  const writer = (async () => {
    for (let n = 0; writing; n++)
      await server.execute('insert into device_claim (id, tenant_id) values ($1, gen_random_uuid())', [
        `d${n}`,
      ])
    return (await server.execute('select count(*)::int as n from device_claim')).rows[0].n
  })()
  const file = join(dataDir, 'backup.tar.gz')
  const made = await runJson(env, 'backup', file)
  writing = false
  const written = await writer
  // The backup also records its time, which is exported as a metric for alerts.
  expect(Date.now() / 1_000 - (await lastBackup(dataDir))).toBeLessThan(60)
  expect(made).toMatchObject({ code: 0, ok: true, file, bytes: statSync(file).size })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await run(env, 'backup', file)).toMatchObject({ code: 1, err: expect.stringContaining('already') })

  const there = { REEVE_DATA_DIR: other }
  // A truncated or modified backup is refused without restoring anything.
  const bytes = readFileSync(file)
  writeFileSync(`${file}.short`, bytes.subarray(0, bytes.length / 2))
  expect(await run(there, 'restore', `${file}.short`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was changed'),
  })
  expect(existsSync(join(other, 'postgres'))).toBe(false)

  expect(await runJson(there, 'restore', file)).toMatchObject({ code: 0, ok: true, files: made.files })
  // Progress is a percentage and not a number of files, because the archive contains two copies of each file
  // that changed during the backup.
  const progress: string[] = []
  await restoreFolder(file, other, { replace: true, onProgress: (text) => progress.push(text) })
  expect(progress.at(-1)).toBe('Writing the files to the disk')
  for (const text of progress.slice(0, -1)) expect(text).toMatch(/^Restoring: (\d{1,2}|100) %$/)
  const refused = await run(there, 'restore', file)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('already contains a database') })
  expect((await run(env, 'restore', file, '--replace')).err).toContain('is in use by')

  await using restored = await openDatabase({ dataDir: other, log })
  const after = await heldBy(restored)
  expect({ ...after, devices: 0 }).toEqual({ ...before, devices: 0 })
  expect(after.mayChangeAudit).toBe(false)
  expect(after.devices).toBeGreaterThanOrEqual(before.devices)
  expect(after.devices).toBeLessThanOrEqual(written)
})

test('reeve audit verify works while a server is running and exits with 1 if an event was changed', async () => {
  await seal(server)
  const { rows } = await server.execute('select count(*)::int as count from audit_event')
  const { count } = rows[0]
  expect(await runJson(env, 'audit', 'verify')).toEqual({
    ...{ code: 0, ok: true, seals: 1, events: count, letGo: 0, waiting: 0, faultCount: 0, faults: [] },
  })
  expect((await run(env, 'audit', 'verify')).out).toBe(
    `1 seals, ${count} events compared: nothing was changed, removed, inserted or reordered.\n`,
  )
  const first = await server.query
    .selectFrom('audit_place')
    .select('event_id')
    .where('position', '=', 1)
    .executeTakeFirstOrThrow()
  await asSuperuser(server, `update audit_event set success = false where id = '${first.event_id}'`)
  expect(await run(env, 'audit', 'verify')).toEqual({
    code: 1,
    out: `changed   an event, ${first.event_id}, position 1 (seal 1)\n1 seals, ${count} events compared: 1 faults.\n`,
    err: '',
  })
  const { code, faults } = await runJson(env, 'audit', 'verify')
  expect({ code, faults }).toEqual({
    code: 1,
    faults: [{ what: 'changed', says: 'an event', seal: 1, position: 1, event: first.event_id }],
  })
  expect(await run(env, 'audit', 'verify', '--seals', join(dataDir, 'none'))).toMatchObject({
    code: 1,
    out: '',
  })
})
