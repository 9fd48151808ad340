import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { firstPassword, type Tokens } from '../testing/app.ts'
import { organization, people } from '../testing/organizations.ts'
import { importer, type Line, last, workbook } from '../testing/transfer/files.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const file = (prefix: string, size: number, tenant: string, name = 'n') =>
  workbook(
    ['ID', 'Name', 'Organization'],
    Array.from({ length: size }, (_, number) => [`${prefix}-${number}`, name, tenant]),
  )

async function signIn(url: string): Promise<Tokens> {
  const form = { client_id: 'web', grant_type: 'password', username: 'admin', password: firstPassword }
  const answer = await fetch(`${url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return (await answer.json()) as Tokens
}

/**
 * For devices whose id starts with the prefix, counts the devices and their claims, connections and audit
 * events. Also reads the organization's stored device count.
 */
async function counted(prefix: string, tenantId: string) {
  const number = async (sql: string) =>
    Number(
      (await app.db.execute(`select count(*) as count from ${sql} like $1`, [`${prefix}-%`])).rows[0].count,
    )
  const tenant = await app.db.query
    .selectFrom('tenant')
    .select('device_count')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return {
    devices: await number('device where id'),
    claims: await number('device_claim where id'),
    presences: await number('device_presence where id'),
    records: await number('audit_event where target_id'),
    counted: tenant.device_count,
  }
}

const whole = (size: number) => ({
  devices: size,
  claims: size,
  presences: size,
  records: size,
  counted: size,
})

test('imports an upload only once if five concurrent requests to two servers start the import', async () => {
  const own = await organization(app)
  const other = await app.another()
  try {
    const here = importer(app, 'devices')
    const there = importer({ url: other.url }, 'devices')
    // Sign in again, because each server accepts only the tokens that it issued.
    const elsewhere = await signIn(other.url)
    const { id } = required(
      last(await here.upload(admin, await file('once', 300, own.name))).result,
      'result',
    )
    const lines = await Promise.all([
      ...[0, 1].map(() => here.apply(admin, id)),
      ...[0, 1, 2].map(() => there.apply(elsewhere, id)),
    ])
    const outcomes = lines.map((each) => last(each))
    for (const { result, problem } of outcomes) {
      // Each server runs one import per account at a time. A client that is refused tries again.
      if (problem) expect(problem.code).toBe('RATE_LIMITED')
      else expect(result).toMatchObject({ created: 300 })
    }
    expect(outcomes.some(({ result }) => result)).toBe(true)
    expect(await counted('once', own.id)).toEqual(whole(300))
  } finally {
    await other.close()
  }
})

test('if two imports of the same new devices run concurrently, only one of them creates the devices', async () => {
  const own = await organization(app)
  const managers = await people(app, 2, ['account_management'])
  const devices = importer(app, 'devices')
  const uploads = await Promise.all(
    managers.map(async (who, index) =>
      required(
        last(await devices.upload(who, await file('both', 200, own.name, `by ${index}`))).result,
        'result',
      ),
    ),
  )
  const outcomes = (
    await Promise.all(
      managers.map((who, index) => devices.apply(who, required(uploads[index], 'item of uploads').id)),
    )
  ).map((lines) => last(lines))
  const done = outcomes.filter(({ result }) => result?.created === 200)
  expect(done).toHaveLength(1)
  for (const { result, problem } of outcomes.filter((each) => !done.includes(each))) {
    // If the other import moved the devices before this preview, this import changes them again. If it moved
    // them between this preview and this import, the preview is outdated.
    if (result) expect(result).toMatchObject({ created: 0, changed: 200 })
    else expect(problem).toMatchObject({ code: 'CONFLICT' })
  }
  const { devices: number, counted: count } = await counted('both', own.id)
  expect([number, count]).toEqual([200, 200])
})

/** Starts a server in a separate process that uses the test database. */
async function startProcess() {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      REEVE_SMS_URL: 'log:',
      REEVE_MAIL_URL: 'log:',
      REEVE_ADMIN_PASSWORD: firstPassword,
      REEVE_DATABASE_URL: (app.db as unknown as { url: string }).url,
      REEVE_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+/.exec(line)?.[0]
    if (url) return { child, ended, url }
  }
  throw new Error('The server ended before it was ready')
}

// These tests need a PostgreSQL server, because an embedded database stops together with its server. Other
// tests cover the embedded database.
describe.skipIf(!process.env.REEVE_TEST_DATABASE_URL)('when a server stops', () => {
  test('an import that was interrupted by SIGKILL imports nothing, and the next attempt imports everything', async () => {
    const own = await organization(app)
    const { child, ended, url } = await startProcess()
    let [id, text] = ['', '']
    const size = 5_000
    try {
      const devices = importer({ url }, 'devices')
      const who = await signIn(url)
      id = required(last(await devices.upload(who, await file('killed', size, own.name))).result, 'result').id
      const response = await devices.call(`/${id}`, who, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ wrong: 'skip' }),
      })
      // Kill the server as soon as the import has written some of the rows.
      for await (const chunk of required(response.body, 'body').pipeThrough(new TextDecoderStream())) {
        text += chunk
        if (/"phase":"write","done":[1-9]/.test(text)) child.kill('SIGKILL')
      }
    } catch (error) {
      // The response ends early because the server was killed.
      if (!child.killed) throw error
    } finally {
      child.kill('SIGKILL')
      await ended
    }
    expect(text).toContain('"phase":"write","done":1000')
    expect(text).not.toContain('"result"')
    expect(await counted('killed', own.id)).toEqual(whole(0))
    const again: Line = last(await importer(app, 'devices').apply(admin, id))
    expect(again.result).toMatchObject({ created: size })
    expect(await counted('killed', own.id)).toEqual(whole(size))
  })

  test('a running export is completed, and new connections are refused', async () => {
    const own = await organization(app)
    // The export needs more than one page for this number of rows.
    const size = 1_200
    const devices = importer(app, 'devices')
    const { id } = required(
      last(await devices.upload(admin, await file('leaving', size, own.name))).result,
      'result',
    )
    await devices.apply(admin, id)
    const { child, ended, url } = await startProcess()
    try {
      const { access_token } = await signIn(url)
      let answer: Promise<Response> | undefined
      await app.db.transaction(async (tx) => {
        // The query for the first page waits for this lock.
        await sql`lock table device in access exclusive mode`.execute(tx)
        answer = fetch(`${url}/api/export/devices`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
          body: JSON.stringify({ variables: { tenantId: own.id }, format: 'csv', timeZone: 'UTC' }),
        })
        const waiting = async () =>
          (
            await sql`select from pg_locks
              where relation = 'device'::regclass and not granted
              and database = (select oid from pg_database where datname = current_database())`.execute(tx)
          ).rows.length
        await expect.poll(waiting).toBe(1)
        child.kill('SIGTERM')
        // Returns whether the server still accepts connections.
        const reached = () =>
          fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
            () => true,
            () => false,
          )
        await expect.poll(reached).toBe(false)
      })
      const text = await (await required(answer, 'answer')).text()
      expect(text.match(/^leaving-\d+,/gm)).toHaveLength(size)
      expect(await ended).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
    }
    const [event] = (
      await sql<{ success: boolean; changes: object }>`
        select success, changes from audit_event where action = 'ExportDevices' and target_id = ${own.id}`.execute(
        app.db.query,
      )
    ).rows
    expect(event).toMatchObject({ success: true, changes: { rows: [null, size] } })
  })
})
