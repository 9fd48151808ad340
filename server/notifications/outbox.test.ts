import { readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { testDatabase } from '../testing/database.ts'
import { createOutbox, type Message, type Outbox } from './outbox.ts'
import { json, listen } from './testing/http-server.ts'
import { templateParams } from './testing/messages.ts'

let db: Database
const running: Outbox[] = []
const lines: string[] = []
const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
const file = join(tmpdir(), `reeve-outbox-${process.pid}.jsonl`)
const soon = { timeout: 30_000, interval: 20 }

beforeAll(async () => {
  db = await testDatabase()
})
afterEach(async () => {
  for (const outbox of running.splice(0)) await outbox.stop()
  await db.execute('delete from pgboss.job')
  rmSync(file, { force: true })
  lines.length = 0
})
afterAll(() => db.close())

async function start(smsUrl = `file:${file}`, metrics = new Registry()) {
  const outbox = createOutbox({ db, config: { smsUrl, mailUrl: `file:${file}` }, log, metrics })
  await outbox.start()
  running.push(outbox)
  return { outbox, counted: () => metrics.metrics() }
}

const code = (digits: string): Message => ({
  channel: 'sms',
  to: '+8613800138000',
  template: 'code',
  params: { code: digits, purpose: 'login' },
  locale: 'zh-CN',
})
const notice: Message = {
  channel: 'sms',
  to: '+8613800138000',
  template: 'password.changed',
  params: {},
  locale: 'en-US',
}

const send = (outbox: Outbox, message: Message) => db.transaction((tx) => outbox.notify(tx, message))

/** What was sent to the file. */
function sent(): { code: string; text: string; channel: string }[] {
  try {
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

const waiting = async () => (await db.execute('select * from pgboss.job')).rows

/** As if the time until the next try were over. */
async function hurry(): Promise<void> {
  await db.execute(`update pgboss.job set start_after = now() where state = 'retry'`)
  await db.execute(`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'sms')`)
}

const aliyun = (host: string) => `aliyun://id:secret@${host}/?${templateParams}`

test('a message leaves once its transaction has committed, in its language, and leaves no row behind', async () => {
  const { outbox } = await start()
  await send(outbox, code('204816'))
  await send(outbox, { ...notice, channel: 'mail', to: 'li@example.com' })

  await expect.poll(() => sent().length, soon).toBe(2)
  const byChannel = Object.fromEntries(sent().map((line) => [line.channel, line]))
  expect(byChannel.sms).toMatchObject({ to: '+8613800138000', code: '204816' })
  expect(byChannel.mail).toMatchObject({ to: 'li@example.com', code: null })
  expect(byChannel.mail!.text).toMatch(/^\[Reeve\] The password of your account was changed/)
  await expect.poll(waiting, soon).toEqual([])
})

test('nothing is sent before the commit, nor after a rollback', async () => {
  const { outbox } = await start()
  const rolledBack = db.transaction(async (tx) => {
    await outbox.notify(tx, code('111111'))
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  await db.transaction(async (tx) => {
    await outbox.notify(tx, code('222222'))
    expect(sent()).toEqual([])
  })
  // Sent after both of them, so that whatever they sent would be there by now.
  await send(outbox, code('333333'))
  await expect.poll(() => sent().map((line) => line.code), soon).toEqual(['222222', '333333'])
})

test('what was committed when the server died is sent by the next one', async () => {
  const { outbox } = await start()
  await outbox.stop()
  // The queue's row is all that a killed server leaves behind.
  await send(outbox, code('204816'))
  expect(sent()).toEqual([])

  await start()
  await expect.poll(() => sent().map((line) => line.code), soon).toEqual(['204816'])
})

test('what a server had taken when it died is sent by another, once it counts as dead', async () => {
  const { outbox } = await start()
  await outbox.stop()
  await send(outbox, code('204816'))
  await db.execute(
    `update pgboss.job set state = 'active', started_on = now() - interval '61 s';
     update pgboss.queue set monitor_claim_on = null, monitor_on = null`,
  )

  await start()
  const { PgBoss } = await import('pg-boss')
  const supervisor = new PgBoss({ db: { executeSql: db.execute }, supervise: false, schedule: false })
  await supervisor.start()
  await supervisor.supervise('sms')
  await supervisor.stop()
  await hurry()
  await expect.poll(() => sent().map((line) => line.code), soon).toEqual(['204816'])
})

test('each of 50 messages is sent once by two servers that share the queue', async () => {
  const { outbox } = await start()
  await start()
  const codes = Array.from({ length: 50 }, (_, number) => String(100_000 + number))
  await Promise.all(codes.map((digits) => send(outbox, code(digits))))

  await expect.poll(waiting, soon).toEqual([])
  expect(
    sent()
      .map((line) => line.code)
      .sort(),
  ).toEqual(codes)
})

test('the caller does not wait for a provider that takes its time, and gets one SMS', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  await using provider = await listen((_, response) => held.resolve(response))
  const { outbox } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  // Here the caller is done, and the provider has not answered yet.
  const response = await held.promise
  expect(await waiting()).toHaveLength(1)
  json(response, { Code: 'OK' })

  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('a failing provider is tried again until it takes the message, then no more', async () => {
  let tries = 0
  await using provider = await listen((_, response) =>
    ++tries < 3 ? response.writeHead(503).end() : json(response, { Code: 'OK' }),
  )
  const { outbox, counted } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  for (const count of [1, 2]) {
    await expect.poll(() => tries, soon).toBe(count)
    await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('retry')
    await hurry()
  }

  await expect.poll(waiting, soon).toEqual([])
  expect(tries).toBe(3)
  expect(await counted()).toMatch(/notifications_total{channel="sms",template="code",outcome="retry"} 2/)
  expect(await counted()).toMatch(/notifications_total{channel="sms",template="code",outcome="sent"} 1/)
})

test('the wait between two tries doubles', async () => {
  await using provider = await listen((_, response) => response.writeHead(503).end())
  const { outbox } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  const waits: number[] = []
  for (let tries = 1; tries <= 3; tries++) {
    await expect.poll(() => provider.received.length, soon).toBe(tries)
    await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('retry')
    const { rows } = await db.execute(
      'select extract(epoch from start_after - now())::float8 + 0.5 as wait from pgboss.job',
    )
    waits.push(rows[0].wait)
    await hurry()
  }
  // 5 to 10, 10 to 20, 20 to 40 seconds, a little of which is over by now.
  for (const [index, least] of [5, 10, 20].entries()) {
    expect(waits[index]).toBeGreaterThan(least - 2)
    expect(waits[index]).toBeLessThan(least * 2 + 1)
  }
})

test('a provider that refuses is not asked again', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'isv.MOBILE_NUMBER_ILLEGAL' }))
  const { outbox, counted } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))

  await expect.poll(counted, soon).toMatch(/outcome="refused"} 1/)
  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('an SMS that a provider took without an answer is not sent a second time', async () => {
  await using provider = await listen((_, response) => response.destroy())
  const { outbox, counted } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))

  await expect.poll(counted, soon).toMatch(/outcome="unanswered"} 1/)
  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('a webhook that took a message without an answer gets it again under the same id', async () => {
  let tries = 0
  await using hook = await listen((_, response) =>
    ++tries < 2 ? response.destroy() : response.writeHead(204).end(),
  )
  const { outbox } = await start(`http://${hook.host}/`)
  await send(outbox, notice)
  await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('retry')
  await hurry()

  await expect.poll(waiting, soon).toEqual([])
  const ids = hook.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test('after its last try a message is given up and nothing of it stays', async () => {
  await using provider = await listen((_, response) => response.writeHead(503).end())
  const { outbox, counted } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  for (let tries = 1; tries < 5; tries++) {
    await expect.poll(() => provider.received.length, soon).toBe(tries)
    await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('retry')
    await hurry()
  }

  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(5)
  expect(await counted()).toMatch(/outcome="exhausted"} 1/)
})

test('a code that nobody can use any more is not sent, a notice of the same age is', async () => {
  const { outbox, counted } = await start()
  await outbox.stop()
  await send(outbox, code('204816'))
  await send(outbox, notice)
  await db.execute(`update pgboss.job set created_on = now() - interval '301 s'`)

  const next = await start()
  await expect.poll(waiting, soon).toEqual([])
  expect(sent().map((line) => line.code)).toEqual([null])
  expect(await next.counted()).toMatch(/template="code",outcome="expired"} 1/)
  expect(await counted()).not.toMatch(/outcome/)
})

