import { createHmac } from 'node:crypto'
import { decodeJwt, exportJWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { issueCode } from '../../accounts/codes.ts'
import { listSessions } from '../../sessions/list.ts'
import { auditEvents } from '../../testing/audit.ts'
import { requestFrom, setUpAccount, startIdentity } from '../../testing/identity.ts'
import type { TokenResponse } from '../tokens.ts'
import { createProver, type Prover } from './prover.ts'
import { nonceWindow, verifyKeyProof } from './sign-in.ts'

// Tests console sessions that are bound to a key of the browser.

let server: Awaited<ReturnType<typeof startIdentity>>
let other: typeof server
beforeAll(async () => {
  server = await startIdentity()
  other = await startIdentity(server.db)
})
afterAll(async () => {
  await other.close()
  await server.close()
})

type Form = Record<string, string>
type Setup = Awaited<ReturnType<typeof setUpAccount>>

const endpointOf = ({ issuer }: typeof server) => `${issuer}/protocol/openid-connect/token`
const prover = (node = server) => createProver(endpointOf(node))

/** Calls the token endpoint. Returns the response and its nonce. */
async function ask(form: Form, proof?: string, node = server) {
  const answer = await node.token(form, proof === undefined ? {} : { dpop: proof })
  const body = (await answer.json()) as TokenResponse & { error?: string }
  return { status: answer.status, ...body, nonce: answer.headers.get('dpop-nonce') }
}

async function nonceOf(node = server): Promise<string> {
  const response = await ask({ grant_type: 'password' }, await (await prover(node)).prove(), node)
  expect([response.status, response.error]).toEqual([400, 'use_dpop_nonce'])
  return required(response.nonce, 'nonce')
}

const proofBy = async (key: Prover, claims: object = {}) => key.prove({ nonce: await nonceOf(), ...claims })
const refreshing = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token })
const byPassword = ({ username, password }: Setup) => ({ grant_type: 'password', username, password })

/** Signs in like the console, with the given DPoP key or a new one. */
async function signedIn(key?: Prover) {
  const account = await setUpAccount(server.db)
  const own = key ?? (await prover())
  const tokens = await ask(byPassword(account), await proofBy(own))
  expect(tokens.status).toBe(200)
  return { account, key: own, tokens, sessionId: decodeJwt(tokens.access_token).sid as string }
}

/** Makes the last refresh of the session appear `seconds` older. */
const pass = (sessionId: string, seconds: number) =>
  sql`update session set rotated_at = rotated_at - ${seconds}::integer * interval '1 second' where id = ${sessionId}`.execute(
    server.db.query,
  )

const refreshStatus = async (key: Prover, token: string) =>
  (await ask(refreshing(token), await proofBy(key))).status

const unproven = (sessionId: string) =>
  auditEvents(server.db, ['action', 'success', 'ip'], {
    target_id: sessionId,
    action: 'RefreshTokenUnproven',
  })

test('binds the session to the DPoP key used at sign-in, and lists the session as bound', async () => {
  const { account, key, tokens, sessionId } = await signedIn()
  // Only the refresh token is bound to the key. The access token remains a bearer token, which is valid for
  // five minutes.
  expect([tokens.token_type, decodeJwt(tokens.access_token).cnf]).toEqual(['Bearer', undefined])
  const next = await ask(refreshing(tokens.refresh_token), await key.prove({ nonce: tokens.nonce }))
  expect([next.status, next.token_type]).toEqual([200, 'Bearer'])
  // Each response contains the nonce for the next proof.
  expect(await ask(refreshing(next.refresh_token), await key.prove({ nonce: next.nonce }))).toMatchObject({
    status: 200,
  })
  expect((await listSessions(server.db.query, [account.id])).get(account.id)).toMatchObject([
    { id: sessionId, bound: true },
  ])
  const events = await auditEvents(server.db, ['changes'], { target_id: account.id, action: 'SignIn' })
  expect(events).toEqual([{ changes: { bound: [null, true] } }])
})

