import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { adminTokens, startApp, type TestApp } from '../../testing/app.ts'
import type { PostgresServer } from '../../testing/postgres.ts'
import { startPair } from '../../testing/programs/postgres-pair.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'

const log = pino({ level: 'silent' })
describe.runIf(process.env.REEVE_TEST_DATABASE_URL)('with a synchronous standby', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-pair-'))
  let primary: PostgresServer
  let standby: PostgresServer
  let following: string
  let app: TestApp
  let token: string
  let adminId: string
  let watcher: pg.Client

  beforeAll(async () => {
    ;({ primary, standby, following } = await startPair(folder))
    const db = await openDatabase({ url: primary.url, readUrl: standby.url, dataDir: '', log })
    await migrate(db)
    app = await startApp({}, db)
    token = (await adminTokens(app)).access_token
    adminId = (await app.graphql(token, '{ auth { id } }')).body.data.auth.id
    watcher = new pg.Client(standby.url)
    watcher.on('error', () => {}) // The connection ends when the standby stops.
    await watcher.connect()
  })
  afterAll(async () => {
    await watcher?.end()
    await app?.[Symbol.asyncDispose]()
    await Promise.all([primary?.stop(), standby?.stop()])
    rmSync(folder, { recursive: true, force: true })
  })

  /** Pauses replay on the standby until the test ends. */
  async function holdBack() {
    await watcher.query('select pg_wal_replay_pause()')
    await expect
      .poll(
        async () => (await watcher.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state,
      )
      .toBe('paused')
    return { [Symbol.asyncDispose]: () => proceed() }
  }
  const proceed = async () => void (await watcher.query('select pg_wal_replay_resume()'))
  const caughtUp = () =>
    expect
      .poll(async () => {
        const { rows } = await watcher.query(
          'select pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() as whole',
        )
        return rows[0].whole
      })
      .toBe(true)

  const from = (position?: string | null): Record<string, string> =>
    position ? { 'reeve-position': position } : {}
  const list = (position?: string | null) =>
    app.graphql(token, '{ queryOperator { data { id name } } }', {}, from(position))
  const nameIn = async (position?: string | null) => {
    const answer = await list(position)
    const { data } = answer.body.data.queryOperator
    return data.find(({ id }: { id: string }) => id === adminId).name
  }
  const rename = (nickName: string) =>
    app.graphql(token, 'mutation ($nickName: String!) { updateProfile(nickName: $nickName) { id } }', {
      nickName,
    })

  test('lists are read from the standby, and callers always see their own changes', async () => {
    const before = await rename('before')
    const position = before.headers.get('reeve-position')
    expect(position).toMatch(/^[0-9A-F]{16}$/)
    await caughtUp()
    await using _held = await holdBack()
    const after = await rename('after')
    expect(
      required(after.headers.get('reeve-position'), 'reeve-position') > required(position, 'position'),
    ).toBe(true)

    expect(await nameIn(position)).toBe('before')
    expect(await nameIn(after.headers.get('reeve-position'))).toBe('after')
    expect(await nameIn()).toBe('after')
    for (const none of ['0/1', "0' or 'a' = 'a", 'F'.repeat(16), '中'.repeat(16)])
      expect(await nameIn(encodeURI(none))).toBe('after')
    // If a request contains no WAL position, the response contains a position that includes everything in the
    // response.
    const { headers } = await list()
    expect(await nameIn(headers.get('reeve-position'))).toBe('after')
    // A list can be continued on the other server. The first page is read from the primary, and the second
    // page from the standby.
    await app.person()
    const page = async (after: string | null, given?: string | null) => {
      const query =
        'query ($after: String) { queryOperator(pageSize: 1, after: $after) { next data { id } } }'
      return (await app.graphql(token, query, { after }, from(given))).body.data.queryOperator
    }
    const first = await page(null, position)
    expect(await page((await page(null)).next, position)).toMatchObject({ data: first.data })
  })

  test('requests of a disabled account are rejected even if the standby lags behind', async () => {
    const person = await app.person()
    const { headers } = await app.graphql(person.access_token, '{ auth { id } }')
    await caughtUp()
    await using _held = await holdBack()
    const position = headers.get('reeve-position')
    const own = () =>
      app.graphql(
        person.access_token,
        `{ queryAuditEvent(tenantId: "${person.id}") { count } }`,
        {},
        from(position),
      )
    expect((await own()).body).not.toHaveProperty('errors')
    const disabled = await app.graphql(token, 'mutation ($id: ID!) { invalidOperator(id: $id) { id } }', {
      id: person.id,
    })
    expect(disabled.body.errors).toBeUndefined()
    expect((await own()).status).toBe(401)
  })

  test('if the primary has crashed, all acknowledged data can be read and nothing can be saved', async () => {
    const saved = await rename('acknowledged')
    const held = await holdBack()
    await rename('acknowledged last')
    await primary.crash()
    // The standby has received the acknowledged changes, but has not replayed them. It must not return
    // outdated data.
    expect((await list()).status).toBe(503)
    expect((await list(saved.headers.get('reeve-position'))).status).toBe(503)
    await held[Symbol.asyncDispose]()
    await expect.poll(async () => (await list()).status).toBe(200)

    expect(await nameIn()).toBe('acknowledged last')
    expect(await nameIn(saved.headers.get('reeve-position'))).toBe('acknowledged last')
    const menu = await app.post(
      '/api/user/menu',
      {},
      { authorization: `Bearer ${token}`, 'Tenant-Id': adminId },
    )
    expect(menu).toMatchObject({ status: 200 })
    expect((await rename('never')).status).toBe(503)
    expect((await app.token({ grant_type: 'password', username: 'admin', password: 'no' })).status).toBe(503)
    const ready = await fetch(`${app.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', writes: false }])

    await primary.start()
    await expect.poll(async () => (await rename('again')).status, { timeout: 20_000 }).toBe(200)
    expect(await nameIn()).toBe('again')
    await expect
      .poll(async () => (await fetch(`${app.url}/readyz`)).json())
      .toEqual({ status: 'ready', writes: true })
  })

  test('if the primary is busy and the standby is outdated, a query fails instead of returning outdated data', async () => {
    const follow = async (conninfo: string) => {
      await watcher.query(`alter system set primary_conninfo = '${conninfo}'`)
      await watcher.query('select pg_reload_conf()')
    }
    const synchronous = (names: string) =>
      app.db.execute(`alter system set synchronous_standby_names = '${names}'`)
    await follow('')
    await expect.poll(async () => (await app.db.execute('select from pg_stat_replication')).rowCount).toBe(0)
    await synchronous('')
    await app.db.execute('select pg_reload_conf()')
    await rename('alone')
    const busy = Array.from({ length: 16 }, () => app.db.execute('select pg_sleep(7)'))
    expect((await list()).status).toBe(503)
    await Promise.all(busy)
    expect(await nameIn()).toBe('alone')
    await follow(following)
  })

  test('if the standby has stopped, lists can still be read', async () => {
    const { headers } = await list()
    await standby.stop()
    expect(await nameIn(headers.get('reeve-position'))).toBe('alone')
    await standby.start()
  })
})
