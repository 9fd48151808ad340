import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { testDatabase } from '../testing/database.ts'
import { setUpAccount, startIdentity } from '../testing/identity.ts'
import type { TokenResponse } from './tokens.ts'

let server: Awaited<ReturnType<typeof startIdentity>>
let tokens: TokenResponse
beforeAll(async () => {
  const db = await testDatabase()
  server = await startIdentity(db)
  const { username, password } = await setUpAccount(db)
  tokens = (await (
    await server.token({ grant_type: 'password', username, password })
  ).json()) as TokenResponse
  await db.close()
  return () => server.close()
})

test('while the database is unavailable, the OpenID endpoints respond with status 503, and access tokens stay valid', async () => {
  const { access_token: access, refresh_token: refreshToken, id_token: idToken } = tokens
  const answers = {
    'sign in': await server.token({ grant_type: 'password', username: 'someone', password: 'x' }),
    'sign in by code': await server.token({
      grant_type: 'password',
      mobilePhone: '13800138000',
      mobilePhoneCode: '123456',
    }),
    refresh: await server.token({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    revoke: await server.post('revoke', { client_id: 'web', token: refreshToken }),
    'revoke an access token': await server.post('revoke', { client_id: 'web', token: access }),
    'sign out': await server.post('logout', { id_token_hint: required(idToken, 'idToken') }),
    userinfo: await server.post('userinfo', {}, { authorization: `Bearer ${access}` }),
    introspect: await server.post('token/introspect', { client_id: 'web', token: access }),
  }
  for (const [name, answer] of Object.entries(answers)) {
    expect([name, answer.status, answer.headers.get('retry-after')]).toEqual([name, 503, '2'])
    expect([name, await answer.json()]).toEqual([
      name,
      { error: 'temporarily_unavailable', error_description: '服务暂时不可用，请稍后再试' },
    ])
  }
  await expect(server.identity.verifyCaller({ token: access })).resolves.toMatchObject({
    accountId: expect.any(String),
  })
})

test('while the database is unavailable, rejects malformed tokens as usual and serves the discovery document', async () => {
  expect((await server.token({ grant_type: 'refresh_token', refresh_token: 'nonsense' })).status).toBe(400)
  expect((await server.post('userinfo', {}, { authorization: 'Bearer x' })).status).toBe(401)
  expect((await fetch(`${server.issuer}/.well-known/openid-configuration`)).status).toBe(200)
})
