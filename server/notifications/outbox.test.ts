import type { ServerResponse } from 'node:http'
import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { json, listen } from '../testing/http-server.ts'
import { aliyun, code, notice, outboxes, soon } from '../testing/messages/outbox.ts'

const { start, send, sent, waiting, hurry, sql, transaction, lines } = outboxes()

test('sends each message in the language of its recipient, and removes sent messages from the queue', async () => {
  const { outbox } = await start()
  await send(outbox, code('204816'))
  await send(outbox, { ...notice, channel: 'mail', to: 'li@example.com' })

  await expect.poll(() => sent().length, soon).toBe(2)
  const byChannel = Object.fromEntries(sent().map((line) => [line.channel, line]))
  expect(byChannel.sms).toMatchObject({ to: '+8613800138000', code: '204816' })
  expect(byChannel.mail).toMatchObject({ to: 'li@example.com', code: null })
  expect(required(byChannel.mail, 'mail').text).toMatch(/^\[Reeve\] Your password was changed/)
  await expect.poll(waiting, soon).toEqual([])
})

test('sends no message before the transaction commits or after it is rolled back', async () => {
  const { outbox } = await start()
  const rolledBack = transaction(async (tx) => {
    await outbox.send(tx, code('111111'))
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  await transaction(async (tx) => {
    await outbox.send(tx, code('222222'))
    expect(sent()).toEqual([])
  })
  // This message is queued last. When it has arrived, duplicates of the other messages would normally have
  // arrived too. The order of delivery is not guaranteed.
  await send(outbox, code('333333'))
  const codes = () => sent().map((line) => line.code)
  await expect.poll(() => codes().toSorted(), soon).toEqual(['222222', '333333'])
})

test('after a restart, sends the messages that a crashed server had queued', async () => {
  const { jobs, outbox } = await start()
  await jobs.stop()
  // Simulate a server that was killed after it queued the message, so that only the row in the queue is left.
  await send(outbox, code('204816'))
  expect(sent()).toEqual([])

  await start()
  await expect.poll(() => sent().map((line) => line.code), soon).toEqual(['204816'])
})

test('after the job timeout, sends a message that a crashed server had started to send', async () => {
  const { jobs, outbox } = await start()
  await jobs.stop()
  await send(outbox, code('204816'))
  await sql(
    `update pgboss.job set state = 'active', started_on = now() - interval '61 s';
     update pgboss.queue set monitor_claim_on = null, monitor_on = null`,
  )

  await start()
  const supervisor = new PgBoss({
    db: { executeSql: async (text, params) => ({ rows: await sql(text, params) }) },
    supervise: false,
    schedule: false,
  })
  await supervisor.start()
  await supervisor.supervise('sms')
  await supervisor.stop()
  await hurry()
  await expect.poll(() => sent().map((line) => line.code), soon).toEqual(['204816'])
})

test('sends each of 50 messages once if two servers share the outbox', async () => {
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

test('skips an expired code, but sends a notice of the same age', async () => {
  const { jobs, outbox, counted } = await start()
  await jobs.stop()
  await send(outbox, code('204816'))
  await send(outbox, notice)
  await sql(`update pgboss.job set created_on = now() - interval '301 s'`)

  const next = await start()
  await expect.poll(waiting, soon).toEqual([])
  expect(sent().map((line) => line.code)).toEqual([null])
  expect(await next.counted()).toMatch(/template="code",outcome="expired"} 1/)
  expect(await counted()).not.toMatch(/outcome=/)
})

test('logs neither the code nor the phone number of a message', async () => {
  await using provider = await listen((_, response) => json(response, { Code: 'isv.MOBILE_NUMBER_ILLEGAL' }))
  const { outbox } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  await expect.poll(() => lines.join(''), soon).toContain('isv.MOBILE_NUMBER_ILLEGAL')
  expect(lines.join('')).not.toMatch(/204816|13800138000|secret/)
})

test('the server finishes sending a message before it stops', async () => {
  const request = Promise.withResolvers<ServerResponse>()
  await using provider = await listen((_, response) => request.resolve(response))
  const { jobs, outbox } = await start(aliyun(provider.host))
  await send(outbox, code('204816'))
  const response = await request.promise
  const stopping = jobs.stop()
  json(response, { Code: 'OK' })
  await stopping

  expect(await waiting()).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('delays notices that exceed the SMS budget, but sends codes without delay', async () => {
  const { outbox } = await start(undefined, undefined, 1)
  await send(outbox, notice)
  await expect.poll(() => sent().length, soon).toBe(1)
  await send(outbox, notice)
  await expect.poll(async () => (await waiting())[0]?.state, soon).toBe('retry')
  await send(outbox, code('204816'))
  await expect.poll(() => sent().map((line) => line.code), soon).toEqual([null, '204816'])
  await sql(`update rate_limit set reset_at = now()`)
  await hurry()
  await expect.poll(waiting, soon).toEqual([])
  expect(sent()).toHaveLength(3)
})

test('sends a message through the second provider if the first one does not accept it', async () => {
  await using first = await listen((_, response) => json(response, { Code: 'isp.SYSTEM_ERROR' }))
  await using second = await listen((_, response) => json(response, { Code: 'OK' }))
  const { outbox } = await start(aliyun(first.host), undefined, 0, aliyun(second.host))
  await send(outbox, code('204816'))
  await expect.poll(waiting, soon).toEqual([])
  expect([first.received.length, second.received.length]).toEqual([1, 1])
  expect(lines.join('')).toContain('isp.SYSTEM_ERROR')
})
