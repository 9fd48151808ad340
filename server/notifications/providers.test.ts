import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { json, listen } from '../testing/http-server.ts'
import { aliyun, code, notice, outboxes, soon } from '../testing/messages/outbox.ts'

const { start, send, sent, waiting, nextTry, hurry, sql } = outboxes()

test('a slow provider does not delay the caller, and only one SMS is sent', async () => {
  const request = Promise.withResolvers<ServerResponse>()
  await using provider = await listen((_, response) => request.resolve(response))
  const { outbox } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  // The API call has already returned, but the provider has not responded yet.
  const response = await request.promise
  expect(await waiting()).toHaveLength(1)
  json(response, { Code: 'OK' })

  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('retries until the provider accepts the message, then stops', async () => {
  let tries = 0
  await using provider = await listen((_, response) =>
    ++tries < 3 ? response.writeHead(503).end() : json(response, { Code: 'OK' }),
  )
  const { outbox, counted } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  for (const count of [1, 2]) {
    await expect.poll(() => tries, soon).toBe(count)
    await expect.poll(counted, soon).toMatch(/notifications_waiting{channel="sms"} 1/)
    await nextTry()
  }

  await expect.poll(waiting, soon).toEqual([])
  expect(tries).toBe(3)
  expect(await counted()).toMatch(/notifications_total{channel="sms",template="code",outcome="retry"} 2/)
  expect(await counted()).toMatch(/notifications_total{channel="sms",template="code",outcome="sent"} 1/)
  expect(await counted()).toMatch(/notifications_waiting{channel="sms"} 0/)
})

test('doubles the delay between attempts to send a message', async () => {
  await using provider = await listen((_, response) => response.writeHead(503).end())
  const { outbox } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  const waits: number[] = []
  for (let tries = 1; tries <= 3; tries++) {
    await expect.poll(() => provider.received.length, soon).toBe(tries)
    await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('retry')
    const rows = await sql(
      'select extract(epoch from start_after - now())::float8 + 0.5 as wait from pgboss.job',
    )
    waits.push(rows[0].wait)
    await hurry()
  }
  // The delays are 5 to 10, 10 to 20 and 20 to 40 seconds. Allow two seconds less, because part of each delay
  // may already have passed.
  for (const [index, least] of [5, 10, 20].entries()) {
    expect(waits[index]).toBeGreaterThan(least - 2)
    expect(waits[index]).toBeLessThan(least * 2 + 1)
  }
})

test('does not retry after the provider has rejected a message', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'isv.MOBILE_NUMBER_ILLEGAL' }))
  const { outbox, counted } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))

  await expect.poll(counted, soon).toMatch(/outcome="refused"} 1/)
  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('does not send an SMS again if the provider did not respond', async () => {
  await using provider = await listen((_, response) => response.destroy())
  const { outbox, counted } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))

  await expect.poll(counted, soon).toMatch(/outcome="unanswered"} 1/)
  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('sends a message again, with the same id, to a webhook that did not respond', async () => {
  let tries = 0
  await using hook = await listen((_, response) =>
    ++tries < 2 ? response.destroy() : response.writeHead(204).end(),
  )
  const { outbox } = await start(`http://${hook.host}/`)
  await send(outbox, notice)
  await nextTry()

  await expect.poll(waiting, soon).toEqual([])
  const ids = hook.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test('deletes a message after five failed attempts to send it', async () => {
  await using provider = await listen((_, response) => response.writeHead(503).end())
  const { outbox, counted } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  for (let tries = 1; tries < 5; tries++) {
    await expect.poll(() => provider.received.length, soon).toBe(tries)
    await nextTry()
  }

  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(5)
  expect(await counted()).toMatch(/outcome="exhausted"} 1/)
})

test('does not send an SMS twice if the database fails after the first attempt', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'OK' }))
  let failing = true
  const { outbox, counted } = await start(aliyun(provider.host), (db) => ({
    async execute(text, params) {
      if (failing && /delete from/i.test(text) && provider.received.length) {
        failing = false
        throw new Error('the database is gone')
      }
      return db.execute(text, params)
    },
  }))
  await send(outbox, code('204816'))
  await nextTry()

  await expect.poll(waiting, soon).toEqual([])
  expect(failing).toBe(false)
  expect(provider.received).toHaveLength(1)
  expect(await counted()).toMatch(/outcome="sent"} 1/)
})

test('sends a notice without an SMS template only by email, but still sends codes by SMS', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'OK' }))
  const { outbox, counted } = await start(`aliyun://id:secret@${provider.host}/?sign=x&template.code=CODE_1`)
  await send(outbox, notice)
  await send(outbox, { ...notice, channel: 'mail', to: 'li@example.com' })
  await send(outbox, code('204816'))

  await expect.poll(waiting, soon).toEqual([])
  expect(provider.received).toHaveLength(1)
  expect(sent().map(({ channel }) => channel)).toEqual(['mail'])
  expect(await counted()).toMatch(/template="password.changed",outcome="untemplated"} 1/)
})

test('sends a notice through the second provider if the first one has no template for it', async () => {
  await using first = await listen((_, response) => json(response, { Code: 'OK' }))
  await using second = await listen((_, response) => json(response, { Code: 'OK' }))
  const { outbox } = await start(
    `aliyun://id:secret@${first.host}/?sign=x&template.code=CODE_1`,
    ...([undefined, 0, aliyun(second.host)] as const),
  )
  await send(outbox, notice)
  await expect.poll(waiting, soon).toEqual([])
  expect([first.received.length, second.received.length]).toEqual([0, 1])
})
