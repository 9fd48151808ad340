import { describe, expect, it } from 'vitest'
import { legalVersion } from '../../contract/legal.ts'
import { AppError, badInput, rateLimited } from '../core/errors.ts'
import { DatabaseUnavailable } from '../db/constraints.ts'
import { postJson, send, sendRaw, startEdge } from '../testing/edge.ts'

const failing = (error: unknown) => {
  const fail = () => Promise.reject(error)
  return { accounts: { requestCode: fail, checkLoginId: fail, register: fail, resetPassword: fail } }
}

describe('the HTTP routes', () => {
  it('include health checks, the console, OpenID Connect and all API calls', async () => {
    await using edge = await startEdge()
    const gets = ['/healthz', '/readyz', '/metrics', '/config.json', '/', '/login', '/assets/app-1a2b.js']
    for (const path of gets) expect([path, (await send(edge.url + path)).status]).toEqual([path, 200])
    expect((await postJson(`${edge.url}/RegisterCode`, {})).json()).toEqual({
      expiresIn: 300,
      resendAfter: 60,
    })
    expect((await postJson(`${edge.url}/CheckLoginId`, {})).json()).toEqual({ available: true })
    const created = await postJson(`${edge.url}/Register`, {})
    expect([created.status, created.json()]).toEqual([201, { id: '0197' }])
    const reset = await postJson(`${edge.url}/ResetPassword`, {})
    expect([reset.status, reset.body]).toEqual([204, ''])
    expect((await send(`${edge.url}/realms/reeve/.well-known/openid-configuration`)).json()).toEqual({
      issuer: edge.url,
    })
    const graphql = `${edge.url}/api/services/backend/actions/graphql`
    expect((await postJson(graphql, { query: '{a}' })).json()).toEqual({ data: { heard: { query: '{a}' } } })
    expect((await send(`${graphql}?query={a}`)).json()).toEqual({ data: { heard: { query: '{a}' } } })
  })

  it('match paths regardless of case, except for file names', async () => {
    await using edge = await startEdge({ REEVE_ALLOWED_OPENERS: 'https://opener.example' })
    for (const path of ['/RegisterCode', '/registercode', '/REGISTERCODE'])
      expect([path, (await postJson(edge.url + path, {})).status]).toEqual([path, 200])
    expect((await postJson(`${edge.url}/register`, {})).status).toBe(201)
    expect((await send(`${edge.url}/HEALTHZ`)).json()).toEqual({ status: 'ok' })
    const graphql = `${edge.url}/Api/Services/BACKEND/actions/GraphQL`
    expect((await postJson(graphql, { query: '{a}' })).json()).toEqual({ data: { heard: { query: '{a}' } } })
    expect((await send(`${edge.url}/Realms/reeve/.Well-Known/openid-configuration`)).status).toBe(200)
    // These paths are pages of the console, even /register, which is also the name of an API call. Unknown
    // API paths are never pages.
    for (const path of ['/Login', '/accountinfo/INDEX', '/register'])
      expect([path, (await send(edge.url + path)).body]).toEqual([
        path,
        expect.stringContaining('<title>console'),
      ])
    for (const path of ['/API/nothing', '/Realms/nothing'])
      expect([path, (await send(edge.url + path)).status]).toEqual([path, 404])
    expect((await send(`${edge.url}/REGISTER`)).headers.allow).toBe('POST')
    expect((await send(`${edge.url}/registercode`)).status).toBe(405)
    expect((await send(`${edge.url}/Opened`)).headers['cross-origin-opener-policy']).toBe('unsafe-none')
    // File names are case-sensitive.
    expect((await send(`${edge.url}/assets/APP-1a2b.js`)).status).toBe(404)
  })

  it.each([
    ['GET', '/Register', 'POST'],
    ['PUT', '/RegisterCode', 'POST'],
    ['GET', '/api/user/menu', 'POST'],
    ['DELETE', '/api/services/device/actions/graphql', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/services/backend/actions/graphql', 'GET, HEAD, POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/realms/reeve/.well-known/openid-configuration', 'GET, HEAD'],
    ['TRACE', '/healthz', 'GET, HEAD'],
    ['PROPFIND', '/config.json', 'GET, HEAD'],
    ['PUT', '/register', 'GET, HEAD, POST'],
  ])('reject %s %s, and list the allowed methods %s', async (method, path, allowed) => {
    await using edge = await startEdge()
    const reply = await send(edge.url + path, { method })
    expect(reply.json()).toMatchObject({ status: 405, code: 'BAD_INPUT' })
    expect(reply.headers.allow).toBe(allowed)
  })

  it.each(['/api', '/api/nothing', '/api/services', '/realms', '/realms/reeve/nothing', '/api/user/menu/x'])(
    'respond with 404 to GET and POST requests for %s',
    async (path) => {
      await using edge = await startEdge()
      for (const method of ['GET', 'POST']) {
        const reply = await send(edge.url + path, { method, headers: { Accept: 'text/html' } })
        expect(reply.headers['content-type']).toMatch('application/problem+json')
        expect(reply.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      }
    },
  )

  it.each([
    ['POST', '/graphql'],
    ['POST', '/nonsense/x'],
    ['DELETE', '/login'],
    ['PROPFIND', '/'],
  ])('respond to %s %s with 404, because the path has no API call', async (method, path) => {
    await using edge = await startEdge()
    const reply = await send(edge.url + path, { method })
    expect(reply.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(reply.headers).not.toHaveProperty('allow')
  })

  it('send the console a configuration without secrets', async () => {
    await using edge = await startEdge({
      REEVE_ICP: '沪ICP备00000000号',
      REEVE_ALLOWED_OPENERS: 'https://portal.example.com',
      REEVE_DEVICE_SERVICE_URL: 'https://devices.example.com',
      REEVE_DEFAULT_PHONE_REGION: 'US',
      REEVE_ADMIN_PASSWORD: 'hunter2hunter2',
      REEVE_METRICS_TOKEN: 'hunter2hunter2hunter2',
      REEVE_DATABASE_URL: 'postgres://reeve:hunter2@db/reeve',
    })
    const reply = await send(`${edge.url}/config.json`)
    expect(reply.json()).toEqual({
      brand: { name: 'Reeve', logo: null, color: null, line: null, text: null },
      realm: 'reeve',
      identitySources: [],
      deployment: 'platform',
      selfRegistration: true,
      deviceServiceUrl: 'https://devices.example.com',
      queryMethod: 'POST',
      trustedOpeners: ['https://portal.example.com'],
      callingCode: '+1',
      terms: { version: legalVersion, termsUrl: null, privacyUrl: null },
      icp: '沪ICP备00000000号',
      policeFiling: null,
      // Passkeys are not available, because they require a host name and TLS.
      passkeys: false,
    })
  })

  it('compress long GraphQL responses if the client supports gzip', async () => {
    const graphql = { admit: async () => {}, handle: async () => ({ data: 'x'.repeat(10_000) }) }
    await using edge = await startEdge({}, { graphql })
    const url = `${edge.url}/api/services/backend/actions/graphql?query={a}`
    expect(
      (await send(url, { headers: { 'Accept-Encoding': 'gzip, br' } })).headers['content-encoding'],
    ).toBe('gzip')
    expect((await send(url)).headers).not.toHaveProperty('content-encoding')
  })
})

describe('an error response', () => {
  it('names the reason for each invalid field in the language of the caller', async () => {
    const error = badInput({ mobilePhone: ['phone.invalid'], password: ['field.tooShort', { min: 8 }] })
    await using edge = await startEdge({}, failing(error))
    const reply = await postJson(`${edge.url}/Register`, {}, { 'Accept-Language': 'en' })
    expect(reply.headers['content-type']).toMatch('application/problem+json')
    expect([reply.status, reply.json()]).toEqual([
      400,
      {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        code: 'BAD_INPUT',
        detail: 'Not a valid phone number',
        fields: { mobilePhone: 'Not a valid phone number', password: 'At least 8 characters' },
      },
    ])
  })

  it('contains the seconds to wait before a retry', async () => {
    await using limited = await startEdge({}, failing(rateLimited(59.2)))
    const tooOften = await postJson(`${limited.url}/RegisterCode`, {})
    expect(tooOften.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(tooOften.headers['retry-after']).toBe('60')

    await using down = await startEdge({}, failing(new DatabaseUnavailable('connection lost')))
    const later = await postJson(`${down.url}/RegisterCode`, {})
    expect(later.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(later.headers['retry-after']).toBe('1')
  })

  it.each([
    [new AppError('CONFLICT'), 409, 'CONFLICT'],
    [new AppError('FORBIDDEN'), 403, 'FORBIDDEN'],
    [new AppError('NOT_FOUND'), 404, 'NOT_FOUND'],
    [new AppError('TOO_LARGE'), 413, 'TOO_LARGE'],
  ])('for %s has the status %s', async (error, status, code) => {
    await using edge = await startEdge({}, failing(error))
    expect((await postJson(`${edge.url}/Register`, {})).json()).toMatchObject({ status, code })
  })

  it('for an unexpected error contains the request ID but no details', async () => {
    // Errors of libraries can have their own status and code, which must not be sent.
    const fault = Object.assign(new Error('column "x" does not exist'), { statusCode: 418, code: '42703' })
    await using edge = await startEdge({}, failing(fault))
    const reply = await postJson(`${edge.url}/Register`, {})
    expect(reply.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'INTERNAL',
      detail: '服务器出错，请稍后再试',
      requestId: reply.headers['x-request-id'],
    })
    const line = edge.lines.map((entry) => JSON.parse(entry)).find(({ level }) => level === 'error')
    expect(line).toMatchObject({ requestId: reply.headers['x-request-id'], err: { code: '42703' } })
  })
})

describe('the web server of the console', () => {
  it('lets browsers cache hashed files for a year, but makes them revalidate pages', async () => {
    await using edge = await startEdge()
    const script = await send(`${edge.url}/assets/app-1a2b.js`)
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    })
    for (const path of ['/', '/index.html', '/login', '/accountInfo/index?tab=1', '/opened']) {
      const page = await send(edge.url + path, { headers: { Accept: 'text/html' } })
      expect([path, page.body, page.headers['cache-control']]).toEqual([
        path,
        '<!doctype html><title>console</title>',
        'no-cache',
      ])
    }
    const icon = await send(`${edge.url}/favicon.svg`)
    expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' })
  })

  it.each(['br', 'gzip'])('sends files precompressed with %s', async (encoding) => {
    await using edge = await startEdge()
    for (const path of ['/login', '/assets/app-1a2b.js']) {
      const { headers } = await send(edge.url + path, { headers: { 'Accept-Encoding': encoding } })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    }
  })

  it('responds with 304 if the client already has the current page', async () => {
    await using edge = await startEdge()
    const { etag = '' } = (await send(`${edge.url}/login`)).headers
    expect((await send(`${edge.url}/login`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })

  it('responds with 404 instead of a page if a file is missing or the client does not accept HTML', async () => {
    await using edge = await startEdge()
    const missing = ['/assets/gone-9z.js', '/missing.png', '/assets/', '/index.html.br', '/.env']
    for (const path of missing) expect([path, (await send(edge.url + path)).status]).toEqual([path, 404])
    const data = await send(`${edge.url}/login`, { headers: { Accept: 'application/json' } })
    expect(data.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    'http://evil.example.com/etc/passwd',
  ])('never serves files outside its folder: %s', async (path) => {
    await using edge = await startEdge()
    const heard = await sendRaw(edge.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(heard).toMatch(/^HTTP\/1.1 (400|404|200) /)
    expect(heard).not.toMatch(/root:|"dependencies"/)
    if (heard.startsWith('HTTP/1.1 200')) expect(heard).toContain('<title>console</title>')
  })

  it('logs a warning if the console is not built', async () => {
    await using edge = await startEdge({}, { webRoot: '/nowhere/at/all' })
    expect((await send(`${edge.url}/login`)).status).toBe(404)
    expect(edge.lines.join('')).toContain('not built')
  })
})
