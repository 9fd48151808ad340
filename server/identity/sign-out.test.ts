import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { auditEvents } from '../testing/audit.ts'
import { setUpAccount, useIdentity } from '../testing/identity.ts'
import type { TokenResponse } from './tokens.ts'

const server = useIdentity()

async function signIn() {
  const account = await setUpAccount(server.db)
  const { username, password } = account
  const answer = await server.token({ grant_type: 'password', username, password })
  return { account, ...((await answer.json()) as TokenResponse) }
}
type SignedIn = Awaited<ReturnType<typeof signIn>>

const isLive = async ({ access_token: token }: SignedIn) => {
  const answer = await fetch(`${server.issuer}/protocol/openid-connect/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.status === 200
}

const revoke = (token: string, client = 'web') => server.post('revoke', { token, client_id: client })
const leave = (query: Record<string, string>) =>
  fetch(`${server.issuer}/protocol/openid-connect/logout?${new URLSearchParams(query)}`, {
    redirect: 'manual',
  })

test('revoking an access token or a refresh token, even a used one, ends only the session of that token', async () => {
  const [first, second, third, other] = [await signIn(), await signIn(), await signIn(), await signIn()]
  await server.token({ grant_type: 'refresh_token', refresh_token: second.refresh_token })
  const answers = [
    await revoke(first.refresh_token),
    await revoke(second.refresh_token),
    await revoke(third.access_token),
    await revoke(first.refresh_token),
  ]
  for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect([await isLive(first), await isLive(second), await isLive(third), await isLive(other)]).toEqual([
    false,
    false,
    false,
    true,
  ])
  const events = await auditEvents(server.db, ['action', 'actor_id', 'success'], {
    tenant_id: first.account.id,
    target_type: 'session',
  })
  expect(events).toEqual([{ action: 'SignOut', actor_id: first.account.id, success: true }])
})

test('the revocation endpoint ignores unknown tokens, but rejects a request without a token or with an unknown client', async () => {
  const session = await signIn()
  expect((await revoke('nonsense')).status).toBe(200)
  expect((await revoke(`${session.refresh_token}_`)).status).toBe(200)
  expect((await revoke(session.refresh_token.slice(0, -1))).status).toBe(200)
  expect((await revoke(session.refresh_token, 'other')).status).toBe(401)
  expect((await server.post('revoke', { client_id: 'web' })).status).toBe(400)
  expect(await isLive(session)).toBe(true)
})

test('a sign-out ends the session that the ID token identifies, and redirects only to pages of the console', async () => {
  const session = await signIn()
  const left = await leave({
    id_token_hint: required(session.id_token, 'id_token'),
    post_logout_redirect_uri: `${server.url}/login`,
    state: 'a b&c',
  })
  expect([left.status, left.headers.get('location')]).toEqual([303, `${server.url}/login?state=a+b%26c`])
  expect(await isLive(session)).toBe(false)

  const evil = [
    'https://evil.example/',
    '//evil.example',
    `${server.url}/login@evil.example`,
    `${server.url}.evil.example/login`,
    'javascript:alert(1)',
    '/\\evil.example',
  ]
  for (const uri of evil) {
    const answer = await leave({ post_logout_redirect_uri: uri })
    expect([uri, answer.status, answer.headers.get('location')]).toEqual([uri, 303, `${server.url}/login`])
  }
})

test('a sign-out without a valid ID token does not end the session', async () => {
  const session = await signIn()
  const [head, body, signature] = required(session.id_token, 'id_token').split('.')
  for (const hint of [
    '',
    'nonsense',
    `${head}.${body}.`,
    `${head}.${body}x.${signature}`,
    session.access_token,
  ]) {
    expect((await leave({ id_token_hint: hint })).status).toBe(303)
  }
  expect(await isLive(session)).toBe(true)
})
