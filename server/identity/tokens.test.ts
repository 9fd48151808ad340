import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { endEverySession } from '../sessions/store.ts'
import { nextKeysSign, requestFrom, setUpAccount, startIdentity, useIdentity } from '../testing/identity.ts'
import { createKeys, rotateKeys } from './keys/keys.ts'
import type { TokenResponse } from './tokens.ts'
import { verifyAccessToken } from './verify.ts'

const server = useIdentity()

async function signIn() {
  const account = await setUpAccount(server.db)
  const { username, password } = account
  const answer = await server.token({ grant_type: 'password', username, password })
  return { account, ...((await answer.json()) as TokenResponse) }
}

const userinfo = (token: string, scheme = 'Bearer') =>
  fetch(`${server.issuer}/protocol/openid-connect/userinfo`, {
    headers: { authorization: `${scheme} ${token}` },
  })

const refresh = (refreshToken: string) =>
  server.token({ grant_type: 'refresh_token', refresh_token: refreshToken })

const signingKey = async () => {
  const { value } = await server.db.query
    .selectFrom('secret_key')
    .select('value')
    .where('kind', '=', 'signing')
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  return value as JWK
}

const decode = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a copy of a valid token with changed claims, signed with the server's own key. */
async function signed(token: string, claims: Record<string, unknown>, header: Record<string, unknown> = {}) {
  const [head, body] = decode(token)
  const key = await importJWK(await signingKey(), 'ES256')
  return new SignJWT({ ...body, ...claims })
    .setProtectedHeader({ ...head, alg: 'ES256', ...header })
    .sign(key)
}

test('rejects an access token with a changed, missing or extra character', async () => {
  const { access_token: token } = await signIn()
  expect((await userinfo(token)).status).toBe(200)
  const last = required(token.at(-1), 'at')
  // Decoders ignore four bits of a signature's last character, so several characters decode to the same
  // signature. Only the original character must be accepted.
  const forged = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .filter((other) => other !== last)
    .map((other) => token.slice(0, -1) + other)
  for (let i = 0; i < token.length; i += 3)
    forged.push(token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1))
  for (let i = 1; i < token.length; i += 40) forged.push(token.slice(0, i), token.slice(i))
  forged.push(`${token}A`, `${token}=`, `${token}.`, token.toUpperCase(), 'undefined', 'a.b.c')
  for (const one of forged) {
    expect([one, await server.identity.verifyCaller({ token: one })]).toEqual([one, null])
  }
  for (const one of forged.slice(0, 10)) {
    const answer = await userinfo(one)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="reeve", error="invalid_token"')
  }
})

test('rejects an access token with a wrong signature, type, lifetime, issuer, audience, session or subject', async () => {
  const { access_token: token, refresh_token: refreshToken, id_token: idToken } = await signIn()
  const [head, body] = decode(token)
  const now = Math.floor(Date.now() / 1000)
  expect((await userinfo(await signed(token, {}))).status).toBe(200)

  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const own = new SignJWT(body).setProtectedHeader({ ...head, alg: 'ES256' })
  const hs256 = new SignJWT(body).setProtectedHeader({ ...head, alg: 'HS256' })
  const { x, y } = await signingKey()
  const refused = {
    'no bearer': '',
    'alg none': `${encode({ ...head, alg: 'none' })}.${encode(body)}.`,
    'alg none with the signature': `${encode({ ...head, alg: 'none' })}.${token.split('.').slice(1).join('.')}`,
    'HS256 under the public key': await hs256.sign(Buffer.from(required(x, 'x') + required(y, 'y'))),
    'a foreign key under our kid': await own.sign(privateKey),
    'a foreign kid': await new SignJWT(body)
      .setProtectedHeader({ ...head, alg: 'ES256', kid: 'other' })
      .sign(privateKey),
    'a key that it brings itself': await new SignJWT(body)
      .setProtectedHeader({ ...head, alg: 'ES256', kid: undefined, jwk: await exportJWK(publicKey) })
      .sign(privateKey),
    expired: await signed(token, { iat: now - 301, exp: now - 1 }),
    'without exp': await signed(token, { exp: undefined }),
    'another issuer': await signed(token, { iss: 'http://127.0.0.1:1/realms/reeve' }),
    'another audience': await signed(token, { aud: 'web' }),
    'without a session': await signed(token, { sid: undefined }),
    'not an account': await signed(token, { sub: "' or 1=1" }),
    'another kind': await signed(token, {}, { typ: 'JWT' }),
    'an ID token': required(idToken, 'idToken'),
    'a refresh token': refreshToken,
  }
  for (const [name, one] of Object.entries(refused)) {
    expect([name, (await userinfo(one)).status]).toEqual([name, 401])
  }
  expect((await userinfo(token, 'Basic')).status).toBe(401)
})

test('rejects an expired access token, even if the server cached an earlier verification of the token', async () => {
  const { access_token: token, expires_in: seconds } = await signIn()
  let at = new Date()
  const keys = { ...createKeys(server.db), now: async () => at }
  await keys.load()
  const verify = () => verifyAccessToken(token, keys, server.issuer)
  const first = await verify()
  expect(first).not.toBeNull()
  at = new Date(at.getTime() + (seconds - 2) * 1_000)
  expect(await verify()).toEqual(first)
  at = new Date(at.getTime() + 3_000)
  expect(await verify()).toBeNull()
})

