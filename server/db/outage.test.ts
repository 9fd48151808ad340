import { connect, createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../testing/postgres.ts'
import { isUnavailable } from './constraints.ts'
import { type Database, openDatabase } from './open.ts'

const log = pino({ level: 'silent' })

/** Returns the error with which the promise rejects, and the milliseconds until it rejects. */
async function failure(promise: Promise<unknown>): Promise<{ error: unknown; after: number }> {
  const start = performance.now()
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  return { error, after: performance.now() - start }
}

describe.runIf(process.env.REEVE_TEST_DATABASE_URL)('a failing PostgreSQL server', () => {
  let server: PostgresServer
  let db: Database
  beforeAll(async () => {
    server = await startPostgres()
    db = await openDatabase({ url: server.url, dataDir: '', log })
  })
  afterAll(async () => {
    await db?.close()
    await server?.stop()
  })

  test('that crashes under load causes only unavailability errors, and no acknowledged insert is lost', async () => {
    await db.execute('create table note (n int primary key)')
    let running = true
    let acknowledged = 0
    const errors: unknown[] = []
    const crashed = Promise.withResolvers<void>()
    const worker = async (id: number) => {
      for (let n = 0; running; n++) {
        try {
          await db.execute('insert into note values ($1)', [n * 10 + id])
          acknowledged++
        } catch (error) {
          errors.push(error)
          crashed.resolve()
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
    }
    const workers = Array.from({ length: 10 }, (_, id) => worker(id))
    await expect.poll(() => acknowledged).toBeGreaterThan(100)
    await server.crash()
    await crashed.promise
    await expect(db.ping()).rejects.toSatisfy(isUnavailable)
    await server.start()
    const before = acknowledged
    await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(before + 100)
    running = false
    await Promise.all(workers)
    expect(errors.filter((error) => !isUnavailable(error))).toEqual([])
    const { rows } = await db.execute('select count(*) from note')
    // Every acknowledged insert still exists. An insert without a response may also have been committed, so
    // there can be more rows.
    expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged)
  })

  test('that closes all idle connections can be queried again', async () => {
    await Promise.all(Array.from({ length: 5 }, () => db.execute('select pg_sleep(0.05)')))
    // Waits until all backends have ended, because a backend that ends later would break the next test.
    const ended = await db
      .execute(
        'select pg_terminate_backend(pid, 30000) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
      )
      .then(({ rowCount }) => rowCount)
    expect(ended).toBeGreaterThan(0)
    await expect
      .poll(() =>
        db.execute('select 1 as one').then(
          ({ rows }) => rows,
          () => [],
        ),
      )
      .toEqual([{ one: 1 }])
  })

  test('that closes the connection of a transaction rolls the transaction back', async () => {
    await db.execute('create table part (n int)')
    const { error } = await failure(
      db.transaction(async (tx) => {
        await tx.executeQuery({ sql: 'insert into part values (1)', parameters: [] } as never)
        await tx.executeQuery({
          sql: 'select pg_terminate_backend(pg_backend_pid())',
          parameters: [],
        } as never)
      }),
    )
    expect(isUnavailable(error)).toBe(true)
    expect((await db.execute('select from part')).rowCount).toBe(0)
  })

  test('cancels a statement that exceeds the time limit, and allows a transaction a longer limit', async () => {
    await using bounded = await openDatabase({ url: server.url, dataDir: '', log, statementTimeout: 200 })
    const { error } = await failure(bounded.execute('select pg_sleep(30)'))
    expect(error).toMatchObject({ code: '57014' })
    expect(isUnavailable(error)).toBe(true)
    await bounded.transaction(
      (tx) => tx.executeQuery({ sql: 'select pg_sleep(0.5)', parameters: [] } as never),
      {
        statementTimeout: 20_000,
      },
    )
  })

  test('that stops responding causes unavailability errors, and can be queried again when it responds', async () => {
    // A proxy that forwards data until `silent` is set.
    let silent = false
    const sockets: Socket[] = []
    const proxy = createServer((inside) => {
      const outside = connect(Number(new URL(server.url).port), '127.0.0.1')
      sockets.push(inside, outside)
      inside.on('data', (data) => silent || outside.write(data)).on('error', () => outside.destroy())
      outside.on('data', (data) => silent || inside.write(data)).on('error', () => inside.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as { port: number }
    const url = Object.assign(new URL(server.url), { port: String(port) }).href
    const slow = await openDatabase({ url, dataDir: '', log, statementTimeout: 300 })
    try {
      await Promise.all(Array.from({ length: 3 }, () => slow.execute('select pg_sleep(0.1)')))
      await using patient = await openDatabase({ url, dataDir: '', log, statementTimeout: 60_000 })
      const bounded = patient.transaction(
        async (tx) => {
          await tx.executeQuery({ sql: 'select 1', parameters: [] } as never)
          silent = true
          await tx.executeQuery({ sql: 'select 1', parameters: [] } as never)
        },
        { statementTimeout: 300 },
      )
      // The transaction fails before the ping, which times out after 2 s. The failed transaction does not
      // wait for a rollback, because its connection is lost.
      await expect.poll(() => silent).toBe(true)
      const first = await Promise.race([
        failure(bounded).then(({ error }) => (isUnavailable(error) ? 'transaction' : error)),
        failure(slow.ping()).then(() => 'probe'),
      ])
      expect(first).toBe('transaction')
      const ping = await failure(slow.ping())
      expect(isUnavailable(ping.error)).toBe(true)
      const waiting = Array.from({ length: 40 }, () => failure(slow.execute('select 1')))
      for (const { error } of await Promise.all(waiting)) expect(isUnavailable(error)).toBe(true)
      silent = false
      await expect
        .poll(
          () =>
            slow.execute('select 1 as one').then(
              ({ rows }) => rows,
              () => [],
            ),
          { timeout: 10_000 },
        )
        .toEqual([{ one: 1 }])
    } finally {
      await slow.close()
      for (const socket of sockets) socket.destroy()
      proxy.close()
    }
  })

  test('lets the client close the database even if a transaction never ends', async () => {
    const leaking = await openDatabase({ url: server.url, dataDir: '', log })
    const started = Promise.withResolvers<void>()
    const never = leaking.transaction(async (tx) => {
      await tx.executeQuery({ sql: 'select 1', parameters: [] } as never)
      started.resolve()
      await new Promise(() => {})
    })
    never.catch(() => {})
    await started.promise
    await leaking.close()
    await expect(leaking.execute('select 1')).rejects.toSatisfy(isUnavailable)
  })
})
