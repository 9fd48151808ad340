import { beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { required } from '../../../../contract/required.ts'
import { createLimiter } from '../../../core/limit.ts'
import { periodicTasks } from '../../../periodic.ts'
import { createFlows, givenApplication, type TestApplication } from '../../../testing/applications.ts'
import { createBrowser } from '../../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../../testing/identity.ts'

// Tests the limits for an anonymous client that begins sign-ins, device authorizations and pushed
// authorization requests but never completes them.

const server = useIdentity()
let flows: ReturnType<typeof createFlows>
let portal: TestApplication
let screen: TestApplication
beforeAll(async () => {
  flows = createFlows(server)
  portal = await givenApplication(server.db)
  screen = await givenApplication(server.db, { kind: 'DEVICE' })
})
beforeEach(() => server.db.query.deleteFrom('rate_limit').execute())

const stored = async (kind: string) =>
  (await server.db.query.selectFrom('issued').select('payload').where('kind', '=', kind).execute()).map(
    ({ payload }) => payload as { params?: Record<string, string> },
  )
const basic = ({ id, secret }: TestApplication) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
const begin = (network: string, more: Record<string, string> = {}) =>
  fetch(flows.authorize(portal, more).url, { redirect: 'manual', headers: { 'x-test-ip': network } })
const push = (network: string, more: Record<string, string> = {}) =>
  server.post('ext/par/request', Object.fromEntries(flows.authorize(portal, more).url.searchParams), {
    ...basic(portal),
    'x-test-ip': network,
  })
const askDevice = (network: string, more: Record<string, string> = {}) =>
  server.post('auth/device', { client_id: screen.id, scope: 'openid', ...more }, { 'x-test-ip': network })

test('after 300 sign-ins were begun from one network, rejects further ones from there and does not store them', async () => {
  const network = '198.51.100.1'
  const before = (await stored('Interaction')).length
  const answers = []
  for (let number = 0; number < limits.begun.perNetwork + 20; number += 1) answers.push(await begin(network))
  expect((await stored('Interaction')).length - before).toBe(limits.begun.perNetwork)
  const refused = answers.slice(limits.begun.perNetwork)
  for (const answer of refused) {
    const back = new URL(required(answer.headers.get('location'), 'location'))
    expect([back.origin, back.searchParams.get('error')]).toEqual([
      'https://portal.example.com',
      'temporarily_unavailable',
    ])
  }
  const pushed = await push(network)
  expect([pushed.status, Number(pushed.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await pushed.json()).toMatchObject({ error: 'slow_down' })
  const device = await askDevice(network)
  expect([device.status, await device.json()]).toEqual([429, expect.objectContaining({ error: 'slow_down' })])

  const elsewhere = await begin('198.51.100.2')
  expect(elsewhere.headers.get('location')).toContain('/interaction/')
})

test('sign-ins of a signed-in user count per account, not per network, so that others on the network can still begin one', async () => {
  const browser = createBrowser(server.url)
  await browser.signIn(await setUpAccount(server.db))
  await server.db.query.deleteFrom('rate_limit').execute()
  for (let number = 0; number < limits.begun.perNetwork; number += 1)
    await browser.visit(flows.authorize(portal, { prompt: 'login' }).url)
  const refused = await browser.visit(flows.authorize(portal, { prompt: 'login' }).url)
  expect(new URL(required(refused.headers.get('location'), 'location')).searchParams.get('error')).toBe(
    'temporarily_unavailable',
  )
  expect((await begin('192.0.2.1')).headers.get('location')).toContain('/interaction/')
})

test('after 20,000 sign-ins were begun in the deployment, only signed-in users can begin further ones', async () => {
  const { perDeployment: max, window } = limits.begun
  const everybody = { kind: 'begun', subject: 'everybody', max, amount: max, window, perNetwork: true }
  const browser = createBrowser(server.url)
  await browser.signIn(await setUpAccount(server.db))
  await createLimiter({ multiplier: 1 }).take(server.db.query, everybody)
  const before = (await stored('Interaction')).length
  const refused = await begin('198.51.100.3')
  expect(new URL(required(refused.headers.get('location'), 'location')).searchParams.get('error')).toBe(
    'temporarily_unavailable',
  )
  expect([(await push('198.51.100.4')).status, (await askDevice('198.51.100.5')).status]).toEqual([429, 429])
  expect((await stored('Interaction')).length).toBe(before)
  const own = await browser.visit(flows.authorize(portal, { prompt: 'login' }).url)
  expect(own.headers.get('location')).toContain('/interaction/')
})

test('deletes expired authorization requests within a minute', async () => {
  await begin('192.0.2.1')
  await server.db.query
    .updateTable('issued')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute()
  const { issued } = periodicTasks(server.db, {} as never, { auditDays: null, objects: {} as never })
  expect(required(issued, 'issued').seconds).toBeLessThanOrEqual(60)
  await required(issued, 'issued').run()
  expect(await stored('Interaction')).toEqual([])
})

test('rejects an authorization request with more than 4 KB of parameters or with a parameter that is too long', async () => {
  for (const more of [
    { state: 'x'.repeat(30_000) },
    { state: 'x'.repeat(2_000), claims: 'x'.repeat(2_000) },
    { nonce: 'x'.repeat(513) },
    { login_hint: 'x'.repeat(257) },
  ] as Record<string, string>[]) {
    const before = await stored('Interaction')
    const params = flows.authorize(portal, more).url.searchParams
    const answer = await server.post('auth', Object.fromEntries(params))
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `${server.url}/continue/error?reason=request`,
    ])
    expect((await stored('Interaction')).length).toBe(before.length)
    const pushed = await push('192.0.2.1', more)
    expect([pushed.status, await pushed.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request' }),
    ])
  }
  expect((await begin('192.0.2.1', { state: 'x'.repeat(2_000) })).headers.get('location')).toContain(
    '/interaction/',
  )
})

test('shortens a device name of 500 characters to the displayed length, and rejects a name of 513 characters', async () => {
  expect((await askDevice('192.0.2.1', { device_name: '屏'.repeat(500) })).status).toBe(200)
  const [lastCode] = (await stored('DeviceCode')).slice(-1)
  expect(required(required(lastCode, 'lastCode').params, 'params').device_name).toBe(
    '屏'.repeat(limits.name.max),
  )
  expect((await askDevice('192.0.2.1', { device_name: '屏'.repeat(513) })).status).toBe(400)
})
