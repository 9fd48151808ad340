import type { ServerResponse } from 'node:http'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { emit } from '../../core/events/emit.ts'
import { assignPositions } from '../../core/events/positions.ts'
import { deviceEvent } from '../../devices/events.ts'
import type { Person } from '../../testing/app.ts'
import { auditEvents } from '../../testing/audit.ts'
import { json, listen } from '../../testing/http-server.ts'
import { ask, givenPerson, organization, outcome, refusal } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { create, givenWebhook, happen, inFull, isSignedWith, types } from '../../testing/webhooks.ts'
import { pauses } from './deliver.ts'
import { storeResults } from './queue.ts'
import { deleteOrphans, reachWebhooks } from './store.ts'

const app = useApp({ REEVE_WEBHOOK_NETWORKS: '127.0.0.0/8' })
const admin = useAdmin(app)
let owner: Person

beforeAll(async () => {
  owner = await givenPerson(app)
})

const resend = 'mutation m($hook: ID!, $id: ID!) { resendWebhookDelivery(webhookId: $hook, id: $id) { id } }'

const given = (
  ...answer: Parameters<typeof givenWebhook> extends [unknown, unknown, ...infer Rest] ? Rest : []
) => givenWebhook(app, owner, ...answer)

test('sends signed events of an organization only to the webhook of that organization', async () => {
  const hook = await given()
  const other = await given()
  const device =
    'mutation m($id: ID!, $tenant: ID!) { saveDeviceByPalgo(id: $id, tenantId: $tenant, name: "n") { id } }'
  await ask(app, admin, device, { id: 'hooked', tenant: hook.tenant })
  await expect.poll(hook.bodies).toHaveLength(1)
  const [received] = hook.receiver.received
  expect(hook.bodies()).toEqual([
    {
      id: required(received, 'received').headers['webhook-id'],
      type: 'device.registered',
      dateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      payload: { deviceId: 'hooked', tenantId: hook.tenant },
    },
  ])
  expect(isSignedWith(hook.secret, required(received, 'received'))).toBe(true)
  await expect
    .poll(() => hook.deliveries())
    .toMatchObject([{ delivered: true, answer: '{}', tries: [{ status: 200 }], objectName: 'n' }])
  expect(other.bodies()).toEqual([])

  const rotate = 'mutation m($id: ID!) { rotateWebhookSecret(id: $id) { secret } }'
  const { secret } = await ask(app, owner, rotate, { id: hook.id })
  await ask(app, owner, 'mutation m($id: ID!) { testWebhook(id: $id) }', { id: hook.id })
  await expect.poll(hook.bodies).toHaveLength(2)
  const test = required(hook.receiver.received[1], 'item of received')
  expect(JSON.parse(test.body)).toMatchObject({ type: 'webhook.test', payload: { webhookId: hook.id } })
  expect([isSignedWith(hook.secret, test), isSignedWith(secret, test)]).toEqual([true, true])
  const feed = 'query q($tenant: ID!) { queryEvent(tenantId: $tenant, pageSize: 100) { data { type } } }'
  expect((await ask(app, owner, feed, { tenant: hook.tenant })).data.at(-1)).toEqual({
    type: 'device.registered',
  })
  // The console shows a request that can be sent manually without changes.
  const [, shown] = await hook.deliveries()
  const { request } = await ask(app, owner, inFull, { webhook: hook.id, id: required(shown, 'shown').id })
  const headers = Object.fromEntries(request.headers.map((line: string) => line.split(': ')))
  expect(request.body).toBe(required(received, 'received').body)
  expect(isSignedWith(secret, { ...required(received, 'received'), headers, body: request.body })).toBe(true)
  expect(await ask(app, owner, inFull, { webhook: other.id, id: required(shown, 'shown').id })).toBe(null)
  // After a device has left the organization, its name is hidden.
  const { id: elsewhere } = await organization(app, { owner })
  await ask(app, admin, device, { id: 'hooked', tenant: elsewhere })
  expect((await hook.deliveries()).at(-1)).toMatchObject({ objectName: null })
  // The audit log contains neither the secret nor the parts of the URL that may contain a secret.
  const audited = await auditEvents(app.db, ['action', 'changes'], { target_id: hook.id })
  expect(audited[0]).toEqual({
    action: 'CreateWebhook',
    changes: { host: [null, `http://${hook.receiver.host}`], events: [null, types] },
  })
})

