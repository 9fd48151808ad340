import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createFlows, givenApplication, type TestApplication } from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests attacks that no test of an individual flow covers.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let portal: TestApplication
let browser: Browser
beforeAll(async () => {
  flows = createFlows(server)
  portal = await givenApplication(server.db)
})
beforeEach(async () => {
  browser = createBrowser(server.url)
  await browser.signIn(await setUpAccount(server.db))
})

const errorAt = async (more: Record<string, string | undefined>, application = portal) => {
  const back = await browser.follow(flows.authorize(application, more).url)
  return back.searchParams.get('error') ?? new URLSearchParams(back.hash.slice(1)).get('error')
}

test('includes the issuer in every authorization response to prevent mix-up attacks', async () => {
  const { back } = await flows.code(browser, portal)
  expect(back.searchParams.get('iss')).toBe(server.issuer)
  for (const more of [
    { prompt: 'none', max_age: '0' },
    { scope: 'openid unknown', resource: 'urn:x' },
  ]) {
    const refused = await browser.follow(flows.authorize(portal, more).url)
    expect([refused.searchParams.has('error'), refused.searchParams.get('iss')]).toEqual([
      true,
      server.issuer,
    ])
  }
})

test('returns authorization codes only in the query or the fragment', async () => {
  for (const response_mode of ['web_message', 'jwt'])
    expect([response_mode, await errorAt({ response_mode })]).toEqual([
      response_mode,
      expect.stringMatching(/^(invalid_request|unsupported_response_mode)$/),
    ])
  const posted = await browser.follow(flows.authorize(portal, { response_mode: 'form_post' }).url)
  expect(posted.href).toBe(`${server.url}/continue/error?reason=request`)
  const back = await browser.follow(flows.authorize(portal, { response_mode: 'fragment' }).url)
  expect([back.search, new URLSearchParams(back.hash.slice(1)).has('code')]).toEqual(['', true])
})

test('redirects GET and POST requests with status 303, and other origins cannot read the response', async () => {
  const { url } = flows.authorize(portal)
  for (const init of [{}, { method: 'POST', body: url.searchParams }]) {
    const at = init.method ? url.origin + url.pathname : url
    const answer = await browser.visit(at, { ...init, headers: { origin: 'https://portal.example.com' } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([303, null])
    expect(answer.headers.get('location')).toContain('code=')
  }
})

test('rejects authorization requests with a request object, an external request_uri or a client registration', async () => {
  expect(await errorAt({ request_uri: 'https://evil.example/request' })).toMatch(/request_uri/)
  expect(await errorAt({ request: 'e30.e30.' })).toBe('request_not_supported')
  expect(await errorAt({ registration: '{}' })).toBe('registration_not_supported')
})

test('accepts a pushed authorization request once, and only from the client that pushed it', async () => {
  const push = async () => {
    const { url } = flows.authorize(portal)
    const answer = await server.post(
      'ext/par/request',
      Object.fromEntries(url.searchParams),
      flows.basic(portal),
    )
    return ((await answer.json()) as { request_uri: string }).request_uri
  }
  const at = (client_id: string, request_uri: string) =>
    browser.follow(
      `/realms/reeve/protocol/openid-connect/auth?${new URLSearchParams({ client_id, request_uri })}`,
    )
  const pushed = await push()
  const other = await givenApplication(server.db)
  expect((await at(other.id, pushed)).searchParams.has('code')).toBe(false)
  expect((await at(portal.id, pushed)).searchParams.has('code')).toBe(true)
  expect((await at(portal.id, pushed)).searchParams.has('code')).toBe(false)
  const { url } = flows.authorize(portal)
  const unknown = await server.post('ext/par/request', Object.fromEntries(url.searchParams))
  expect(unknown.status).toBe(401)
})

test('rejects authorization requests with repeated parameters', async () => {
  const { url } = flows.authorize(portal)
  url.searchParams.append('redirect_uri', 'https://evil.example/')
  expect((await browser.follow(url)).origin).toBe(server.url)
  const twice = flows.authorize(portal).url
  twice.searchParams.append('scope', 'openid phone')
  expect((await browser.follow(twice)).searchParams.get('code')).toBeNull()
})

test('rejects a stolen authorization code without its PKCE verifier', async () => {
  const victim = await flows.code(browser, portal)
  // The attacker starts their own sign-in and injects the stolen code.
  const own = flows.authorize(portal)
  const { status, body } = await flows.trade(portal, victim.code, own.verifier)
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
})

test('records an application’s errors even if another application causes errors with very long details', async () => {
  const other = await givenApplication(server.db, { kind: 'SINGLE_PAGE' })
  const long = flows.authorize(portal).url
  const address = () =>
    `https://api.example.com/${Array.from({ length: 4 }, () => crypto.randomUUID()).join('/')}`
  for (let sent = 0; sent < 30; sent += 1) long.searchParams.append('resource', address())
  await browser.visit(long)
  const { origin, pathname, searchParams } = flows.authorize(portal, { response_type: 'code\0' }).url
  await browser.visit(origin + pathname, { method: 'POST', body: searchParams })
  await browser.visit(flows.authorize(other, { code_challenge: undefined }).url)
  const noted = async (id: string) =>
    server.db.query
      .selectFrom('application_refusal')
      .select(['kind', 'detail'])
      .where('application_id', '=', id)
      .where('kind', 'in', ['RESOURCE', 'PKCE'])
      .execute()
  await expect.poll(() => noted(other.id), { timeout: 15_000 }).toEqual([{ kind: 'PKCE', detail: '' }])
  for (const { detail } of await noted(portal.id)) expect(detail.length).toBeLessThanOrEqual(200)
})
