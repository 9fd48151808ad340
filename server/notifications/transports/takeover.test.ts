import { expect, test } from 'vitest'
import { json, listen } from '../../testing/http-server.ts'
import { codeMessage, failureOf, silent, templateParams } from '../../testing/outgoing.ts'
import { parseTransport } from './parse.ts'
import { takeover } from './takeover.ts'

const ok = { Code: 'OK' }
const busy = { Code: 'isp.SYSTEM_ERROR' }

/** Two providers and a clock that the test moves; each answers what it is told to. */
async function scene() {
  const says: [first: object | null, second: object | null] = [ok, ok]
  const open = (index: 0 | 1) =>
    listen((_, response) => {
      const answer = says[index]
      if (answer) json(response, answer)
      else response.destroy()
    })
  const [first, second] = [await open(0), await open(1)]
  const clock = { now: 0 }
  const at = (host: string) => parseTransport(`aliyun://id:secret@${host}/?${templateParams}`, 'sms')
  const both = takeover(at(first.host), at(second.host), () => clock.now)
  return {
    says,
    clock,
    send: () => failureOf(both.send(codeMessage, silent)),
    /** How many each was handed since this was last asked. */
    handed: () => [first.received.splice(0).length, second.received.splice(0).length],
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]()
      await second[Symbol.asyncDispose]()
    },
  }
}

test('as long as the first takes messages the second gets none', async () => {
  await using providers = await scene()
  for (let n = 0; n < 3; n += 1) expect(await providers.send()).toBe('sent')
  expect(providers.handed()).toEqual([3, 0])
})

test.each([
  ['says that it is busy', busy],
  ['refuses', { Code: 'SignatureDoesNotMatch' }],
  ['takes it and does not answer', null],
])('where the first %s the second sends', async (_name, answer) => {
  await using providers = await scene()
  providers.says[0] = answer
  expect(await providers.send()).toBe('sent')
  expect(providers.handed()).toEqual([1, 1])
})

test('after five in a row the first is left alone for a minute, then one message is tried with it', async () => {
  await using providers = await scene()
  providers.says[0] = busy
  for (let n = 0; n < 5; n += 1) await providers.send()
  expect(providers.handed()).toEqual([5, 5])
  await providers.send()
  expect(providers.handed()).toEqual([0, 1])

  // Meanwhile the second fails: the first is better than nobody.
  providers.says.splice(0, 2, ok, busy)
  expect(await providers.send()).toBe('sent')
  expect(providers.handed()).toEqual([1, 1])

  providers.says.splice(0, 2, busy, ok)
  providers.clock.now += 60_001
  await providers.send()
  await providers.send()
  expect(providers.handed()).toEqual([1, 2])

  providers.says[0] = ok
  providers.clock.now += 60_001
  await providers.send()
  await providers.send()
  expect(providers.handed()).toEqual([2, 0])
})

test('a number that both refuse is nobody’s fault', async () => {
  await using providers = await scene()
  providers.says.fill({ Code: 'isv.MOBILE_NUMBER_ILLEGAL' })
  for (let n = 0; n < 6; n += 1)
    expect(await providers.send()).toEqual(['refused', 'isv.MOBILE_NUMBER_ILLEGAL'])
  expect(providers.handed()).toEqual([6, 6])
})

test('where both fail it is tried again only if neither can have sent it', async () => {
  await using providers = await scene()
  providers.says.splice(0, 2, { Code: 'isv.SMS_TEMPLATE_ILLEGAL' }, busy)
  expect(await providers.send()).toEqual(['retry', 'isp.SYSTEM_ERROR'])
  providers.says.splice(0, 2, null, busy)
  expect(await providers.send()).toEqual(['unanswered', 'no answer: ECONNRESET'])
})