test('accepts the DPoP nonce that another server provides for the configuration of the console', async () => {
  const { identity } = other
  const account = await setUpAccount(server.db)
  const key = await prover()
  expect(await ask(byPassword(account), await key.prove({ nonce: await identity.nonce() }))).toMatchObject({
    status: 200,
  })
})

test('rejects a stolen refresh token without its DPoP key, and does not end the owner’s session', async () => {
  const { key, tokens, sessionId } = await signedIn()
  const thief = await prover()
  const bare = await ask(refreshing(tokens.refresh_token))
  expect([bare.status, bare.error]).toEqual([400, 'invalid_dpop_proof'])
  const forged = await ask(refreshing(tokens.refresh_token), await proofBy(thief))
  expect([forged.status, forged.error]).toEqual([400, 'invalid_grant'])
  // refreshTokens() accepts no proofs, so it rejects every token that is bound to a key.
  expect(await server.identity.refreshTokens(tokens.refresh_token, requestFrom())).toBeNull()

  const next = await ask(refreshing(tokens.refresh_token), await proofBy(key))
  expect(next.status).toBe(200)
  // With the key, reusing an old refresh token would end the session. Without the key, it must not.
  await pass(sessionId, 11)
  expect((await ask(refreshing(tokens.refresh_token))).status).toBe(400)
  expect((await ask(refreshing(tokens.refresh_token), await proofBy(thief))).status).toBe(400)
  expect(await refreshStatus(key, next.refresh_token)).toBe(200)

  // At most one event per hour is written for each session.
  expect(await unproven(sessionId)).toEqual([
    { action: 'RefreshTokenUnproven', success: false, ip: '192.0.2.1' },
  ])
  await sql`update session set unproven_at = unproven_at - interval '61 minutes' where id = ${sessionId}`.execute(
    server.db.query,
  )
  await ask(refreshing(tokens.refresh_token))
  expect(await unproven(sessionId)).toHaveLength(2)
})

test('a DPoP-bound session gets the same token for a repeated refresh, and ends if the old token is used after 10 seconds', async () => {
  const { key, tokens, sessionId } = await signedIn()
  const nonce = await nonceOf()
  const proof = await key.prove({ nonce })
  const again = () => ask(refreshing(tokens.refresh_token), proof)
  const all = [await again(), ...(await Promise.all([again(), again()]))]
  expect(new Set(all.map(({ status, refresh_token }) => `${status} ${refresh_token}`)).size).toBe(1)
  expect(first(all, 'all').status).toBe(200)
  await pass(sessionId, 11)
  expect(await refreshStatus(key, tokens.refresh_token)).toBe(400)
  expect(await refreshStatus(key, first(all, 'all').refresh_token)).toBe(400)
  expect(await unproven(sessionId)).toEqual([])
})

test('a sign-in without a DPoP proof opens a session that is not bound to a key', async () => {
  const account = await setUpAccount(server.db)
  const signedIn = await ask(byPassword(account))
  expect([signedIn.status, signedIn.token_type, signedIn.nonce]).toEqual([200, 'Bearer', null])
  const withProof = await ask(refreshing(signedIn.refresh_token), await proofBy(await prover()))
  expect(withProof.status).toBe(200)
  const bare = await ask(refreshing(withProof.refresh_token))
  expect([bare.status, bare.nonce]).toEqual([200, null])
  expect(await server.identity.refreshTokens(bare.refresh_token, requestFrom())).toMatchObject({
    token_type: 'Bearer',
  })
  expect((await listSessions(server.db.query, [account.id])).get(account.id)).toMatchObject([
    { bound: false },
  ])
})

