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

test('who takes a request and never answers may have acted on it', async () => {
  await using silent = await listen(() => {})
  const url = new URL(`http://${silent.host}/`)
  expect(await kindOf(post(url, { ...wait, repeatable: false }))).toEqual([
    'unanswered',
    'no answer within 1 s',
  ])
  expect(await kindOf(post(url, { ...wait, repeatable: true }))).toEqual(['retry', 'no answer within 1 s'])
})

test('an answer that does not end is none', async () => {
  await using endless = await listen((_, response) => response.writeHead(200).write('{'))
  const sending = post(new URL(`http://${endless.host}/`), { ...wait, repeatable: false })
  expect((await kindOf(sending))[0]).toBe('unanswered')
})

test('who never got the request has not acted on it', async () => {
  // Accepts the connection, but does not speak TLS.
  const deaf = createSocketServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  const { port } = deaf.address() as { port: number }
  const sending = post(new URL(`https://127.0.0.1:${port}/`), { ...wait, repeatable: false })
  expect(await kindOf(sending)).toEqual(['retry', 'no answer within 1 s'])
  deaf.close()
})

test('a server that anyone could be is not talked to over https', async () => {
  const plain = createServer((_, response) => response.end())
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const { port } = plain.address() as { port: number }
  const sending = post(new URL(`https://127.0.0.1:${port}/`), { ...wait, timeout: 5_000, repeatable: false })
  expect((await kindOf(sending))[0]).toBe('retry')
  plain.close()
})