test('a failed delivery delays only later events of the same object, and does not change their order', async () => {
  let broken = true
  const hook = await given(({ body }, response) =>
    response.writeHead(broken && JSON.parse(body).payload.note === 'a2' ? 503 : 204).end('no'),
  )
  await happen(app, hook.tenant, 'a1', 'a2', 'a3', 'b1', 'a4', 'b2')
  await expect
    .poll(async () => (await hook.row()).taken === (await hook.row()).reach && hook.notes().length)
    .toBe(4)
  expect(hook.notes().sort()).toEqual(['a1', 'a2', 'b1', 'b2'])
  await expect.poll(() => hook.deliveries('WAITING')).toHaveLength(3)
  const waiting = await hook.deliveries('WAITING')
  expect(waiting.map((each) => [each.payload.note, each.behind, each.nextDateTime === null])).toEqual([
    ['a4', 0, true],
    ['a3', 0, true],
    ['a2', 2, false],
  ])
  expect(waiting[2]).toMatchObject({ tries: [{ status: 503, reason: null }], answer: 'no' })
  expect(await hook.shown()).toMatchObject({ enabled: true, waiting: 3 })
  expect(await hook.deliveries('FAILING')).toEqual([waiting[2]])
  expect(await outcome(app, owner, resend, { hook: hook.id, id: first(waiting, 'waiting').id })).toBe(
    'CONFLICT',
  )

  broken = false
  await ask(app, owner, resend, { hook: hook.id, id: required(waiting[2], 'item of waiting').id })
  await expect.poll(() => hook.deliveries('WAITING')).toEqual([])
  const { halfHours, median, ...counted } = (await hook.figures()).figures
  expect(counted).toMatchObject({ begun: 6, first: 5, retried: 1 })
  expect(halfHours).toHaveLength(48)
  const sumOf = (part: 'delivered' | 'failed') =>
    halfHours.reduce(
      (sum: number, each: Record<string, number>) => sum + required(each[part], 'item of each'),
      0,
    )
  expect([sumOf('delivered'), sumOf('failed'), median]).toEqual([6, 1, expect.any(Number)])
  expect(hook.notes().filter((note) => note.startsWith('a'))).toEqual(['a1', 'a2', 'a2', 'a3', 'a4'])
  // A redelivery adds an attempt to the existing delivery.
  const [last] = await hook.deliveries()
  await ask(app, owner, resend, { hook: hook.id, id: required(last, 'last').id })
  await expect.poll(async () => first(await hook.deliveries(), 'deliveries').tries).toHaveLength(2)
  expect(await hook.deliveries()).toHaveLength(6)
})

test('sends an event again if a redelivery is requested while an attempt is running', async () => {
  const held: ServerResponse[] = []
  const hook = await given((_received, response) => void held.push(response))
  const answer = (status: number) => required(held.at(-1), 'item of held').writeHead(status).end()
  const again = async () => {
    const [delivery] = await hook.deliveries()
    await ask(app, owner, resend, { hook: hook.id, id: required(delivery, 'delivery').id })
  }
  const tried = async (times: number) => {
    await expect.poll(async () => (await hook.deliveries())[0]?.tries).toHaveLength(times)
  }
  const arrives = (times: number) => expect.poll(() => held.length).toBe(times)
  await happen(app, hook.tenant, 'g1')
  await arrives(1)
  answer(503)
  await tried(1)

  await again()
  await arrives(2)
  await again()
  answer(503)
  // The redelivery is sent immediately, although the next automatic retry would follow only after half a
  // minute.
  await arrives(3)
  await again()
  answer(204)
  await arrives(4)
  answer(204)
  await tried(4)
  expect(await hook.deliveries('WAITING')).toEqual([])
})

