import { randomUUID } from 'node:crypto'
import { createServer, connect as dial } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person, TestApp } from '../../testing/app.ts'
import { ask, contact, givenPerson, member, newName, organization } from '../../testing/organizations.ts'
import { freePort } from '../../testing/postgres.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { dropOldAnswers } from './store.ts'

// Both servers have the same public URL, so they accept each other's tokens.
const [port, secondPort] = [String(await freePort()), String(await freePort())]
const app = useApp({ PORT: port, REEVE_PUBLIC_URL: `http://127.0.0.1:${port}` })
const admin = useAdmin(app)
let second: Awaited<ReturnType<TestApp['another']>>
beforeAll(async () => {
  second = await app.another({ PORT: secondPort })
})
afterAll(() => second.close())

const path = '/api/services/backend/actions/graphql'
const prepare = `mutation m($name: String!, $contact: ContactInput!) {
  prepareTenant(name: $name, areaIds: ["330106"], contact: $contact) { id name } }`
const applying = (name = newName()) => ({ name, contact })

interface Call {
  url?: string
  key?: string
  token?: string
}

/** Sends a mutation once, by default with a new Idempotency-Key. */
async function call(
  who: Pick<Person, 'access_token'>,
  query: string,
  variables: object,
  { url = app.url, key = randomUUID(), token = who.access_token }: Call = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'accept-language': 'en-US' },
      ...{ authorization: `Bearer ${token}`, 'idempotency-key': key },
    },
    body: JSON.stringify({ query, variables }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const refusalOf = ({ status, body }: Answer) => [
  status,
  body.errors[0].extensions.code,
  body.errors[0].message,
]
const organizationsOf = async ({ id }: { id: string }): Promise<number> =>
  (
    await app.db.query
      .selectFrom('tenant')
      .select('id')
      .where('owner_id', '=', id)
      .where('personal', '=', false)
      .execute()
  ).length

test('a retry on another server changes nothing and gets the first response, even if the data has changed since', async () => {
  const [person, key] = [await givenPerson(app), randomUUID()]
  const request = applying()
  const first = await call(person, prepare, request, { key })
  const { id } = first.body.data.prepareTenant
  await app.db.query.updateTable('tenant').set({ name: newName() }).where('id', '=', id).execute()
  const again = await call(person, prepare, request, { key, url: second.url })
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(again.body.data.prepareTenant.name).toBe(request.name)
  expect(await organizationsOf(person)).toBe(1)
})

test('every request without an idempotency key or with a new key creates an organization', async () => {
  const person = await givenPerson(app)
  await ask(app, person, prepare, applying())
  await call(person, prepare, applying())
  await call(person, prepare, applying())
  expect(await organizationsOf(person)).toBe(3)
})

test('if the connection closes before the response reaches the client, a retry gets the response and changes nothing', async () => {
  const [person, key, request] = [await givenPerson(app), randomUUID(), applying()]
  // Forwards requests, but closes the connection as soon as a response arrives.
  const cutter = createServer((caller) => {
    const server = dial(Number(new URL(app.url).port), '127.0.0.1')
    caller.pipe(server)
    server.once('data', () => caller.destroy())
    for (const socket of [caller, server]) socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => cutter.listen(0, '127.0.0.1', resolve))
  const { port } = cutter.address() as { port: number }
  await expect(call(person, prepare, request, { key, url: `http://127.0.0.1:${port}` })).rejects.toThrow()
  cutter.close()
  expect(await organizationsOf(person)).toBe(1)
  const again = await call(person, prepare, request, { key })
  expect(again.body.data.prepareTenant.name).toBe(request.name)
  expect(await organizationsOf(person)).toBe(1)
})

test('a retry gets the same response if the result was stored but the response was not', async () => {
  const [person, key, request] = [await givenPerson(app), randomUUID(), applying()]
  const first = await call(person, prepare, request, { key })
  await app.db.query.updateTable('kept_answer').set({ answer: null }).execute()
  const again = await call(person, prepare, request, { key, url: second.url })
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await organizationsOf(person)).toBe(1)
})

test('twenty concurrent identical requests to two servers create one organization, and refused requests can be retried', async () => {
  const [person, key, request] = [await givenPerson(app), randomUUID(), applying()]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call(person, prepare, request, { key, url: index % 2 ? second.url : app.url }),
    ),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(refusalOf(answer).slice(1)).toEqual([
      'CONFLICT',
      'This request is still being processed. Retry shortly.',
    ])
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  const again = await call(person, prepare, request, { key })
  const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.prepareTenant.id)
  expect(new Set([...ids, again.body.data.prepareTenant.id]).size).toBe(1)
  expect(await organizationsOf(person)).toBe(1)
})

test('a request with a used idempotency key but another body is rejected with CONFLICT and changes nothing', async () => {
  const [person, key] = [await givenPerson(app), randomUUID()]
  await call(person, prepare, applying(), { key })
  const other = await call(person, prepare, applying(), { key })
  expect(refusalOf(other)).toEqual([
    409,
    'CONFLICT',
    'This Idempotency-Key was used for another request. Use a new one.',
  ])
  expect(await organizationsOf(person)).toBe(1)
})

test('two accounts can use the same idempotency key independently', async () => {
  const [one, other, key, request] = [
    await givenPerson(app),
    await givenPerson(app),
    randomUUID(),
    applying(),
  ]
  await call(one, prepare, request, { key })
  const answer = await call(other, prepare, applying(), { key })
  expect(answer.status).toBe(200)
  expect([await organizationsOf(one), await organizationsOf(other)]).toEqual([1, 1])
})

