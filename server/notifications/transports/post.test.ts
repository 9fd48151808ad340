import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '../../testing/http-server.ts'
import { post } from './post.ts'

const wait = { headers: {}, body: '{}', timeout: 1_000 }
const kindOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 'answered',
    ({ kind, message }) => [kind, message],
  )

test('reports `unanswered` if the receiver does not respond to a request that must not be repeated', async () => {
  await using silent = await listen(() => {})
  const url = new URL(`http://${silent.host}/`)
  expect(await kindOf(post(url, { ...wait, repeatable: false }))).toEqual([
    'unanswered',
    'no response within 1 s',
  ])
  expect(await kindOf(post(url, { ...wait, repeatable: true }))).toEqual(['retry', 'no response within 1 s'])
})

test('treats an incomplete response like a missing one', async () => {
  await using endless = await listen((_, response) => response.writeHead(200).write('{'))
  const sending = post(new URL(`http://${endless.host}/`), { ...wait, repeatable: false })
  expect((await kindOf(sending))[0]).toBe('unanswered')
})

test('reports `retry` if the receiver did not get the request', async () => {
  // This server accepts TCP connections but does not speak TLS.
  const deaf = createSocketServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  const { port } = deaf.address() as { port: number }
  const sending = post(new URL(`https://127.0.0.1:${port}/`), { ...wait, repeatable: false })
  expect(await kindOf(sending)).toEqual(['retry', 'no response within 1 s'])
  deaf.close()
})

test('reports `retry` if the server at an https URL does not use TLS', async () => {
  const plain = createServer((_, response) => response.end())
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const { port } = plain.address() as { port: number }
  const sending = post(new URL(`https://127.0.0.1:${port}/`), { ...wait, timeout: 5_000, repeatable: false })
  expect((await kindOf(sending))[0]).toBe('retry')
  plain.close()
})