test('disables a webhook after the last retry has failed, and delivers pending events when it is enabled again', async () => {
  let status = 500
  const hook = await given((_received, response) => response.writeHead(status).end())
  await happen(app, hook.tenant, 'c1', 'c2')
  for (let tries = 1; tries <= pauses.length; tries += 1) {
    await expect.poll(async () => (await hook.deliveries('WAITING')).at(-1)?.tries).toHaveLength(tries)
    expect((await hook.shown()).enabled).toBe(true)
    await hook.pass()
  }
  await expect.poll(async () => (await hook.shown()).enabled).toBe(false)
  expect(await hook.shown()).toMatchObject({
    waiting: 2,
    lastError: 'HTTP 500',
    offDateTime: expect.any(String),
  })
  const messages = await ask(app, owner, '{ queryMessage { data { title } } }')
  expect(messages.data[0].title).toBe('Webhook 已停用')
  await happen(app, hook.tenant, 'c3')
  const testing = 'mutation m($id: ID!) { testWebhook(id: $id) }'
  expect(await refusal(app, owner, testing, { id: hook.id })).toBe('CONFLICT')

  status = 200
  const switchOn = 'mutation m($id: ID!) { updateWebhook(id: $id, enabled: true) { enabled } }'
  expect(await ask(app, owner, switchOn, { id: hook.id })).toEqual({ enabled: true })
  await expect.poll(() => hook.notes().slice(pauses.length + 1)).toEqual(['c1', 'c2', 'c3'])
  await expect.poll(() => hook.shown()).toMatchObject({ enabled: true, waiting: 0, lastError: null })
})

test('does not send events that were emitted before their type was added to the webhook', async () => {
  const hook = await given()
  const choose = 'mutation m($id: ID!, $events: [String!]) { updateWebhook(id: $id, events: $events) { id } }'
  await ask(app, owner, choose, { id: hook.id, events: ['device.status'] })
  await happen(app, hook.tenant, 'f1')
  await expect.poll(() => hook.deliveries()).toHaveLength(1)
  const registered = (id: string) =>
    app.db.transaction((tx) => emit(tx, [deviceEvent('device.registered', { tenant_id: hook.tenant, id })]))
  await registered('before')
  await assignPositions(app.db, reachWebhooks)
  await ask(app, owner, choose, { id: hook.id, events: types })
  await registered('after')
  await expect.poll(() => hook.deliveries()).toHaveLength(2)
  expect(hook.bodies().map(({ payload }) => payload.deviceId)).toEqual(['f', 'after'])
})

test('takes over the webhook of a crashed server, and ignores a result that this server stores later', async () => {
  const hook = await given()
  // Simulates a node that crashed while it held the lease of the webhook.
  const taken = "lease_id = gen_random_uuid(), lease_until = now() + interval '1 minute'"
  const { rows } = await app.db.execute(`update webhook set ${taken} where id = $1 returning *`, [hook.id])
  await happen(app, hook.tenant, 'd1', 'd2')
  await expect.poll(async () => (await hook.row()).reach > (await hook.row()).taken).toBe(true)
  expect(hook.notes()).toEqual([])
  await app.db.execute("update webhook set lease_until = now() - interval '1 second' where id = $1", [
    hook.id,
  ])
  await hook.pass()
  await expect.poll(hook.notes).toEqual(['d1', 'd2'])
  await expect.poll(() => hook.deliveries()).toHaveLength(2)
  const late = { taken: 0, results: [], error: 'late', off: true }
  expect(await app.db.transaction((tx) => storeResults(tx, rows[0], late))).toBe(false)
  expect(await hook.shown()).toMatchObject({ enabled: true, lastError: null })
})

test('sends each event once, and the events of an object in order, even with two servers', async () => {
  const hook = await given()
  const second = await app.another()
  onTestFinished(() => second.close())
  const notes = Array.from(
    { length: 40 },
    (_, index) => `${'efgh'[index % 4]}${String(index).padStart(2, '0')}`,
  )
  await happen(app, hook.tenant, ...notes)
  await expect.poll(() => hook.deliveries()).toHaveLength(40)
  expect(hook.notes().sort()).toEqual([...notes].sort())
  for (const object of 'efgh') {
    const own = hook.notes().filter((note) => note.startsWith(object))
    expect(own).toEqual([...own].sort())
  }
})

test("delivers the deletion event of an organization before it deletes the organization's webhook", async () => {
  const receiver = await listen((_received, response) => json(response, {}))
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const { id: tenant } = await organization(app, { owner })
  const url = `http://${receiver.host}/`
  const { webhook } = await ask(app, owner, create, { tenant, url, events: ['tenant.deleted'] })
  const isThere = async () => {
    await deleteOrphans(app.db.query)
    const { rows } = await app.db.execute('select from webhook where id = $1', [webhook.id])
    return rows.length > 0
  }
  expect(await isThere()).toBe(true)
  await ask(app, admin, `mutation { deleteTenant(id: "${tenant}") }`)
  await expect.poll(() => receiver.received.length).toBe(1)
  await expect.poll(isThere).toBe(false)
})