test('a request without a DPoP nonce does not use up the SMS code or the refresh token', async () => {
  const account = await setUpAccount(server.db)
  const { mobilePhone } = account
  const key = await prover()
  const mobilePhoneCode = await server.db.transaction((tx) => issueCode(tx, mobilePhone, 'login'))
  const form = { grant_type: 'password', mobilePhone, mobilePhoneCode }
  const response = await ask(form, await key.prove())
  expect(response.error).toBe('use_dpop_nonce')
  const tokens = await ask(form, await key.prove({ nonce: response.nonce }))
  expect(tokens.status).toBe(200)
  expect((await ask(refreshing(tokens.refresh_token), await key.prove())).error).toBe('use_dpop_nonce')
  expect(await refreshStatus(key, tokens.refresh_token)).toBe(200)
})

test('responds to a forged DPoP nonce with use_dpop_nonce and another nonce', async () => {
  const { key, tokens } = await signedIn()
  const right = await nonceOf()
  const anyNonce = expect.stringMatching(/^[\w-]{43}$/)
  for (const nonce of ['', 'x', right.slice(1), `${right}A`, right.toLowerCase(), 1, null, [right]]) {
    const answer = await ask(refreshing(tokens.refresh_token), await key.prove({ nonce }))
    expect([nonce, answer.status, answer.error, answer.nonce]).toEqual([
      nonce,
      400,
      'use_dpop_nonce',
      anyNonce,
    ])
  }
  expect(await refreshStatus(key, tokens.refresh_token)).toBe(200)
})

test('accepts a DPoP nonce for at most ten minutes, measured by the clock of the server', async () => {
  const url = endpointOf(server)
  const key = await createProver(url)
  const begin = new Date('2026-01-01T00:00:00Z')
  const at = (seconds: number) => new Date(begin.getTime() + seconds * 1_000)
  const nonces = Buffer.alloc(32, 7)
  const judge = async (claims: object, now: Date, by = nonces) =>
    verifyKeyProof(await key.prove({ ...claims }), { url, nonces: by, now }).then(
      (keyProof) => required(keyProof, 'keyProof').jkt,
      (error: Error) => error.message,
    )
  const nonce = await verifyKeyProof(await key.prove(), { url, nonces, now: begin }).then(
    () => '',
    ({ headers }) => headers['dpop-nonce'] as string,
  )
  for (const seconds of [0, nonceWindow, 2 * nonceWindow - 1])
    expect([seconds, await judge({ nonce }, at(seconds))]).toEqual([seconds, key.jkt])
  for (const seconds of [-1, 2 * nonceWindow, 20 * nonceWindow])
    expect([seconds, await judge({ nonce }, at(seconds))]).toEqual([seconds, 'use_dpop_nonce'])
  expect(await judge({ nonce }, begin, Buffer.alloc(32, 8))).toBe('use_dpop_nonce')
  // oidc-provider derives the nonces for applications from the same key. The console's grants must reject
  // such a nonce.
  const counter = Math.floor(begin.getTime() / 1_000 / 60)
  const applicationNonce = createHmac('sha256', nonces).update(String(counter)).digest('base64url')
  expect(await judge({ nonce: applicationNonce }, begin)).toBe('use_dpop_nonce')
})

test('a browser whose clock is 90 days fast or slow can sign in and refresh its tokens', async () => {
  for (const days of [-90, 90]) {
    const key = await prover()
    const iat = Math.floor(Date.now() / 1_000) + days * 86_400
    const account = await setUpAccount(server.db)
    const tokens = await ask(byPassword(account), await proofBy(key, { iat }))
    expect([days, tokens.status]).toEqual([days, 200])
    const next = await ask(refreshing(tokens.refresh_token), await proofBy(key, { iat }))
    expect([days, next.status]).toEqual([days, 200])
  }
})

