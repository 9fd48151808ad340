import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { postJson, send, sendRaw, startEdge } from '../testing/edge.ts'
import type { Timeouts } from './listen.ts'

const json = { 'Content-Type': 'application/json' }
const graphqlPath = '/api/services/backend/actions/graphql'

/** Starts a server and collects the requests that the server does not reject as malformed. */
async function startListening(patience: Partial<Timeouts> = {}) {
  const heard: unknown[] = []
  const hear = async (input: unknown) => {
    heard.push(input)
    return { id: '', expiresIn: 0, resendAfter: 0, available: true }
  }
  const accounts = { requestCode: hear, checkLoginId: hear, register: hear, resetPassword: async () => {} }
  return Object.assign(await startEdge({}, { accounts, patience }), { heard })
}

describe('a request body', () => {
  it('with a large Content-Length is rejected without being read', async () => {
    await using edge = await startListening()
    const head = `POST /Register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n`
    expect(await sendRaw(edge.port, head)).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"TOO_LARGE"/)
    expect(edge.heard).toEqual([])
  })

  it.each(['/Register', '/api/user/menu', '/api/nothing', '/login', graphqlPath])(
    'that never ends is cut off by the endpoint %s',
    async (path) => {
      await using edge = await startListening({ linger: 20 })
      const socket = connect(edge.port, '127.0.0.1')
      socket.on('error', () => {})
      const closed = new Promise((resolve) => socket.on('close', resolve))
      let heard = ''
      socket.on('data', (chunk) => {
        heard += chunk
      })
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      )
      const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
      let sent = 0
      const pour = () => {
        while (!socket.destroyed && socket.writable && socket.write(chunk)) sent += chunk.length
      }
      socket.on('drain', pour)
      pour()
      await closed
      // The response is empty if the connection was reset before the response arrived.
      expect(heard).toMatch(/^(HTTP\/1.1 4\d\d |$)/)
      expect(sent).toBeLessThan(30_000_000)
      expect(edge.heard).toEqual([])
    },
  )

  it('is limited to 16 KB, and to 100 KB for GraphQL', async () => {
    await using edge = await startListening()
    const size = async (path: string, kb: number) =>
      (await postJson(edge.url + path, 'x'.repeat(kb * 1024 - 2))).status
    expect(await size('/Register', 16)).toBe(201)
    expect(await size('/Register', 17)).toBe(413)
    expect(await size(graphqlPath, 100)).toBe(200)
    expect(await size(graphqlPath, 101)).toBe(413)
  })

  it('that contains invalid UTF-8, null characters or lone surrogates is rejected with the reason', async () => {
    await using edge = await startListening()
    const bodies = [
      Buffer.from([0x22, 0xff, 0xfe, 0x22]),
      Buffer.from('"\xed\xa0\x80"', 'latin1'),
      '{"nickName":"a\\u0000b"}',
      '{"nickName":"\\ud800"}',
      '{"nickName":["\\udc00\\ud800"]}',
      '{"\\u0000":1}',
    ]
    for (const body of bodies) {
      const reply = await send(`${edge.url}/Register`, { method: 'POST', headers: json, body })
      expect(reply.json()).toMatchObject({
        status: 400,
        code: 'BAD_INPUT',
        detail: expect.stringContaining('UTF-8'),
      })
    }
    expect(edge.heard).toEqual([])
  })

  it('that contains valid JSON escapes, such as an escaped emoji, is accepted', async () => {
    await using edge = await startListening()
    const body = String.raw`{"nickName":"\ud83d\ude00 \\u0000 \\ud800"}`
    expect((await send(`${edge.url}/Register`, { method: 'POST', headers: json, body })).status).toBe(201)
    expect(edge.heard).toEqual([{ nickName: '😀 \\u0000 \\ud800' }])
  })

  it('that is not JSON is rejected in the language of the caller', async () => {
    await using edge = await startListening()
    const ask = (language: string) =>
      send(`${edge.url}/Register`, {
        method: 'POST',
        headers: { ...json, 'Accept-Language': language },
        body: '{',
      })
    const english = await ask('en')
    expect(english.headers['content-type']).toMatch('application/problem+json')
    expect(english.headers['content-language']).toBe('en-US')
    expect(english.json()).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'BAD_INPUT',
      detail: 'The request is not valid JSON',
    })
    expect((await ask('zh')).json()).toMatchObject({ detail: '请求不是有效的 JSON' })
  })

  it('that is nested 8,000 levels deep is rejected with status 400', async () => {
    await using edge = await startListening()
    const body = `${'['.repeat(8_000)}"\\u0000"${']'.repeat(8_000)}`
    expect((await send(`${edge.url}/Register`, { method: 'POST', headers: json, body })).status).toBe(400)
  })

  it('that is compressed or does not have the type application/json is rejected with status 415', async () => {
    await using edge = await startListening()
    const packed = gzipSync(Buffer.alloc(5_000_000, ' '))
    const gzip = { ...json, 'Content-Encoding': 'gzip' }
    expect((await send(`${edge.url}/Register`, { method: 'POST', headers: gzip, body: packed })).status).toBe(
      415,
    )
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'nonsense',
    ]) {
      const headers = { 'Content-Type': type }
      const reply = await send(`${edge.url}/Register`, { method: 'POST', headers, body: '{}' })
      expect([type, reply.status, reply.json().code]).toEqual([type, 415, 'BAD_INPUT'])
    }
    expect(edge.heard).toEqual([])
  })

  it('that is not JSON causes an error in GraphQL format at a GraphQL endpoint', async () => {
    await using edge = await startListening()
    const reply = await send(edge.url + graphqlPath, { method: 'POST', headers: json, body: '{' })
    expect(reply.status).toBe(400)
    expect(reply.headers['content-type']).toMatch('application/json')
    expect(reply.json()).toEqual({
      errors: [{ message: '请求不是有效的 JSON', extensions: { code: 'BAD_INPUT' } }],
    })
  })
})

describe('a request head', () => {
  it.each([2_000, 100_000])('with %i headers is rejected', async (count) => {
    await using edge = await startEdge()
    const lines = Array.from({ length: count }, (_, index) => `X-${index}: ${index}\r\n`).join('')
    expect(await sendRaw(edge.port, `GET / HTTP/1.1\r\nHost: a\r\n${lines}\r\n`)).toMatch(/^HTTP\/1.1 431 /)
    expect((await send(edge.url)).status).toBe(200)
  })

  it.each(['/a%00b', '/login?x=%00', '/login?x=%ff', '/%', '/%ed%a0%80'])(
    'with the URL %s is rejected',
    async (path) => {
      await using edge = await startEdge()
      expect((await send(edge.url + path)).json()).toMatchObject({ status: 400, code: 'BAD_INPUT' })
    },
  )

  it('with both Content-Length and Transfer-Encoding is rejected', async () => {
    await using edge = await startEdge()
    const smuggled =
      'POST /Register HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
    expect(await sendRaw(edge.port, smuggled)).toMatch(/^HTTP\/1.1 400 /)
  })

  it('that never ends is cut off with status 408, like a body that never ends', async () => {
    await using edge = await startEdge({}, { patience: { headers: 50, request: 100 } })
    expect(await sendRaw(edge.port, 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ')).toMatch(/^HTTP\/1.1 408 /)
    const body = `POST /Register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`
    expect(await sendRaw(edge.port, body)).toMatch(/^HTTP\/1.1 408 /)
  })
})
