import { describe, expect, it } from 'vitest'
import { postJson, send, sendRaw, startEdge } from '../testing/edge.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': expect.stringContaining('camera=()'),
  'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; '),
}

/** Returns the status and headers of a raw HTTP response. */
function parsed(raw: string) {
  const [head = ''] = raw.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.replace(/^[^:]*: /, ''),
  ])
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers) }
}

describe('security headers', () => {
  it('are sent with every kind of response', async () => {
    await using edge = await startEdge(
      {},
      {
        accounts: {
          requestCode: () => Promise.reject(new Error('broken')),
          checkLoginId: async () => ({ available: true }),
          register: async () => ({ id: '1' }),
          resetPassword: async () => {},
        },
        // The route writes the raw response itself, as the OpenID provider does.
        identity: async (app) => {
          app.get('/realms/reeve/raw', (_request, reply) => {
            reply.hijack()
            reply.raw.end('raw')
          })
        },
      },
    )
    const json = { 'Content-Type': 'application/json' }
    const answers = {
      page: await send(`${edge.url}/login`),
      consent: await send(`${edge.url}/continue/V1StGXR8_Z5jdHi6B-myT`),
      file: await send(`${edge.url}/assets/app-1a2b.js`),
      missing: await send(`${edge.url}/api/nothing`),
      wrongMethod: await send(`${edge.url}/Register`),
      menu: await send(`${edge.url}/api/user/menu`, { method: 'POST' }),
      graphql: await postJson(`${edge.url}/api/services/backend/actions/graphql`, {}),
      broken: await postJson(`${edge.url}/RegisterCode`, {}),
      malformed: await send(`${edge.url}/Register`, { method: 'POST', headers: json, body: '{' }),
      empty: await postJson(`${edge.url}/ResetPassword`, {}),
      badUrl: await send(`${edge.url}/%ff`),
      hijacked: await send(`${edge.url}/realms/reeve/raw`),
      metrics: await send(`${edge.url}/metrics`),
      expectation: await send(edge.url, { headers: { Expect: 'miracle' } }),
      noHost: parsed(await sendRaw(edge.port, 'GET / HTTP/1.1\r\n\r\n')),
      noHttp: parsed(await sendRaw(edge.port, 'hello\r\n\r\n')),
      longHeaders: parsed(
        await sendRaw(edge.port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`),
      ),
    }
    for (const [kind, { headers }] of Object.entries(answers)) {
      expect({ kind, headers }).toEqual({ kind, headers: expect.objectContaining(always) })
    }
    expect(Object.fromEntries(Object.entries(answers).map(([kind, { status }]) => [kind, status]))).toEqual({
      page: 200,
      consent: 200,
      file: 200,
      missing: 404,
      wrongMethod: 405,
      menu: 401,
      graphql: 200,
      broken: 500,
      malformed: 400,
      empty: 204,
      badUrl: 400,
      hijacked: 200,
      metrics: 200,
      expectation: 400,
      noHost: 400,
      noHttp: 400,
      longHeaders: 431,
    })
  })

  it('include Strict-Transport-Security only if the console uses https', async () => {
    await using plain = await startEdge({ REEVE_PUBLIC_URL: 'http://reeve.local' })
    await using secure = await startEdge({ REEVE_PUBLIC_URL: 'https://reeve.local' })
    expect((await send(plain.url)).headers).not.toHaveProperty('strict-transport-security')
    expect((await send(secure.url)).headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('let the console call a device service on another host', async () => {
    await using edge = await startEdge({ REEVE_DEVICE_SERVICE_URL: 'https://devices.example.com/base' })
    expect((await send(edge.url)).headers['content-security-policy']).toContain(
      "connect-src 'self' https://devices.example.com;",
    )
  })

  it('allow the camera only on the page that scans codes', async () => {
    await using edge = await startEdge()
    const policy = async (path: string) => (await send(edge.url + path)).headers['permissions-policy']
    const { headers } = await send(`${edge.url}/device?user_code=WDJB-MJHT`)
    const scans = 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()'
    expect(headers).toEqual(expect.objectContaining({ ...always, 'permissions-policy': scans }))
    expect(await policy('/device')).toBe(scans)
    expect(await policy('/devices')).toContain('camera=()')
    expect(await policy('/api/device')).toContain('camera=()')
  })

  it('let only /opened access its opener, and only if trusted openers are configured', async () => {
    await using closed = await startEdge()
    await using open = await startEdge({ REEVE_ALLOWED_OPENERS: 'https://portal.example.com' })
    const policy = async (url: string) => (await send(url)).headers['cross-origin-opener-policy']
    expect(await policy(`${closed.url}/opened`)).toBe('same-origin')
    expect(await policy(`${open.url}/opened?from=portal`)).toBe('unsafe-none')
    expect(await policy(`${open.url}/openedX`)).toBe('same-origin')
    expect(await policy(`${open.url}/login`)).toBe('same-origin')
  })
})
