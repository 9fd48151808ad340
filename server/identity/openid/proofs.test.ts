import { randomUUID } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import * as client from 'openid-client'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { claimsOf, createFlows, givenApplication, redirectUri } from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests tokens that are bound to a key (DPoP, RFC 9449). Valid requests are sent by a client library, and
// invalid ones are built by the tests.

const server = useIdentity()
let account: Awaited<ReturnType<typeof setUpAccount>>
let browser: Browser
beforeAll(async () => {
  account = await setUpAccount(server.db)
})
beforeEach(async () => {
  browser = createBrowser(server.url)
  await browser.signIn(account)
})

type Kind = 'SERVER' | 'SINGLE_PAGE' | 'NATIVE' | 'SERVICE'
const createApplication = (kind: Kind) => givenApplication(server.db, { kind })

async function discover({ id, kind, secret }: Awaited<ReturnType<typeof createApplication>>) {
  const isPublic = kind === 'SINGLE_PAGE' || kind === 'NATIVE'
  const config = await client.discovery(
    new URL(server.issuer),
    id,
    undefined,
    isPublic ? client.None() : client.ClientSecretBasic(secret),
    { execute: [client.allowInsecureRequests] },
  )
  const keys = await client.randomDPoPKeyPair()
  return { config, keys, DPoP: client.getDPoPHandle(config, keys) }
}

/** Signs in with the client library, as its documentation describes. */
async function signIn(kind: Kind, { pushed = false } = {}) {
  const application = await createApplication(kind)
  const { config, keys, DPoP } = await discover(application)
  const verifier = client.randomPKCECodeVerifier()
  const parameters = {
    redirect_uri: redirectUri,
    scope: 'openid offline_access',
    prompt: 'consent',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(!pushed && { dpop_jkt: await DPoP.calculateThumbprint() }),
  }
  const url = pushed
    ? await client.buildAuthorizationUrlWithPAR(config, parameters, { DPoP })
    : client.buildAuthorizationUrl(config, parameters)
  let back = await browser.follow(url)
  // Native applications require consent at each sign-in, so the user consents here.
  if (back.origin === server.url)
    back = await browser.follow(required((await browser.answer(back, { step: 'consent' })).next, 'next'))
  const trade = (handle: client.DPoPHandle | undefined) =>
    client.authorizationCodeGrant(
      config,
      back,
      { pkceCodeVerifier: verifier },
      undefined,
      handle && { DPoP: handle },
    )
  return { application, config, keys, DPoP, trade }
}