test('rejects access and refresh tokens as soon as the session has ended or the account is disabled', async () => {
  const [ended, disabled] = [await signIn(), await signIn()]
  await server.db.query
    .updateTable('session')
    .set({ ended_at: new Date() })
    .where('account_id', '=', ended.account.id)
    .execute()
  await server.db.query
    .updateTable('account')
    .set({ enabled: false })
    .where('id', '=', disabled.account.id)
    .execute()
  for (const { access_token: access, refresh_token: refreshToken } of [ended, disabled]) {
    expect((await userinfo(access)).status).toBe(401)
    const answer = await refresh(refreshToken)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  }
})

test('while an account must change its password, userinfo rejects the access token, but the refresh token works', async () => {
  const { account, ...tokens } = await signIn()
  await server.db.query
    .updateTable('account')
    .set({ password_change_required: true })
    .where('id', '=', account.id)
    .execute()
  expect((await userinfo(tokens.access_token)).status).toBe(403)
  expect((await refresh(tokens.refresh_token)).status).toBe(200)
})

test('refreshTokens() returns a valid access token for a valid refresh token, and null for an invalid one', async () => {
  const { account, ...tokens } = await signIn()
  const answer = (await (await refresh(tokens.refresh_token)).json()) as TokenResponse
  expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 300, refresh_expires_in: 30 * 86_400 })
  expect((await userinfo(answer.access_token)).status).toBe(200)
  const again = required(
    await server.identity.refreshTokens(answer.refresh_token, requestFrom()),
    'result of refreshTokens',
  )
  expect(await server.identity.verifyCaller({ token: again.access_token })).toMatchObject({
    accountId: account.id,
  })
  expect(await server.identity.refreshTokens('nonsense', requestFrom())).toBeNull()
})

test('introspects a token only for the console and for callers that send a valid access token of their own', async () => {
  const { access_token: token, refresh_token: refreshToken } = await signIn()
  const ask = async (form: Record<string, string>, headers?: Record<string, string>) => {
    const answer = await server.post('token/introspect', form, headers)
    return [answer.status, await answer.json()]
  }
  const other = await signIn()
  expect(await ask({ token }, { authorization: `Bearer ${other.access_token}` })).toMatchObject([
    200,
    { active: true, token_type: 'Bearer' },
  ])
  expect(await ask({ token: refreshToken, client_id: 'web' })).toMatchObject([
    200,
    { active: true, token_type: 'refresh_token' },
  ])
  expect(await ask({ token: `${token}x`, client_id: 'web' })).toEqual([200, { active: false }])
  expect(await ask({ token })).toMatchObject([401, { error: 'invalid_client' }])
  expect(await ask({ token }, { authorization: 'Bearer x' })).toMatchObject([401, { error: 'invalid_token' }])
  expect(await ask({ client_id: 'web' })).toMatchObject([400, { error: 'invalid_request' }])
  // Introspection does not use up the token.
  expect((await refresh(refreshToken)).status).toBe(200)
})

test('signs with the new key after a rotation, and accepts access tokens of the previous key for 15 minutes', async () => {
  const before = await signIn()
  const { kid } = await server.db.transaction((tx) => rotateKeys(tx))
  await nextKeysSign(server.db)
  await server.identity.start()
  const after = await signIn()
  expect(required(decode(after.access_token)[0], 'item of decode').kid).toBe(kid)
  expect(required(decode(required(after.id_token, 'id_token'))[0], 'item of decode').kid).toBe(kid)
  expect((await userinfo(before.access_token)).status).toBe(200)
  expect((await userinfo(after.access_token)).status).toBe(200)
  const kids = async () => {
    const answer = await fetch(`${server.issuer}/protocol/openid-connect/certs`)
    const { keys } = (await answer.json()) as { keys: JWK[] }
    return keys.filter((key) => key.alg === 'ES256').map((key) => key.kid)
  }
  expect(await kids()).toEqual([kid, required(decode(before.access_token)[0], 'item of decode').kid])

  await server.db.query
    .updateTable('secret_key')
    .set({ retired_at: new Date(Date.now() - 901_000) })
    .where('retired_at', 'is not', null)
    .execute()
  await server.identity.start()
  expect(await kids()).toEqual([kid])
  expect((await userinfo(before.access_token)).status).toBe(401)
  // At sign-out, the ID token still identifies the session to end.
  const left = await server.post('logout', { id_token_hint: required(before.id_token, 'id_token') })
  expect(left.status).toBe(303)
  expect((await refresh(before.refresh_token)).status).toBe(400)
})

test('rejects earlier tokens after a leaked signing key is replaced and all sessions are ended', async () => {
  const before = await signIn()
  expect(await server.identity.verifyCaller({ token: before.access_token })).not.toBeNull()
  await server.db.transaction(async (tx) => {
    await rotateKeys(tx, { leaked: true })
    await endEverySession(tx)
  })
  await server.identity.start()
  expect(await server.identity.verifyCaller({ token: before.access_token })).toBeNull()
  expect((await refresh(before.refresh_token)).status).toBe(400)
  expect((await userinfo((await signIn()).access_token)).status).toBe(200)
})

test('three servers that start at the same time without stored keys publish the same signing keys', async () => {
  await server.db.query.deleteFrom('secret_key').execute()
  const nodes = await Promise.all([1, 2, 3].map(() => startIdentity(server.db)))
  const keys = await Promise.all(
    nodes.map(
      async ({ issuer }) =>
        (await fetch(`${issuer}/protocol/openid-connect/certs`)).json() as Promise<{ keys: JWK[] }>,
    ),
  )
  expect(new Set(keys.map((set) => set.keys.map((key) => key.kid).join())).size).toBe(1)
  await Promise.all(nodes.map((node) => node.close()))
  await server.identity.start()
})
