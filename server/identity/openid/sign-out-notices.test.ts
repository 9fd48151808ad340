import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { endSession, endSessions } from '../../sessions/store.ts'
import { claimsOf, createFlows, givenApplication, type TestApplication } from '../../testing/applications.ts'
import { createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests that applications are notified when a session has ended.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let receiver: Server
let url: string
/**
 * Status codes of the application's next responses. When none are left, the application responds with 200.
 */
let answers: number[]
let received: { token: string; type: string | undefined }[]
let arrived: () => void
let arrival: Promise<void>

beforeAll(() => {
  flows = createFlows(server)
})
beforeEach(async () => {
  answers = []
  received = []
  expectOne()
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({
      token: new URLSearchParams(body).get('logout_token') ?? '',
      type: request.headers['content-type'],
    })
    response.statusCode = answers.shift() ?? 200
    response.end()
    arrived()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/signed-out`
})
afterEach(() => void receiver.close())

function expectOne() {
  ;({ promise: arrival, resolve: arrived } = Promise.withResolvers<void>())
}

async function signedIn(...applications: TestApplication[]) {
  const account = await setUpAccount(server.db)
  const browser = createBrowser(server.url)
  const tokens = await browser.signIn(account)
  const sessionId = claimsOf(tokens.access_token).sid as string
  const tokensOfApplications = []
  for (const application of applications) tokensOfApplications.push(await flows.signIn(browser, application))
  return { account, browser, sessionId, tokens, tokensOfApplications }
}
const listening = (more = {}) => givenApplication(server.db, { backchannel_logout_uri: url, ...more })

/** Makes all notices due now. */
async function makeDue() {
  await server.db.execute('update sign_out_notice set due_at = now()')
  await server.db.execute("select pg_notify('sign_out_notice', '')")
}

test('sends an application a signed logout token with the session ID when the session ends', async () => {
  const portal = await listening()
  const { account, sessionId, tokens, tokensOfApplications } = await signedIn(
    portal,
    await givenApplication(server.db),
  )
  expect(
    claimsOf(required(first(tokensOfApplications, 'tokensOfApplications').id_token, 'id_token')).sid,
  ).toBe(sessionId)
  await server.post('revoke', { client_id: 'web', token: tokens.refresh_token })
  await arrival
  expect(received).toHaveLength(1)
  expect(first(received, 'received').type).toBe('application/x-www-form-urlencoded')
  const keys = createRemoteJWKSet(new URL(`${server.issuer}/protocol/openid-connect/certs`))
  const { payload } = await jwtVerify(first(received, 'received').token, keys, {
    ...{ issuer: server.issuer, audience: portal.id, typ: 'logout+jwt' },
    requiredClaims: ['iat', 'exp', 'jti'],
  })
  expect(payload).toMatchObject({
    ...{ sub: account.id, sid: sessionId },
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  expect(payload).not.toHaveProperty('nonce')
})

test('sends one logout token per session, however the session ends', async () => {
  const portal = await listening()
  const { account, sessionId, tokensOfApplications, browser } = await signedIn(portal)
  const other = createBrowser(server.url)
  await other.signIn(account)
  await flows.signIn(other, portal)
  await server.db.transaction((tx) => endSessions(tx, account.id, { except: sessionId }))
  await arrival
  expectOne()
  await browser.visit(
    `/realms/reeve/protocol/openid-connect/logout?${new URLSearchParams({ id_token_hint: required(first(tokensOfApplications, 'tokensOfApplications').id_token, 'id_token') })}`,
  )
  await arrival
  await server.db.transaction((tx) => endSession(tx, account.id, sessionId))
  const { rows } = await server.db.execute('select count(*) from sign_out_notice where tries = 0')
  expect([rows, received.length]).toEqual([[{ count: 0 }], 2])
})

test('sends an application further logout tokens until the application responds with status 200', async () => {
  const portal = await listening()
  const { account, sessionId } = await signedIn(portal)
  answers = [500, 302]
  await server.db.transaction((tx) => endSession(tx, account.id, sessionId))
  for (const tries of [1, 2]) {
    await arrival
    await expect
      .poll(async () => {
        const { rows } = await server.db.execute('select tries from sign_out_notice where due_at > now()')
        return rows
      })
      .toEqual([{ tries }])
    expectOne()
    await makeDue()
  }
  await arrival
  const left = async () => (await server.db.execute('select * from sign_out_notice')).rows
  await expect.poll(left).toEqual([])
  expect(new Set(received.map(({ token }) => claimsOf(token).jti)).size).toBe(3)
})

test('sends a logout token that a crashed server has left unsent', async () => {
  const portal = await listening()
  const { account, sessionId } = await signedIn(portal)
  // Simulate another server that claimed the notice and crashed.
  await server.db.query
    .insertInto('sign_out_notice')
    .values({
      ...{ application_id: portal.id, session_id: sessionId, account_id: account.id, tries: 1 },
      due_at: new Date(Date.now() + 60_000),
    })
    .execute()
  await makeDue()
  await arrival
  expect(claimsOf(first(received, 'received').token)).toMatchObject({ sub: account.id, sid: sessionId })
})

test('does not send logout tokens to disabled applications or private networks, and gives up after eight attempts', async () => {
  const [off, broken] = [await listening(), await listening({ backchannel_logout_uri: 'http://10.0.0.1/' })]
  const { account, sessionId } = await signedIn(off, broken)
  await server.db.query.updateTable('application').set({ enabled: false }).where('id', '=', off.id).execute()
  await server.db.transaction((tx) => endSession(tx, account.id, sessionId))
  const left = async () =>
    (await server.db.execute('select application_id as id, tries from sign_out_notice')).rows
  // The server does not call URLs in private networks.
  await expect.poll(left).toEqual([{ id: broken.id, tries: 1 }])
  await server.db.execute('update sign_out_notice set tries = 7')
  await makeDue()
  await expect.poll(left).toEqual([])
  expect(received).toEqual([])
})
