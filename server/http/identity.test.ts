import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { useOnce } from '../applications/issued.ts'
import { createLimiter } from '../core/limit.ts'
import { createProofOfWork } from '../core/proof-of-work/proof-of-work.ts'
import { createAddresses } from '../events/webhooks/addresses.ts'
import { createIdentity } from '../identity/index.ts'
import { readProofOfWorkKey } from '../identity/keys/keys.ts'
import { createGuard } from '../sessions/guard.ts'
import { send, sendRaw, startEdge } from '../testing/edge.ts'
import { setUpAccount } from '../testing/identity.ts'
import { useDatabase } from '../testing/use-database.ts'

const db = useDatabase()

const tokenPath = '/realms/reeve/protocol/openid-connect/token'

/** Starts an HTTP server with the token service. */
async function startWithIdentity(publicUrl?: string) {
  let url = publicUrl ?? ''
  const limiter = createLimiter({ multiplier: 1 })
  const identity = createIdentity({
    db,
    log: pino({ level: 'silent' }),
    guard: createGuard({
      db,
      limiter,
      proofOfWork: createProofOfWork({ limiter, readKey: readProofOfWorkKey, useOnce }),
    }),
    limiter,
    cancelClosure: async () => false,
    notifyRecoveryCodeUsed: async () => {},
    storeAgreement: async () => {},
    addresses: createAddresses([]),
    providerAddresses: createAddresses([]),
    services: () => {
      throw new Error('These tests have no services.')
    },
    secondFactor: 'offered',
    requirePkce: false,
    realm: 'reeve',
    publicUrl: () => url,
    requestInfo: (request) => request.info,
  })
  await identity.start()
  const edge = await startEdge(publicUrl ? { REEVE_PUBLIC_URL: publicUrl } : {}, {
    identity: identity.plugin,
    patience: { linger: 20 },
  })
  url ||= edge.url
  return edge
}

const form = (url: string, fields: string | Record<string, string>, headers: Record<string, string> = {}) =>
  send(url + tokenPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

const guarded = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'cache-control': 'no-store',
  'x-request-id': expect.any(String),
}

describe('the OpenID provider behind the HTTP server', () => {
  it('sends the security headers with tokens, and logs neither tokens nor credentials', async () => {
    await using edge = await startWithIdentity()
    const { username, password } = await setUpAccount(db)
    const reply = await form(edge.url, { grant_type: 'password', client_id: 'web', username, password })
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject(guarded)
    const { access_token, refresh_token } = reply.json()
    const lines = edge.lines.join('')
    expect(lines).toContain(`"route":"${tokenPath}"`)
    for (const secret of [access_token, refresh_token, password, username])
      expect(lines).not.toContain(secret)
  })

  it('sends the security headers with error responses', async () => {
    await using edge = await startWithIdentity()
    const wrong = await form(edge.url, {
      grant_type: 'password',
      client_id: 'web',
      username: 'a',
      password: 'b',
    })
    const nothing = await form(edge.url, '')
    const packed = await form(edge.url, { grant_type: 'password' }, { 'Content-Encoding': 'gzip' })
    for (const reply of [wrong, nothing, packed]) {
      expect(reply.json()).toMatchObject({ error: expect.any(String), error_description: expect.any(String) })
      expect(reply.headers).toMatchObject(guarded)
    }
    expect([wrong.status, nothing.status, packed.status]).toEqual([400, 400, 415])
  })

  it('uses its own URL as issuer, whatever host the request names', async () => {
    await using edge = await startWithIdentity()
    const headers = {
      Host: 'evil.example.com',
      'X-Forwarded-Host': 'evil.example.com',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example.com;proto=https',
    }
    const path = '/realms/reeve/.well-known/openid-configuration'
    const reply = await send(edge.url + path, { headers })
    expect(reply.json()).toMatchObject({
      issuer: `${edge.url}/realms/reeve`,
      jwks_uri: `${edge.url}/realms/reeve/protocol/openid-connect/certs`,
      token_endpoint: edge.url + tokenPath,
    })
    expect(reply.body).not.toContain('evil')
    const whole = `GET http://evil.example.com${path} HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n`
    const heard = await sendRaw(edge.port, whole)
    expect(heard).toContain(`"issuer":"${edge.url}/realms/reeve"`)
    expect(heard).not.toContain('evil')
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  })

  it('uses the configured public URL in every URL of the discovery document', async () => {
    await using edge = await startWithIdentity('https://id.example.com')
    const reply = await send(`${edge.url}/realms/reeve/.well-known/openid-configuration`)
    const urls = reply.body.match(/https?:\/\/[^/"]+/g) ?? []
    expect(urls.length).toBeGreaterThan(4)
    expect([...new Set(urls)]).toEqual(['https://id.example.com'])
  })

  it.each([
    ['NUL', 'username=a%00b&password=12345678'],
    ['a truncated UTF-8 character', 'username=%e4%bd&password=12345678'],
    ['a lone surrogate', 'username=%ed%a0%80&password=12345678'],
  ])('rejects form fields that contain %s', async (_kind, fields) => {
    await using edge = await startWithIdentity()
    const reply = await send(edge.url + tokenPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `grant_type=password&client_id=web&${fields}`,
    })
    expect(reply.status).toBe(400)
  })

  it('disconnects a client whose request body never ends', async () => {
    await using edge = await startWithIdentity()
    const head = `POST ${tokenPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n`
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    const chunks = Array<string>(20).fill(chunk)
    const heard = await sendRaw(edge.port, `${head}Transfer-Encoding: chunked\r\n\r\n`, ...chunks)
    expect(heard).toMatch(/^(HTTP\/1.1 4\d\d |$)/)
  })
})