test('an error response is not stored, so a corrected request can use the same idempotency key', async () => {
  const [person, key] = [await givenPerson(app), randomUUID()]
  const refused = await call(person, prepare, applying(''), { key })
  expect(refusalOf(refused).slice(0, 2)).toEqual([200, 'BAD_INPUT'])
  const mended = await call(person, prepare, applying(), { key })
  expect(mended.body.data.prepareTenant.id).toBeTruthy()
})

test('a retry of a request that failed halfway does not repeat the mutations that succeeded', async () => {
  const owner = await givenPerson(app)
  const { id } = await organization(app, { owner })
  const [key, code] = [randomUUID(), 'createTenantJoinCode(tenantId: $id, expireAtByMinute: 5)']
  const both = `mutation m($id: ID!, $name: String!) {
    first: ${code} { id code } saveDisplayNameByTenant(tenantId: $id, operatorId: "${owner.id}", displayName: $name) { id }
    leaveTenant(tenantId: $id) }`
  const refused = await call(owner, both, { id, name: '名' }, { key })
  const again = await call(owner, both, { id, name: '名' }, { key })
  expect([refused, again].map(({ body }) => body.errors[0].path)).toEqual([['leaveTenant'], ['leaveTenant']])
  const codes = await app.db.query
    .selectFrom('tenant_join_code')
    .select('id')
    .where('tenant_id', '=', id)
    .execute()
  expect(codes).toHaveLength(1)
})

test('an idempotency key expires after a day, and the clean-up deletes the stored response', async () => {
  const [person, key, request] = [await givenPerson(app), randomUUID(), applying()]
  const age = (hours: number) =>
    app.db.execute("update kept_answer set created_at = created_at - $1::int * interval '1 hour'", [hours])
  const { body } = await call(person, prepare, request, { key })
  await age(23)
  expect((await call(person, prepare, request, { key })).body).toEqual(body)
  await age(2)
  const later = await call(person, prepare, { ...request, name: newName() }, { key })
  expect(later.body.data.prepareTenant.id).not.toBe(body.data.prepareTenant.id)
  expect(await organizationsOf(person)).toBe(2)
  await age(25)
  await dropOldAnswers(app.db.query)
  expect((await app.db.execute('select from kept_answer')).rowCount).toBe(0)
})

test('an account that is disabled or has lost the permission does not get the stored response', async () => {
  const org = await organization(app)
  const manager = await member(app, org, { manager: true })
  const invite = 'mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5) { code } }'
  const key = randomUUID()
  const first = await call(manager, invite, { id: org.id }, { key })
  expect((await call(manager, invite, { id: org.id }, { key })).body).toEqual(first.body)
  await ask(
    app,
    org.owner,
    'mutation m($id: ID!, $who: ID!) { removeTenantManager(tenantId: $id, operatorId: $who) { id } }',
    {
      ...{ id: org.id, who: manager.id },
    },
  )
  expect(refusalOf(await call(manager, invite, { id: org.id }, { key })).slice(0, 2)).toEqual([
    403,
    'FORBIDDEN',
  ])
  await ask(app, admin, 'mutation m($id: ID!) { invalidOperator(id: $id) { id } }', { id: manager.id })
  expect((await call(manager, invite, { id: org.id }, { key })).status).toBe(401)
})

test('a member who leaves an organization gets the same response when the request is repeated', async () => {
  const org = await organization(app)
  const person = await member(app, org)
  const key = randomUUID()
  const leave = 'mutation m($id: ID!) { leaveTenant(tenantId: $id) }'
  for (const _ of [1, 2])
    expect((await call(person, leave, { id: org.id }, { key })).body).toEqual({ data: { leaveTenant: true } })
})

test('a request that is repeated with another token of the same account is refused as already completed', async () => {
  const [person, key, request] = [await givenPerson(app), randomUUID(), applying()]
  await call(person, prepare, request, { key })
  const { body } = await app.token({ grant_type: 'refresh_token', refresh_token: person.refresh_token })
  const other = await call(person, prepare, request, { key, token: body.access_token })
  expect(refusalOf(other).slice(0, 2)).toEqual([409, 'CONFLICT'])
  expect(refusalOf(other)[2]).toMatch(/^This request has already completed/)
  expect(await organizationsOf(person)).toBe(1)
})

test('the table of stored responses contains neither the idempotency key nor the join code in plain text', async () => {
  const { id, owner } = await organization(app)
  const key = randomUUID()
  const invite =
    'mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5) { id code } }'
  const { body } = await call(owner, invite, { id }, { key })
  const rows = await app.db.query.selectFrom('kept_answer').selectAll().execute()
  const bytes = Buffer.concat(rows.flatMap((row) => [row.id, row.result, row.answer ?? Buffer.of()]))
  const { id: codeId, code } = body.data.createTenantJoinCode
  for (const secret of [key, code, codeId]) expect(bytes.includes(secret)).toBe(false)
  expect(bytes.length).toBeGreaterThan(100)
})

test('a malformed idempotency key is rejected with the name of the header, but is ignored if the request is a query', async () => {
  const person = await givenPerson(app)
  for (const key of [' ', 'two words', 'schlüssel', 'x'.repeat(256)]) {
    const { status, body } = await call(person, prepare, applying(), { key })
    expect([status, Object.keys(body.errors[0].extensions.fields)]).toEqual([400, ['Idempotency-Key']])
  }
  const read = await call(person, 'query q { auth { id } }', {}, { key: 'two words' })
  expect(read.body.data.auth.id).toBe(person.id)
  expect(await organizationsOf(person)).toBe(0)
})
