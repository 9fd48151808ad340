import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Person, Tokens } from '../../testing/app.ts'
import { json, listen } from '../../testing/http-server.ts'
import { ask, givenPerson, organization, refusal } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { create, deliveries, list, types } from '../../testing/webhooks.ts'
import { pauses } from './deliver.ts'

const app = useApp({ REEVE_WEBHOOK_NETWORKS: '127.0.0.0/8' })
const admin = useAdmin(app)
let owner: Person
let member: Person

beforeAll(async () => {
  owner = await givenPerson(app)
  member = await givenPerson(app)
})

type Who = Pick<Tokens, 'access_token'>

test('notifies administrators when a platform webhook is disabled after repeated failures', async () => {
  const receiver = await listen((_received, response) => response.writeHead(500).end())
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const url = `http://${receiver.host}/`
  const programmer = await givenPerson(app, ['application_management'])
  const { webhook } = await ask(app, programmer, create, { url, events: ['account.disabled'] })
  const gone = await givenPerson(app)
  await ask(app, admin, `mutation { invalidOperator(id: "${gone.id}") { id } }`)
  const shown = async () => (await ask(app, admin, '{ listWebhook { id enabled failing } }'))[0]
  await expect.poll(shown).toEqual({ id: webhook.id, enabled: true, failing: 1 })
  // Sets the attempt count so that the next attempt is the last one.
  await app.db.execute('update webhook_delivery set attempt = $2, due_at = now() where webhook_id = $1', [
    webhook.id,
    pauses.length,
  ])
  await app.db.execute('update webhook set due_at = now() where id = $1', [webhook.id])
  await app.db.execute("select pg_notify('webhook_due', '')", [])
  await expect.poll(shown).toMatchObject({ enabled: false })
  for (const who of [admin, programmer])
    expect((await ask(app, who, '{ queryMessage { data { title } } }')).data[0].title).toBe('Webhook 已停用')
  await ask(app, admin, 'mutation m($id: ID!) { deleteWebhook(id: $id) }', { id: webhook.id })
})

test('only platform webhooks can subscribe to account events, and webhooks with invalid URLs are rejected', async () => {
  const receiver = await listen((_received, response) => json(response, {}))
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const url = `http://${receiver.host}/`
  const { id: tenant } = await organization(app, { owner, members: [member] })
  const events = ['account.disabled']
  expect(await refusal(app, owner, create, { tenant, url, events })).toBe('BAD_INPUT')
  expect(await refusal(app, owner, create, { tenant, url, events: [] })).toBe('BAD_INPUT')
  expect(await refusal(app, owner, create, { tenant, url, events: ['device.lost'] })).toBe('BAD_INPUT')
  for (const who of [member, admin])
    expect(await refusal(app, who, create, { tenant, url, events: types })).toBe('FORBIDDEN')
  expect(await refusal(app, owner, create, { url, events })).toBe('FORBIDDEN')
  for (const wrong of [
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'ftp://a.example',
    'https://u:p@a.example/',
    'nothing',
  ])
    expect(await refusal(app, owner, create, { tenant, url: wrong, events: types }), wrong).toBe('BAD_INPUT')

  const { webhook } = await ask(app, admin, create, { url, events })
  const gone = await givenPerson(app)
  await ask(app, admin, `mutation { invalidOperator(id: "${gone.id}") { id } }`)
  await expect
    .poll(() => receiver.received.map(({ body }) => JSON.parse(body).payload))
    .toEqual([{ accountId: gone.id }])
  // Only viewers who can read all accounts see the name. The permission application_management alone is not
  // sufficient.
  const programmer = await givenPerson(app, ['application_management'])
  const seen = async (who: Who) => (await ask(app, who, deliveries, { id: webhook.id })).data[0]?.objectName
  await expect.poll(() => seen(admin)).toEqual(expect.any(String))
  expect(await seen(programmer)).toBe(null)
  const remove = 'mutation m($id: ID!) { deleteWebhook(id: $id) }'
  expect(await refusal(app, owner, remove, { id: webhook.id })).toBe('FORBIDDEN')
  expect(await ask(app, admin, remove, { id: webhook.id })).toBe(true)
  expect(await ask(app, admin, list)).toEqual([])
})
