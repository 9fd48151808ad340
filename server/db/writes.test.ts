import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { type App, startServer } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createLog } from '../http/log.ts'
import { startPostgres } from '../testing/postgres.ts'
import { mountSmallDisk } from '../testing/small-disk.ts'
import { isUnavailable } from './constraints.ts'
import { openDatabase } from './open.ts'

const password = 'Reeve-first-administrator'
const onPostgres = Boolean(process.env.REEVE_TEST_DATABASE_URL)
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function serve(env: Record<string, string>): Promise<{ app: App; lines: string[]; token: string }> {
  const config: Config = readConfig({ PORT: '0', REEVE_ADMIN_PASSWORD: password, ...env })
  const lines: string[] = []
  const app = await startServer(config, { log: createLog(config, { write: (line) => lines.push(line) }) })
  closing.push(() => app.close())
  const answer = await fetch(`${app.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', grant_type: 'password', username: 'admin', password }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { app, lines, token }
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, await response.json()]
}
const metric = async (url: string) =>
  /^reeve_database_writable (\d)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]
const warnings = (lines: string[]) =>
  lines.filter((line) => /the database (accepts|does not accept) changes/.test(line)).length

const ask = async (url: string, token: string, query: string, variables = {}) => {
  const response = await fetch(`${url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-language': 'en-US',
    },
    body: JSON.stringify({ query, variables }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of it is what it is about
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

const read = '{ auth { id } }'
const write = 'mutation m($n: String!) { updateProfile(nickName: $n) { name } }'

/** Asserts three times that reads succeed and writes are refused. */
async function expectReadsAlone({ app, lines, token }: Awaited<ReturnType<typeof serve>>) {
  for (let times = 0; times < 3; times += 1)
    expect(await readiness(app.url)).toEqual([200, { status: 'ready', writes: false }])
  expect(await metric(app.url)).toBe('0')
  expect(warnings(lines)).toBe(1)
  expect((await ask(app.url, token, read)).body).toMatchObject({ data: { auth: { id: expect.any(String) } } })
}

test.runIf(onPostgres)(
  'with a read-only PostgreSQL server, data can be read and requests for changes are refused',
  async () => {
    const server = await startPostgres()
    closing.push(() => server.stop())
    const db = await openDatabase({ url: server.url, dataDir: '', log: pino({ level: 'silent' }) })
    closing.push(() => db.close())
    const served = await serve({ REEVE_DATABASE_URL: server.url })
    const { app, lines, token } = served
    expect(await readiness(app.url)).toEqual([200, { status: 'ready', writes: true }])
    expect(await metric(app.url)).toBe('1')

    await db.execute('alter system set default_transaction_read_only = on')
    await db.execute('select pg_reload_conf()')
    await expect.poll(() => readiness(app.url)).toEqual([200, { status: 'ready', writes: false }])
    await expectReadsAlone(served)
    const refused = await ask(app.url, token, write, { n: 'Changed' })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(refused.body.errors[0]).toMatchObject({
      message: expect.stringContaining("Changes can't be saved at the moment"),
      extensions: { code: 'UNAVAILABLE' },
    })

    await db.execute('alter system reset default_transaction_read_only')
    await db.execute('select pg_reload_conf()')
    await expect.poll(() => readiness(app.url)).toEqual([200, { status: 'ready', writes: true }])
    expect(await metric(app.url)).toBe('1')
    expect(warnings(lines)).toBe(2)
    expect((await ask(app.url, token, write, { n: 'Changed' })).body.data.updateProfile.name).toBe('Changed')
  },
)

describe.skipIf(onPostgres)('an embedded database', () => {
  // Mounts the disk only if the tests run. Vitest runs the body of a describe block even if its tests are
  // skipped, and the disk would then stay mounted.
  const disk = onPostgres ? undefined : mountSmallDisk(400)
  test.skipIf(!disk)(
    'on a full disk can be read, and accepts changes again after space was freed',
    async () => {
      closing.push(() => required(disk, 'disk')[Symbol.dispose]())
      const served = await serve({ REEVE_DATA_DIR: join(required(disk, 'disk').folder, 'data') })
      const { app, lines, token } = served
      expect(await readiness(app.url)).toEqual([200, { status: 'ready', writes: true }])

      required(disk, 'disk').fill()
      await expectReadsAlone(served)
      const more = 'create table more as select repeat(md5(n::text), 30) from generate_series(1, 1000) n'
      await expect(app.db.execute(more)).rejects.toSatisfy(isUnavailable)
      await expectReadsAlone(served)

      required(disk, 'disk').clear()
      expect(await readiness(app.url)).toEqual([200, { status: 'ready', writes: true }])
      expect(warnings(lines)).toBe(2)
      const saved = await ask(app.url, token, write, { n: 'Room again' })
      expect(saved.body.data.updateProfile.name).toBe('Room again')
    },
  )
})