/** Creates a DPoP proof without the client library. */
async function proofOf(
  keys: { privateKey: CryptoKey; publicKey: CryptoKey },
  more: Record<string, unknown> = {},
  token?: string,
) {
  const digest = token && (await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return new SignJWT({
    htm: 'GET',
    htu: `${server.issuer}/protocol/openid-connect/userinfo`,
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    ...(digest && { ath: Buffer.from(digest).toString('base64url') }),
    ...more,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(keys.publicKey) })
    .sign(keys.privateKey)
}

/** Returns the status and the error code of userinfo for an Authorization header. */
async function userinfo(authorization: string, proof?: string) {
  const answer = await fetch(`${server.issuer}/protocol/openid-connect/userinfo`, {
    headers: { authorization, ...(proof && { dpop: proof }) },
  })
  return [answer.status, answer.headers.get('www-authenticate')?.match(/error="(\w+)"/)?.[1]] as const
}

test.each(['SERVER', 'SINGLE_PAGE', 'NATIVE'] as const)(
  'openid-client signs in with a DPoP key, reads userinfo and refreshes tokens for an application of kind %s',
  async (kind) => {
    const { config, DPoP, trade } = await signIn(kind, { pushed: kind === 'SERVER' })
    const tokens = await trade(DPoP)
    const jkt = await DPoP.calculateThumbprint()
    expect([tokens.token_type, claimsOf(tokens.access_token).cnf]).toEqual(['dpop', { jkt }])
    const read = (token: string) => client.fetchUserInfo(config, token, account.id, { DPoP })
    expect(await read(tokens.access_token)).toMatchObject({ sub: account.id })
    const next = await client.refreshTokenGrant(
      config,
      required(tokens.refresh_token, 'refresh_token'),
      undefined,
      { DPoP },
    )
    expect([next.token_type, claimsOf(next.access_token).cnf]).toEqual(['dpop', { jkt }])
    expect(await read(next.access_token)).toMatchObject({ sub: account.id })
  },
)

test('introspection returns the thumbprint of the DPoP key to which a service’s access token is bound', async () => {
  const service = await createApplication('SERVICE')
  const { config, DPoP } = await discover(service)
  const { access_token: token } = await client.clientCredentialsGrant(config, {}, { DPoP })
  expect(await client.tokenIntrospection(config, token)).toMatchObject({
    active: true,
    token_type: 'DPoP',
    cnf: { jkt: await DPoP.calculateThumbprint() },
  })
})

test('rejects stolen DPoP-bound access and refresh tokens without a proof by the right key', async () => {
  const { config, trade, DPoP } = await signIn('SINGLE_PAGE')
  const { access_token: token, refresh_token } = await trade(DPoP)
  expect(await userinfo(`Bearer ${token}`)).toEqual([401, 'invalid_dpop_proof'])
  expect(await userinfo(`DPoP ${token}`)).toEqual([401, 'invalid_dpop_proof'])
  const thief = await client.randomDPoPKeyPair()
  expect(await userinfo(`DPoP ${token}`, await proofOf(thief, {}, token))).toEqual([
    401,
    'invalid_dpop_proof',
  ])
  // For a public client, a refresh token without its key is rejected like an access token.
  const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
  for (const options of [undefined, { DPoP: other }])
    await expect(
      client.refreshTokenGrant(config, required(refresh_token, 'refresh_token'), undefined, options),
    ).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  await expect(
    client.refreshTokenGrant(config, required(refresh_token, 'refresh_token'), undefined, { DPoP }),
  ).resolves.toBeTruthy()
})

test('rejects an authorization code without a proof by the DPoP key that the authorization request contained', async () => {
  for (const stolen of ['no key', 'another key'] as const) {
    const { config, trade } = await signIn('SERVER')
    const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
    const tokens = trade(stolen === 'no key' ? undefined : other)
    await expect(tokens, stolen).rejects.toMatchObject({ error: 'invalid_grant' })
  }
})

test('userinfo accepts a DPoP proof only for one call with one token, and only for a short time', async () => {
  const { keys, trade, DPoP } = await signIn('SERVER')
  const { access_token: token } = await trade(DPoP)
  const authorization = `DPoP ${token}`
  const good = await proofOf(keys, {}, token)
  expect(await userinfo(authorization, good)).toEqual([200, undefined])
  expect(await userinfo(authorization, good)).toEqual([401, 'invalid_dpop_proof'])

  const now = Math.floor(Date.now() / 1000)
  const endpoint = `${server.issuer}/protocol/openid-connect/userinfo`
  const wrong = {
    'another method': await proofOf(keys, { htm: 'POST' }, token),
    'another path': await proofOf(keys, { htu: `${server.issuer}/protocol/openid-connect/token` }, token),
    'another server': await proofOf(keys, { htu: endpoint.replace('127.0.0.1', 'evil.example') }, token),
    'another token': await proofOf(keys, {}, `${token}x`),
    'no token': await proofOf(keys),
    'an old one': await proofOf(keys, { iat: now - 400 }, token),
    'one for later': await proofOf(keys, { iat: now + 400 }, token),
    'without an identifier': await proofOf(keys, { jti: undefined }, token),
    'two at once': `${await proofOf(keys, {}, token)}, ${await proofOf(keys, {}, token)}`,
    'no proof at all': 'x',
  }
  for (const [what, proof] of Object.entries(wrong))
    expect([what, ...(await userinfo(authorization, proof))]).toEqual([what, 401, 'invalid_dpop_proof'])
  const withQuery = await proofOf(keys, { htu: `${endpoint}?a=b#c` }, token)
  expect(await userinfo(authorization, withQuery)).toEqual([200, undefined])

  const once = await proofOf(keys, {}, token)
  const answers = await Promise.all(Array.from({ length: 10 }, () => userinfo(authorization, once)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
})

test('accepts an access token that is not bound to a key only as a bearer token', async () => {
  const flows = createFlows(server)
  const { access_token: token } = await flows.signIn(browser, await createApplication('SERVER'))
  expect(await userinfo(`Bearer ${token}`)).toEqual([200, undefined])
  const keys = await client.randomDPoPKeyPair()
  expect(await userinfo(`DPoP ${token}`, await proofOf(keys, {}, token))).toEqual([401, 'invalid_dpop_proof'])
})

test('the token endpoint accepts a DPoP proof once, even in ten concurrent calls', async () => {
  const flows = createFlows(server)
  const service = await createApplication('SERVICE')
  const keys = await client.randomDPoPKeyPair()
  const htu = `${server.issuer}/protocol/openid-connect/token`
  const ask = async (dpop: string) => {
    const headers = { ...flows.basic(service), dpop }
    const answer = await server.post('token', { grant_type: 'client_credentials' }, headers)
    return [answer.status, ((await answer.json()) as { error?: string }).error]
  }
  // A proof from a client whose clock is fast is valid for longer, so it must be remembered for longer.
  const ahead = await proofOf(keys, { htm: 'POST', htu, iat: Math.floor(Date.now() / 1000) + 290 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(ahead)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  await server.db.execute(`update issued set expires_at = expires_at - interval '400 seconds'`)
  expect(await ask(ahead)).toEqual([400, 'invalid_grant'])
  expect((await ask(await proofOf(keys, { htm: 'POST', htu: `${htu}/introspect` })))[1]).toBe(
    'invalid_dpop_proof',
  )
})

test('requires a DPoP nonce from a single-page application, and allows its origin to read the nonce', async () => {
  const page = await createApplication('SINGLE_PAGE')
  const keys = await client.randomDPoPKeyPair()
  const htu = `${server.issuer}/protocol/openid-connect/token`
  const origin = new URL(redirectUri).origin
  const answer = await server.post(
    'token',
    { grant_type: 'refresh_token', refresh_token: 'x', client_id: page.id },
    { origin, dpop: await proofOf(keys, { htm: 'POST', htu }) },
  )
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'use_dpop_nonce'])
  expect(answer.headers.get('dpop-nonce')).toMatch(/^[\w-]{43}$/)
  expect(answer.headers.get('access-control-expose-headers')).toContain('DPoP-Nonce')
  for (const path of ['token', 'userinfo']) {
    const preflight = await fetch(`${server.issuer}/protocol/openid-connect/${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,dpop',
      },
    })
    expect([path, preflight.headers.get('access-control-allow-headers')]).toEqual([
      path,
      expect.stringMatching(/dpop/i),
    ])
  }
})
