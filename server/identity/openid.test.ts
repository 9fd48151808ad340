import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { setUpAccount, useIdentity } from '../testing/identity.ts'

const server = useIdentity()
let config: openid.Configuration
beforeAll(async () => {
  config = await openid.discovery(
    new URL(server.issuer),
    'web',
    { id_token_signed_response_alg: 'ES256' },
    openid.None(),
    {
      execute: [openid.allowInsecureRequests],
    },
  )
})

async function signIn() {
  const { username, password, ...account } = await setUpAccount(server.db)
  const tokens = await openid.genericGrantRequest(config, 'password', { username, password, scope: 'openid' })
  return { ...account, username, password, tokens }
}

test('openid-client signs in with a password, verifies tokens, reads userinfo, and refreshes and revokes tokens', async () => {
  const { id, tokens } = await signIn()
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 300, refresh_expires_in: 30 * 86_400 })
  expect(tokens.claims()).toMatchObject({ sub: id, aud: 'web', iss: server.issuer, sid: expect.any(String) })

  const keys = createRemoteJWKSet(new URL(required(config.serverMetadata().jwks_uri, 'jwks_uri')))
  const { payload } = await jwtVerify(tokens.access_token, keys, {
    issuer: server.issuer,
    audience: server.issuer,
    typ: 'at+jwt',
    algorithms: ['ES256'],
  })
  expect(payload).toMatchObject({
    sub: id,
    client_id: 'web',
    sid: required(tokens.claims(), 'result of claims').sid,
  })
  expect(required(payload.exp, 'exp') - required(payload.iat, 'iat')).toBe(300)

  const user = await openid.fetchUserInfo(config, tokens.access_token, id)
  expect(user).toMatchObject({
    sub: id,
    name: '张三',
    phone_number_verified: true,
    admin: false,
    tenants: [],
  })

  const refreshed = await openid.refreshTokenGrant(config, required(tokens.refresh_token, 'refresh_token'))
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({
    active: true,
    sub: id,
  })
  expect(
    await openid.tokenIntrospection(config, required(refreshed.refresh_token, 'refresh_token')),
  ).toMatchObject({
    active: true,
    token_type: 'refresh_token',
  })

  await openid.tokenRevocation(config, required(refreshed.refresh_token, 'refresh_token'))
  expect(await openid.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })
  await expect(
    openid.refreshTokenGrant(config, required(refreshed.refresh_token, 'refresh_token')),
  ).rejects.toMatchObject({
    error: 'invalid_grant',
    status: 400,
  })
})

test('accepts the URL of the token endpoint in any letter case', async () => {
  const { username, password } = await setUpAccount(server.db)
  const body = new URLSearchParams({ client_id: 'web', grant_type: 'password', username, password })
  const url = `${server.issuer}/Protocol/OpenID-Connect/TOKEN`
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
})

test('the JWKS endpoint publishes only the public parts of the signing keys', async () => {
  const { keys } = (await (await fetch(required(config.serverMetadata().jwks_uri, 'jwks_uri'))).json()) as {
    keys: object[]
  }
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ['alg', 'e', 'kid', 'kty', 'n', 'use'],
  ])
})

test('the token endpoint returns errors in OAuth format, in Chinese by default and in English if the client prefers it', async () => {
  const wrong = { grant_type: 'password', username: 'nobody', password: 'wrong' }
  const zh = await server.token(wrong)
  expect([zh.status, await zh.json()]).toEqual([
    400,
    { error: 'invalid_grant', error_description: '登录出错，请刷新重试' },
  ])
  const en = await server.token(wrong, { 'accept-language': 'en-US' })
  expect(await en.json()).toEqual({
    error: 'invalid_grant',
    error_description: "Couldn't sign you in. Refresh and try again.",
  })
  expect(en.headers.get('cache-control')).toBe('no-store')
  const unknownClient = await server.token({ ...wrong, client_id: 'other' })
  expect([unknownClient.status, await unknownClient.json()]).toMatchObject([401, { error: 'invalid_client' }])
  const unknownGrant = await server.token({ grant_type: 'authorization_code', code: 'x' })
  expect([unknownGrant.status, await unknownGrant.json()]).toMatchObject([
    400,
    { error: 'unauthorized_client' },
  ])
  const nothing = await server.token({ grant_type: 'password' })
  expect([nothing.status, await nothing.json()]).toMatchObject([400, { error: 'invalid_request' }])
})