test('the log names neither the code nor the number', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'isv.MOBILE_NUMBER_ILLEGAL' }))
  const { outbox } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  await expect.poll(() => lines.join(''), soon).toContain('isv.MOBILE_NUMBER_ILLEGAL')
  expect(lines.join('')).not.toMatch(/204816|13800138000|secret/)
})

test('stopping waits for the message under way', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  await using provider = await listen((_, response) => held.resolve(response))
  const { outbox } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  const response = await held.promise
  const stopping = outbox.stop()
  json(response, { Code: 'OK' })
  await stopping

  expect(await waiting()).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('a periodic clean-up runs on one of two servers, and again when its time has come', async () => {
  const first = await start()
  const second = await start()
  const ran: string[] = []
  for (const [name, { outbox }] of Object.entries({ first, second }))
    outbox.sweep('codes', 3_600, async () => ran.push(name))
  await expect.poll(() => ran.length, soon).toBe(1)
  await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('completed')

  await db.execute(`update pgboss.job set singleton_on = singleton_on - interval '1 hour'`)
  for (const { outbox } of [first, second]) outbox.sweep('codes', 3_600, async () => ran.push('again'))
  await expect.poll(() => ran.length, soon).toBe(2)
})

test('a clean-up that fails says so and does not stop the next', async () => {
  const { outbox } = await start()
  outbox.sweep('codes', 3_600, async () => {
    throw new Error('no room')
  })
  await expect.poll(() => lines.join(''), soon).toContain('no room')
  const ran = Promise.withResolvers<void>()
  outbox.sweep('sessions', 3_600, async () => ran.resolve())
  await ran.promise
})
