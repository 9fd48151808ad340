import { expect, test } from 'vitest'
import { json, listen } from '../../testing/http-server.ts'
import { codeMessage, failureOf, silent, templateParams } from '../../testing/outgoing.ts'
import { failover } from './failover.ts'
import { parseTransport } from './parse.ts'

const ok = { Code: 'OK' }
const busy = { Code: 'isp.SYSTEM_ERROR' }

/**
 * Starts two mock providers with configurable responses. The failover between them uses a clock that the test
 * controls.
 */
async function startProviders() {
  const responses: [first: object | null, second: object | null] = [ok, ok]
  const open = (index: 0 | 1) =>
    listen((_, response) => {
      const answer = responses[index]
      if (answer) json(response, answer)
      else response.destroy()
    })
  const [first, second] = [await open(0), await open(1)]
  const clock = { now: 0 }
  const at = (host: string) => parseTransport(`aliyun://id:secret@${host}/?${templateParams}`, 'sms')
  const both = failover(at(first.host), at(second.host), () => clock.now)
  return {
    responses,
    clock,
    send: () => failureOf(both.send(codeMessage, silent)),
    /** Returns how many messages each provider has received since the last call. */
    received: () => [first.received.splice(0).length, second.received.splice(0).length],
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]()
      await second[Symbol.asyncDispose]()
    },
  }
}

test('sends nothing to the second provider while the first one accepts messages', async () => {
  await using providers = await startProviders()
  for (let n = 0; n < 3; n += 1) expect(await providers.send()).toBe('sent')
  expect(providers.received()).toEqual([3, 0])
})

test.each([
  ['is busy', busy],
  ['rejects the message', { Code: 'SignatureDoesNotMatch' }],
  ['does not respond', null],
])('sends through the second provider if the first one %s', async (_name, answer) => {
  await using providers = await startProviders()
  providers.responses[0] = answer
  expect(await providers.send()).toBe('sent')
  expect(providers.received()).toEqual([1, 1])
})

test('suspends the first provider for a minute after five consecutive failures, and then tries one message', async () => {
  await using providers = await startProviders()
  providers.responses[0] = busy
  for (let n = 0; n < 5; n += 1) await providers.send()
  expect(providers.received()).toEqual([5, 5])
  await providers.send()
  expect(providers.received()).toEqual([0, 1])

  // The second provider fails while the first one is suspended. The message is then sent by the first
  // provider despite the suspension.
  providers.responses.splice(0, 2, ok, busy)
  expect(await providers.send()).toBe('sent')
  expect(providers.received()).toEqual([1, 1])

  providers.responses.splice(0, 2, busy, ok)
  providers.clock.now += 60_001
  await providers.send()
  await providers.send()
  expect(providers.received()).toEqual([1, 2])

  providers.responses[0] = ok
  providers.clock.now += 60_001
  await providers.send()
  await providers.send()
  expect(providers.received()).toEqual([2, 0])
})

test('does not suspend a provider because of a number that both providers reject', async () => {
  await using providers = await startProviders()
  providers.responses.fill({ Code: 'isv.MOBILE_NUMBER_ILLEGAL' })
  for (let n = 0; n < 6; n += 1)
    expect(await providers.send()).toEqual(['refused', 'isv.MOBILE_NUMBER_ILLEGAL'])
  expect(providers.received()).toEqual([6, 6])
})

test('allows a retry after both providers failed, unless one of them may have sent the message', async () => {
  await using providers = await startProviders()
  providers.responses.splice(0, 2, { Code: 'isv.SMS_TEMPLATE_ILLEGAL' }, busy)
  expect(await providers.send()).toEqual(['retry', 'isp.SYSTEM_ERROR'])
  providers.responses.splice(0, 2, null, busy)
  expect(await providers.send()).toEqual(['unanswered', 'no response: ECONNRESET'])
})
