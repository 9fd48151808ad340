import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { required } from '../../../../contract/required.ts'
import { createFlows, givenApplication } from '../../../testing/applications.ts'
import { useConformance } from '../../../testing/conformance.ts'

// Tests the plans oidcc-rp-initiated-logout-certification-test-plan and
// oidcc-backchannel-rp-initiated-logout-certification-test-plan of the OpenID Foundation's conformance suite.

const returnUri = 'https://portal.example.com/'
const provider = useConformance({ post_logout_redirect_uris: [returnUri] })

const logoutUrl = (query: Record<string, string>) =>
  `${provider.server.issuer}/protocol/openid-connect/logout?${new URLSearchParams(query)}`

/** Sends the logout request and returns the URL to which the browser is redirected. */
async function logOut(query: Record<string, string>): Promise<URL> {
  const answer = await provider.browser.visit(logoutUrl(query))
  expect(answer.status).toBe(303)
  return new URL(required(answer.headers.get('location'), 'location'))
}

/** Whether an authorization request succeeds without a sign-in. */
const isSignedIn = async () => (await provider.authorize({ prompt: 'none' })).searchParams.has('code')

/** Asserts that the browser stays on a page of the console. */
const expectPage = (url: URL) => expect(url.origin).toBe(provider.server.url)

describe('RP-initiated logout', () => {
  test('oidcc-rp-initiated-logout-discovery-endpoint-verification: the metadata contains the logout endpoint', async () => {
    expect((await provider.metadata()).end_session_endpoint).toBe(
      `${provider.server.issuer}/protocol/openid-connect/logout`,
    )
  })

  test('oidcc-rp-initiated-logout: signs the user out and redirects with the state', async () => {
    const { id_token } = await provider.signIn()
    const query = { id_token_hint: id_token, post_logout_redirect_uri: returnUri, state: 'left' }
    expect((await logOut(query)).href).toBe(`${returnUri}?state=left`)
    expect(await isSignedIn()).toBe(false)
  })

  test('oidcc-rp-initiated-logout-no-state: redirects without a state', async () => {
    const { id_token } = await provider.signIn()
    const query = { id_token_hint: id_token, post_logout_redirect_uri: returnUri }
    expect((await logOut(query)).href).toBe(returnUri)
    expect(await isSignedIn()).toBe(false)
  })

  test.each([
    ['bad-post-logout-redirect-uri', `${returnUri}other`],
    ['query-added-to-post-logout-redirect-uri', `${returnUri}?foo=bar`],
  ])('oidcc-rp-initiated-logout-%s: redirects to the console, not to the URI', async (_name, uri) => {
    const { id_token } = await provider.signIn()
    expectPage(await logOut({ id_token_hint: id_token, post_logout_redirect_uri: uri, state: 'left' }))
  })

  test('oidcc-rp-initiated-logout-modified-id-token-hint: redirects to the console and does not sign out', async () => {
    const [header, claims] = (await provider.signIn()).id_token.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const id_token_hint of [`${header}.${claims}.AAAA`, `${none}.${claims}.`]) {
      expectPage(await logOut({ id_token_hint, post_logout_redirect_uri: returnUri, state: 'left' }))
      expect(await isSignedIn()).toBe(true)
    }
  })

  test('oidcc-rp-initiated-logout-bad-id-token-hint: redirects to the console and does not sign out', async () => {
    expectPage(await logOut({ id_token_hint: 'nonsense', post_logout_redirect_uri: returnUri }))
    expect(await isSignedIn()).toBe(true)
  })

  test.each<[string, Record<string, string>]>([
    ['no-id-token-hint', { post_logout_redirect_uri: returnUri, state: 'left' }],
    ['no-params', {}],
    ['only-state', { state: 'left' }],
  ])('oidcc-rp-initiated-logout-%s: redirects to the console and does not sign out', async (_name, query) => {
    await provider.signIn()
    expectPage(await logOut(query))
    expect(await isSignedIn()).toBe(true)
  })

  test('oidcc-rp-initiated-logout-no-post-logout-redirect-uri: signs the user out and redirects to the console', async () => {
    const { id_token } = await provider.signIn()
    expectPage(await logOut({ id_token_hint: id_token, state: 'left' }))
    expect(await isSignedIn()).toBe(false)
  })
})

describe('back-channel logout', () => {
  test('oidcc-backchannel-logout-discovery-endpoint-verification: the metadata lists back-channel logout as supported', async () => {
    expect(await provider.metadata()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    })
  })

  test('oidcc-backchannel-rp-initiated-logout: sends a valid logout token', async () => {
    const received = Promise.withResolvers<string>()
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      response.end()
      received.resolve(new URLSearchParams(body).get('logout_token') ?? '')
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const { port } = receiver.address() as AddressInfo
    const application = await givenApplication(provider.server.db, {
      backchannel_logout_uri: `http://127.0.0.1:${port}/backchannel_logout`,
      post_logout_redirect_uris: [returnUri],
    })
    const tokens = await createFlows(provider.server).signIn(provider.browser, application)
    const id_token_hint = required(tokens.id_token, 'id_token')
    expect((await logOut({ id_token_hint, post_logout_redirect_uri: returnUri })).href).toBe(returnUri)
    const keys = createRemoteJWKSet(new URL(`${provider.server.issuer}/protocol/openid-connect/certs`))
    const { payload } = await jwtVerify(await received.promise, keys, {
      ...{ issuer: provider.server.issuer, audience: application.id },
      requiredClaims: ['iat', 'jti', 'events'],
    })
    expect(payload).toMatchObject({
      ...{ sub: provider.account.id, sid: expect.any(String) },
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(payload).not.toHaveProperty('nonce')
    expect(await isSignedIn()).toBe(false)
    receiver.close()
  })
})