test('a server accepts the DPoP nonces and the DPoP-bound refresh tokens of another server', async () => {
  const { key, tokens } = await signedIn()
  // A proof contains the public URL, which differs between the two test servers.
  const proof = await key.prove({ nonce: await nonceOf(), htu: endpointOf(other) })
  const next = await ask(refreshing(tokens.refresh_token), proof, other)
  expect(next.status).toBe(200)
  expect((await ask(refreshing(next.refresh_token), undefined, other)).error).toBe('invalid_dpop_proof')
  expect(await refreshStatus(key, next.refresh_token)).toBe(200)
})

test('accepts Ed25519 keys for DPoP', async () => {
  const { tokens, key } = await signedIn(await createProver(endpointOf(server), 'Ed25519'))
  expect(await refreshStatus(key, tokens.refresh_token)).toBe(200)
})

test('rejects invalid DPoP proofs and proofs for other requests, and the refresh token stays valid', async () => {
  const { account, key, tokens } = await signedIn()
  const nonce = await nonceOf()
  const good = await key.prove({ nonce })
  const claims = { htm: 'POST', htu: endpointOf(server), jti: 'one', iat: 1, nonce }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = { typ: 'dpop+jwt', jwk: key.jwk }
  const strange = await prover()
  const shared = Buffer.alloc(32, 1)
  const wrong = {
    nothing: '',
    'no JWT': 'x',
    'an access token': tokens.access_token,
    'another method': await key.prove({ nonce, htm: 'GET' }),
    'no method': await key.prove({ nonce, htm: undefined }),
    'another path': await key.prove({ nonce, htu: endpointOf(server).replace(/token$/, 'userinfo') }),
    'another server': await key.prove({
      nonce,
      htu: endpointOf(server).replace('127.0.0.1', 'evil.example'),
    }),
    'another port': await key.prove({ nonce, htu: endpointOf(other) }),
    'no address': await key.prove({ nonce, htu: undefined }),
    'an htu claim that is not a URL': await key.prove({ nonce, htu: ['x'] }),
    'no identifier': await key.prove({ nonce, jti: undefined }),
    'no time': await key.prove({ nonce, iat: undefined }),
    'another kind': await key.prove({ nonce }, { typ: 'JWT' }),
    'no kind': await key.prove({ nonce }, { typ: undefined }),
    'alg none': `${part({ ...head, alg: 'none' })}.${part(claims)}.`,
    'alg none with the signature': `${part({ ...head, alg: 'none' })}.${good.split('.').slice(1).join('.')}`,
    HS256: await new SignJWT(claims).setProtectedHeader({ ...head, alg: 'HS256' }).sign(shared),
    'HS256 under the key that it brings': await new SignJWT(claims)
      .setProtectedHeader({
        ...head,
        ...{ alg: 'HS256', jwk: { kty: 'oct', k: shared.toString('base64url') } as object },
      })
      .sign(shared),
    'a private key': await key.prove({ nonce }, { jwk: await exportJWK(key.privateKey) }),
    'no key': await key.prove({ nonce }, { jwk: undefined }),
    'a key that did not sign it': await key.prove({ nonce }, { jwk: strange.jwk }),
    'a key on no curve': await key.prove({ nonce }, { jwk: { ...key.jwk, x: key.jwk.y } }),
    'a signature cut off': good.slice(0, -4),
    'two at once': `${good}, ${await key.prove({ nonce })}`,
    'one that is too long': await key.prove({ nonce, more: 'x'.repeat(2_000) }),
  }
  for (const [what, proof] of Object.entries(wrong))
    for (const form of [byPassword(account), refreshing(tokens.refresh_token)]) {
      const answer = await ask(form, proof)
      expect([what, answer.status, answer.error]).toEqual([what, 400, 'invalid_dpop_proof'])
    }
  // Headers of this length are rejected before the request is handled.
  expect((await server.token(refreshing(tokens.refresh_token), { dpop: 'x'.repeat(20_000) })).status).toBe(
    431,
  )
  const withQuery = await key.prove({ nonce, htu: `${endpointOf(server)}?a=b#c` })
  expect((await ask(refreshing(tokens.refresh_token), withQuery)).status).toBe(200)
})
