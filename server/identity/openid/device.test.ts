import { beforeAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import { addMember } from '../../tenants/members.ts'
import { claimsOf, createFlows, givenApplication, type TestApplication } from '../../testing/applications.ts'
import { type Browser, createBrowser } from '../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../testing/identity.ts'

// Tests the device flow (RFC 8628), in which a device shows a code and a user approves it in a browser.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let screen: TestApplication
let account: Awaited<ReturnType<typeof setUpAccount>>
let browser: Browser
beforeAll(async () => {
  flows = createFlows(server)
  screen = await givenApplication(server.db, { kind: 'DEVICE', name: '泊位看板', redirect_uris: [] })
})
beforeEach(async () => {
  account = await setUpAccount(server.db)
  browser = createBrowser(server.url)
  await browser.signIn(account)
})

interface DeviceCode {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

async function begin(application = screen, more: Record<string, string> = {}): Promise<DeviceCode> {
  const form = { client_id: application.id, scope: 'openid profile', ...more }
  const answer = await server.post('auth/device', form, { 'user-agent': 'Berth/2' })
  expect(answer.status).toBe(200)
  return (await answer.json()) as DeviceCode
}

/** Polls the token endpoint like a device, without waiting for the polling interval. */
async function poll({ device_code }: DeviceCode, application = screen) {
  await server.db.execute("update issued set polled_at = null where kind = 'DeviceCode'")
  return flows.tokens(application, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
  })
}

/** Sends a request like the console page for device codes. */
async function callPage(input: Record<string, unknown>, by = browser, headers = { origin: server.url }) {
  const answer = await by.visit('/realms/reeve/device', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('the device page shows the requesting application, and the device gets tokens once after the user approves', async () => {
  const deviceCode = await begin(screen, {
    device_name: '3 号泊位 大屏',
    scope: 'openid profile offline_access',
  })
  expect(deviceCode).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${server.url}/device`,
    verification_uri_complete: `${server.url}/device?user_code=${deviceCode.user_code}`,
    ...{ expires_in: 600, interval: 5 },
  })
  expect((await poll(deviceCode)).body.error).toBe('authorization_pending')
  const userCode = `\u200e ${deviceCode.user_code.toLowerCase().replace('-', '\u2013')}\u200b`
  const { body } = await callPage({ userCode })
  expect(body).toMatchObject({
    application: { name: '泊位看板', firstParty: true, icon: null, policyUri: null, tosUri: null },
    device: { name: '3 号泊位 大屏', userAgent: 'test', ip: '192.0.2.1', asked: expect.any(String) },
    account: { id: account.id },
    scopes: ['profile', 'offline_access'],
  })
  expect(Number(body.seconds)).toBeGreaterThan(590)
  expect((await callPage({ userCode, step: 'allow' })).status).toBe(200)
  const { status, body: tokens } = await poll(deviceCode)
  expect([status, tokens.error]).toEqual([200, undefined])
  expect(claimsOf(required(tokens.id_token, 'id_token'))).toMatchObject({
    sub: account.id,
    aud: screen.id,
    name: '张三',
  })
  expect((await flows.userinfo(tokens.access_token)).body).toMatchObject({ sub: account.id, name: '张三' })
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: required(tokens.refresh_token, 'refresh_token'),
  }
  expect((await flows.tokens(screen, refresh)).status).toBe(200)
  expect((await poll(deviceCode)).body.error).toBe('invalid_grant')
})

test('stores the consent of the user when the user approves a device', async () => {
  const deviceCode = await begin()
  await callPage({ userCode: deviceCode.user_code, step: 'allow' })
  const { body } = await poll(deviceCode)
  expect((await flows.userinfo(body.access_token)).status).toBe(200)
  const { rows } = await server.db.execute(`select scopes from consent where account_id = '${account.id}'`)
  expect(rows).toEqual([{ scopes: ['profile'] }])
})

test('the device page shows only the scopes that are configured for the application, and only these are stored', async () => {
  const limited = await givenApplication(server.db, {
    ...{ kind: 'DEVICE', redirect_uris: [], scopes: ['openid', 'profile'] },
  })
  const deviceCode = await begin(limited, {
    scope: 'openid profile orders:delete Approved-by-your-administrator',
  })
  expect((await callPage({ userCode: deviceCode.user_code })).body.scopes).toEqual(['profile'])
  await callPage({ userCode: deviceCode.user_code, step: 'allow' })
  expect((await poll(deviceCode, limited)).body.scope).toBe('openid profile')
  const { rows } = await server.db.execute(`select scopes from consent where account_id = '${account.id}'`)
  expect(rows).toEqual([{ scopes: ['profile'] }])
})

test('when the user declines, the device code becomes invalid, and the device gets access_denied', async () => {
  const deviceCode = await begin()
  expect((await callPage({ userCode: deviceCode.user_code, step: 'decline' })).status).toBe(200)
  expect((await callPage({ userCode: deviceCode.user_code })).status).toBe(404)
  expect((await poll(deviceCode)).body.error).toBe('access_denied')
})

test('only one of several concurrent approvals of a device code succeeds', async () => {
  const deviceCode = await begin()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => callPage({ userCode: deviceCode.user_code, step: 'allow' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
  const { rows } = await server.db.execute(
    `select count(*) from sign_in_grant where account_id = '${account.id}'`,
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('rejects wrong and expired codes on the device page, and rejects even a correct code after five such attempts', async () => {
  const deviceCode = await begin()
  await server.db.execute(
    "update issued set expires_at = now() - interval '1 second' where kind = 'DeviceCode'",
  )
  expect((await callPage({ userCode: deviceCode.user_code })).status).toBe(404)
  expect((await poll(deviceCode)).body.error).toBe('expired_token')
  for (const userCode of ['BCDF-BCDF', '', 'BCDF-BCDFG', "' or 1=1"])
    expect((await callPage({ userCode })).status).toBe(404)
  const right = await begin()
  expect((await callPage({ userCode: right.user_code })).status).toBe(429)
  // The lock applies only to the user who entered the wrong codes.
  const other = createBrowser(server.url)
  await other.signIn(await setUpAccount(server.db))
  expect((await callPage({ userCode: right.user_code }, other)).status).toBe(200)
})

test('returns slow_down to a device that polls too often', async () => {
  const deviceCode = await begin()
  expect((await poll(deviceCode)).body.error).toBe('authorization_pending')
  const again = await flows.tokens(screen, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode.device_code,
  })
  expect(again.body.error).toBe('slow_down')
})

test('accepts the approval of a device only from the console, and only from a signed-in user', async () => {
  const deviceCode = await begin()
  const input = { userCode: deviceCode.user_code, step: 'allow' }
  const nobody = createBrowser(server.url)
  expect((await callPage(input, nobody)).status).toBe(403)
  expect((await callPage({ userCode: deviceCode.user_code }, nobody)).body).toEqual({ account: null })
  expect((await callPage(input, browser, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await callPage(input, browser, {} as { origin: string })).status).toBe(403)
  expect((await poll(deviceCode)).body.error).toBe('authorization_pending')
})

test('rejects a device code of another application or of a disabled application', async () => {
  const deviceCode = await begin()
  await callPage({ userCode: deviceCode.user_code, step: 'allow' })
  const other = await givenApplication(server.db, { kind: 'DEVICE' })
  expect((await poll(deviceCode, other)).body.error).toBe('invalid_grant')
  const enable = (enabled: boolean) =>
    server.db.query.updateTable('application').set({ enabled }).where('id', '=', screen.id).execute()
  const waiting = await begin()
  await enable(false)
  expect((await poll(deviceCode)).body.error).toBe('invalid_client')
  expect((await callPage({ userCode: waiting.user_code })).status).toBe(404)
  await enable(true)
  expect((await poll(deviceCode)).status).toBe(200)
})

test('the device page offers the organizations of the signed-in user, with the last choice first', async () => {
  const [one, two, foreign] = [newId(), newId(), newId()]
  await server.db.transaction(async (tx) => {
    const of = (id: string) => ({ id, name: id.slice(-4), status: 'FINISH', owner_id: newId() })
    await tx
      .insertInto('tenant')
      .values([of(one), of(two), of(foreign)])
      .execute()
    for (const tenantId of [one, two]) await addMember(tx, { tenantId, accountId: account.id })
  })
  const deviceCode = await begin(screen, { scope: 'openid organization' })
  const { body } = await callPage({ userCode: deviceCode.user_code })
  const ids = (details: Record<string, unknown>) =>
    (details.organizations as { id: string }[]).map(({ id }) => id)
  expect(ids(body).toSorted()).toEqual([one, two].toSorted())
  const last = required(ids(body)[1], 'second organization')
  const allow = (tenantId?: string) => callPage({ userCode: deviceCode.user_code, step: 'allow', tenantId })
  expect((await allow()).status).toBe(409)
  expect((await allow(foreign)).status).toBe(409)
  expect((await allow(last)).status).toBe(200)
  expect(claimsOf((await poll(deviceCode)).body.access_token).organization).toMatchObject({ id: last })
  // The organization that the user chose last is listed first the next time.
  const next = await begin(screen, { scope: 'openid organization' })
  expect(ids((await callPage({ userCode: next.user_code })).body)[0]).toBe(last)
})

test('allows the device flow for native applications, but not for servers or single-page applications', async () => {
  const native = await givenApplication(server.db, { kind: 'NATIVE', redirect_uris: [] })
  const deviceCode = await begin(native, {
    scope: 'openid orders:read',
    resource: 'https://api.example.com/',
  })
  await callPage({ userCode: deviceCode.user_code, step: 'allow' })
  expect(claimsOf((await poll(deviceCode, native)).body.access_token)).toMatchObject({
    ...{ aud: 'https://api.example.com/', scope: 'orders:read', sub: account.id },
  })
  for (const kind of ['SERVER', 'SINGLE_PAGE'] as const) {
    const application = await givenApplication(server.db, { kind })
    const secret: Record<string, string> = kind === 'SERVER' ? { client_secret: application.secret } : {}
    const answer = await server.post('auth/device', { client_id: application.id, scope: 'openid', ...secret })
    expect([kind, answer.status]).toEqual([kind, 400])
  }
})
