import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Person } from '../../testing/app.ts'
import { close, closeAndErase } from '../../testing/closing.ts'
import { ask, givenPerson, outcome, people } from '../../testing/organizations.ts'
import { dataExportsOf } from '../../testing/transfer/own-data.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { failAttempt, LeaseLost, leaseWaiting, storePart } from './store.ts'

// Tests how an export of personal data is requested, created and downloaded.

const app = useApp()
const admin = useAdmin(app)

const { asked, request, fetchFile, statusOf, ready, partsOf } = dataExportsOf(app)

const age = (person: Person) =>
  app.db.query
    .updateTable('session')
    .set({ authenticated_at: new Date(Date.now() - 3_600_000) })
    .where('account_id', '=', person.id)
    .execute()

test('a data export can be downloaded once, only by the account that requested it, after a recent sign-in', async () => {
  const [person, other] = (await people(app, 2)) as [Person, Person]
  const id = await ready(person)
  expect((await fetch(`${app.url}/api/data-export/${id}`, { method: 'POST' })).status).toBe(401)
  expect((await fetchFile(other, id)).status).toBe(404)
  expect((await fetchFile(admin as Person, id)).status).toBe(404)
  expect((await fetchFile(person, newId())).status).toBe(404)
  expect((await fetchFile(person, 'x')).status).toBe(404)
  await age(person)
  const stale = await fetchFile(person, id)
  expect([stale.status, await stale.json()]).toMatchObject([403, { code: 'REAUTHENTICATE' }])
  expect(await partsOf(person)).toHaveLength(1)
  await ask(app, person, 'mutation { reauthenticate(password: "correct horse battery") }')
  const both = await Promise.all([fetchFile(person, id), fetchFile(person, id)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const each of both) await each.text()
  await expect.poll(() => statusOf(person)).toBe('FETCHED')
  expect((await fetchFile(person, id)).status).toBe(404)
  expect(await partsOf(person)).toEqual([])
  const { data } = await ask(
    app,
    person,
    `{ queryAuditEvent(actorId: "${person.id}", first: 0, pageSize: 50) { data { action } } }`,
  )
  expect(data.filter(({ action }: { action: string }) => action === 'FetchDataExport')).toHaveLength(1)
})

test('a second download of a data export is refused until the lease of the first one expires', async () => {
  const person = await givenPerson(app)
  const id = await ready(person)
  // Simulate a client that disconnected during the download. The lease lasts as long as the download could
  // have taken.
  await app.db.query
    .updateTable('data_export')
    .set({ lease_id: newId(), lease_until: new Date(Date.now() + 60_000) })
    .where('account_id', '=', person.id)
    .execute()
  expect((await fetchFile(person, id)).status).toBe(409)
  await app.db.query
    .updateTable('data_export')
    .set({ lease_until: new Date(Date.now() - 1_000) })
    .where('account_id', '=', person.id)
    .execute()
  expect((await fetchFile(person, id)).status).toBe(200)
})

test('a data export can be downloaded again if the connection is lost during the download', async () => {
  const person = await givenPerson(app)
  await sql`
    insert into message (account_id, id, type, template, params)
    select ${person.id}, gen_random_uuid(), 'NOTICE', 'tenant.deleted', jsonb_build_object('tenant', repeat('x', 60000))
    from generate_series(1, 400)`.execute(app.db.query)
  const id = await ready(person)
  const { host, hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/data-export/${id} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${person.access_token}\r\nContent-Length: 0\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.destroy()
  const again = async () => {
    const answer = await fetchFile(person, id)
    await answer.arrayBuffer()
    return answer.status
  }
  await expect.poll(again).toBe(200)
  await expect.poll(() => statusOf(person)).toBe('FETCHED')
})

test('notifies the user in the console and by SMS when the data export is ready', async () => {
  const person = await givenPerson(app)
  await ready(person)
  const messages = await ask(app, person, '{ queryMessage { data { title link } } }')
  expect(messages.data).toEqual([{ title: '个人数据导出完成', link: '/accountInfo/index' }])
  await expect
    .poll(() =>
      app
        .messages()
        .filter(({ to }) => to === person.phone)
        .map(({ template }) => template),
    )
    .toEqual(['data.ready'])
})

test('deletes a data export that was not downloaded before it expired', async () => {
  const person = await givenPerson(app)
  const id = await ready(person)
  for (const table of ['data_export', 'data_export_part'] as const)
    await app.db.query
      .updateTable(table)
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('account_id', '=', person.id)
      .execute()
  expect((await fetchFile(person, id)).status).toBe(404)
  expect(await statusOf(person)).toBe('EXPIRED')
  await required(app.tasks.data_export, 'data_export').run()
  expect(await partsOf(person)).toEqual([])
  expect(await statusOf(person)).toBe('EXPIRED')
})

test('allows one data export at a time and three per day, and a new data export replaces the former one', async () => {
  const person = await givenPerson(app)
  const first = await ready(person)
  await app.db.query
    .updateTable('data_export')
    .set({ status: 'WAITING', lease_until: new Date(Date.now() + 60_000) })
    .where('account_id', '=', person.id)
    .execute()
  expect(await outcome(app, person, request())).toBe('CONFLICT')
  await app.db.query
    .updateTable('data_export')
    .set({ status: 'READY', lease_until: new Date(0) })
    .where('account_id', '=', person.id)
    .execute()
  const second = await ready(person)
  expect((await fetchFile(person, first)).status).toBe(404)
  expect(
    await outcome(app, person, 'mutation { requestDataExport(format: JSON, timeZone: "No/Where") { id } }'),
  ).toBe('BAD_INPUT')
  const third = await ready(person)
  expect(await outcome(app, person, request())).toBe('RATE_LIMITED')
  // The refused request has not changed the existing exports.
  expect((await fetchFile(person, second)).status).toBe(404)
  expect((await fetchFile(person, third)).status).toBe(200)
})

test('a data export is created again after the server that was writing it has crashed', async () => {
  const person = await givenPerson(app)
  const inADay = new Date(Date.now() + 86_400_000)
  // Simulate the state after a server has crashed: an active lease and the first part of the file.
  await app.db.query
    .insertInto('data_export')
    .values({
      ...{ account_id: person.id, id: newId(), status: 'WAITING', format: 'json', locale: 'en-US', tries: 1 },
      ...{ time_zone: 'UTC', expires_at: inADay, lease_id: newId(), lease_until: inADay },
    })
    .execute()
  await app.db.query
    .insertInto('data_export_part')
    .values({ account_id: person.id, number: 0, content: Buffer.from('half'), expires_at: inADay })
    .execute()
  expect(await leaseWaiting(app.db)).toBeUndefined()
  await app.db.query
    .updateTable('data_export')
    .set({ lease_until: new Date(Date.now() - 1_000) })
    .where('account_id', '=', person.id)
    .execute()
  await sql`select pg_notify('data_export', '')`.execute(app.db.query)
  await expect.poll(() => statusOf(person)).toBe('READY')
  const { id } = (await ask(app, person, asked)).dataExport
  expect(JSON.parse(await (await fetchFile(person, id)).text()).account[0].id).toBe(person.id)
})

test('a server without the lease cannot write a data export, and the export fails after the fifth attempt', async () => {
  const person = await givenPerson(app)
  const expires_at = new Date(Date.now() + 86_400_000)
  const row = {
    ...{ account_id: person.id, id: newId(), status: 'WAITING', format: 'json', locale: 'zh-CN', tries: 5 },
    ...{ time_zone: 'UTC', expires_at, lease_id: newId(), lease_until: expires_at },
  }
  await app.db.query.insertInto('data_export').values(row).execute()
  const leased = await app.db.query
    .selectFrom('data_export')
    .selectAll()
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const other = { ...leased, lease_id: newId() }
  await expect(storePart(app.db, other, 0, Buffer.from('late'))).rejects.toThrow(LeaseLost)
  expect(await app.db.transaction((tx) => failAttempt(tx, other))).toBe(false)
  expect([await statusOf(person), await partsOf(person)]).toEqual(['WAITING', []])
  const mine = { ...leased, lease_id: required(leased.lease_id, 'lease_id') }
  expect(await app.db.transaction((tx) => failAttempt(tx, mine))).toBe(true)
  expect(await statusOf(person)).toBe('FAILED')
  await ready(person)
})

test('deletes a data export when its account is erased', async () => {
  const person = await givenPerson(app)
  await ready(person)
  await ask(app, person, close)
  await closeAndErase(app, [person])
  expect(await partsOf(person)).toEqual([])
  expect(
    await app.db.query.selectFrom('data_export').selectAll().where('account_id', '=', person.id).execute(),
  ).toEqual([])
})
