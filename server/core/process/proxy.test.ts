import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { createAddresses } from '../../events/webhooks/addresses.ts'
import { createSender } from '../../events/webhooks/send.ts'
import { post, reachHost } from '../../notifications/transports/post.ts'
import { proxyAgent, useProxy } from './proxy.ts'

// Sends outgoing HTTPS requests to a proxy that refuses every connection. The received CONNECT requests show
// which hosts are called through the proxy.
const asked: string[] = []
const proxy = createServer().on('connect', ({ url }, socket) => {
  asked.push(required(url, 'url'))
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
})
let url: string
beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as { port: number }
  url = `http://127.0.0.1:${port}`
})
afterEach(() => {
  useProxy(null)
  asked.length = 0
})
afterAll(() => proxy.close())

const leadingTo =
  (address: string): NonNullable<Parameters<typeof createAddresses>[1]> =>
  (_name, _options, done) =>
    done(null, [{ address, family: 4 }])

test.each([
  ['https://sms.example.com/', '', true],
  ['http://sms.example.com/', '', false],
  ['https://127.0.0.1/', '', false],
  ['https://localhost:8443/', '', false],
  ['https://[::1]/', '', false],
  ['https://sms.example.com/', 'example.com', false],
  ['https://sms.example.com/', '.example.com', false],
  ['https://sms.example.com/', '*.example.com, other', false],
  ['https://example.com.cn/', 'example.com', true],
  ['https://sms.example.com/', '*', false],
  ['https://sms.example.com:8443/', 'sms.example.com:8443', false],
  ['https://sms.example.com/', 'sms.example.com:8443', true],
  ['https://10.0.0.7/', '10.0.0.7', false],
])('a request to %s while NO_PROXY is “%s” uses the proxy: %s', (address, except, goes) => {
  useProxy({ url, except })
  expect(proxyAgent(new URL(address)) !== undefined).toBe(goes)
})

test('SMS providers and webhooks are called through the proxy', async () => {
  useProxy({ url, except: '' })
  const target = new URL('https://sms.example.com/send')
  await expect(post(target, { headers: {}, body: '{}', repeatable: true })).rejects.toThrow('no response')
  await expect(reachHost(target)).rejects.toThrow('sms.example.com, through the proxy')
  const sender = createSender(createAddresses([], leadingTo('8.8.8.8')))
  expect(await sender.send(new URL('https://hooks.example.com/'), {}, '{}')).toMatchObject({ status: null })
  sender.close()
  expect(asked).toEqual(['sms.example.com:443', 'sms.example.com:443', 'hooks.example.com:443'])
})

test('a webhook whose host name resolves to a private IP address is rejected before the proxy is called', async () => {
  useProxy({ url, except: '' })
  const sender = createSender(createAddresses([], leadingTo('10.0.0.7')))
  expect(await sender.send(new URL('https://intranet.example.com/'), {}, '{}')).toMatchObject({
    reason: 'ADDRESS_REFUSED',
  })
  sender.close()
  expect(asked).toEqual([])
})
