import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { required } from '../../../../contract/required.ts'
import { newId } from '../../../core/id.ts'
import { type Person, startApp } from '../../../testing/app.ts'
import { close, closeAndErase } from '../../../testing/closing.ts'
import { ask, contact, givenPerson, newName, people } from '../../../testing/organizations.ts'
import { fetchDocument, pdf, phonePicture, uploadDocument } from '../../../testing/transfer/documents.ts'
import { fakeS3 } from '../../../testing/transfer/s3.ts'
import { useApp } from '../../../testing/use-app.ts'
import { storeDocument } from '../store.ts'
import { sha256 } from './s3.ts'

// Tests documents whose content is in object storage.

const s3 = await fakeS3()
afterAll(() => s3[Symbol.asyncDispose]())
afterEach(() => {
  s3.failBy(null)
  expect(app.log.join('')).not.toContain(encodeURIComponent(s3.secret))
  expect(app.log.join('')).not.toContain(s3.secret)
})
const app = useApp({ REEVE_DOCUMENTS_URL: s3.setting })

const prepare = `mutation m($name: String!, $contact: ContactInput!, $paperIds: [ID!]) {
  prepareTenant(name: $name, areaIds: ["330106"], contact: $contact, paperIds: $paperIds) { id } }`
const apply = (person: Person, paperIds: string[]) =>
  ask(app, person, prepare, { name: newName(), contact, paperIds })
const certifier = () => givenPerson(app, ['certification_audit'])
const idOf = async (person: Person, content: Buffer = pdf): Promise<string> => {
  const { status, body } = await uploadDocument(app, person, content)
  expect([status, body]).toMatchObject([201, { id: expect.any(String) }])
  return body.id
}
const rowOf = (id: string) =>
  app.db.query.selectFrom('tenant_application_paper').selectAll().where('id', '=', id).executeTakeFirst()
const nameOf = async (id: string) => `licences/${(await rowOf(id))?.object_key}`
const waiting = () => app.db.query.selectFrom('object_to_delete').selectAll().execute()
const sweep = () => required(app.tasks.object_to_delete, 'object_to_delete').run()
/** Simulates for all scheduled deletions that this many minutes have passed. */
const pass = (minutes: number) =>
  sql`update object_to_delete set due_at = due_at - ${minutes} * interval '1 minute'`.execute(app.db.query)
const expire = (id: string) =>
  app.db.query
    .updateTable('tenant_application_paper')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
const countStoredBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())
const figure = async (labels: string) =>
  (await (await fetch(`${app.url}/metrics`)).text()).match(`paper_objects_total{${labels}} (\\d+)`)?.[1]

test('stores a document under a random object name and returns it unchanged', async () => {
  const [person, stranger] = (await people(app, 2)) as [Person, Person]
  const reviewer = await certifier()
  const [paper, photo] = [await idOf(person), await idOf(person, await phonePicture())]
  expect(await rowOf(paper)).toMatchObject({ content: null, object_key: expect.stringMatching(/^\w{32}$/) })
  expect(s3.objects.get(await nameOf(paper))).toEqual(pdf)
  expect(s3.objects.get(await nameOf(photo))?.includes('Camera-Zq7')).toBe(false)
  expect(await waiting()).toEqual([])

  expect((await fetchDocument(app, reviewer, paper)).status).toBe(404)
  const { id } = await apply(person, [paper, photo])
  for (const who of [person, reviewer]) {
    const shown = await fetchDocument(app, who, paper)
    expect([shown.status, shown.redirected]).toEqual([200, false])
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    expect(await countStoredBytes(shown)).toEqual(pdf)
  }
  const asked = s3.calls.length
  expect((await fetchDocument(app, stranger, paper)).status).toBe(404)
  expect(s3.calls).toHaveLength(asked)
  const read = await app.db.query
    .selectFrom('audit_event')
    .select('actor_id')
    .where('tenant_id', '=', id)
    .where('action', '=', 'ReadTenantPaper')
    .execute()
  expect(read).toEqual([{ actor_id: reviewer.id }])
  expect(await figure('call="put",outcome="done"')).toBe('2')
})

test('stores no document if the upload to object storage fails, and deletes an object that was written anyway', async () => {
  const person = await givenPerson(app)
  const before = s3.objects.size
  s3.failBy(() => [503, 'SlowDown'])
  expect(await uploadDocument(app, person, pdf)).toMatchObject({
    ...{ status: 503, body: { code: 'UNAVAILABLE', detail: '材料存储暂时不可用，请稍后再试' } },
  })
  expect(s3.calls.slice(-3)).toEqual(['PUT', 'PUT', 'PUT'])
  expect(app.log.join('')).toContain('PUT: HTTP 503 SlowDown')
  const kept = app.db.query.selectFrom('tenant_application_paper').where('account_id', '=', person.id)
  expect(await kept.select('id').execute()).toEqual([])
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)

  // Only the first storage request fails.
  let first = true
  s3.failBy(() => {
    if (!first) return undefined
    first = false
    return [500, 'InternalError']
  })
  const paper = await idOf(person)
  expect(s3.objects.get(await nameOf(paper))).toEqual(pdf)

  // The first write may have succeeded despite the error, so its object is still scheduled for deletion.
  expect(await waiting()).toHaveLength(1)
  s3.objects.set(`licences/${required((await waiting())[0], 'item of waiting').key}`, pdf)
  await sweep()
  expect(s3.objects.size).toBe(before + 2)
  await pass(11)
  await sweep()
  expect([s3.objects.size, await waiting()]).toEqual([before + 1, []])
})

test('deletes an object if the transaction that stores its document is rolled back', async () => {
  const person = await givenPerson(app)
  const kept = { name: 'x.pdf', type: 'application/pdf', content: pdf, thumbnail: null } as const
  const announce = async () => {
    const key = newId()
    await sql`insert into object_to_delete values (${key}, now())`.execute(app.db.query)
    s3.objects.set(`licences/${key}`, pdf)
    return { key, sha256: sha256(pdf) }
  }
  const keep = (object: { key: string; sha256: Buffer }, more: () => void = () => {}) =>
    app.db.transaction(async (tx) => {
      await storeDocument(tx, person.id, kept, object)
      more()
    })
  const object = await announce()
  const end = new Error('the server ends')
  await expect(
    keep(object, () => {
      throw end
    }),
  ).rejects.toBe(end)
  s3.failBy(() => [500, 'InternalError'])
  await expect(sweep()).rejects.toThrow('DELETE: HTTP 500 InternalError')
  // The time limit of the write has passed, so storing the reference fails: the object may already have been
  // deleted.
  await expect(keep(object)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  s3.failBy(null)
  await pass(2)
  await sweep()
  expect([s3.objects.has(`licences/${object.key}`), await waiting()]).toEqual([false, []])

  const other = await announce()
  await keep(other)
  await sweep()
  expect(s3.objects.has(`licences/${other.key}`)).toBe(true)
})

test('deletes an object together with its document or account, even after an outage of the object storage', async () => {
  const person = await givenPerson(app)
  const [paper, other] = [await idOf(person), await idOf(person)]
  const [first, second] = [await nameOf(paper), await nameOf(other)]
  await expire(paper)
  await required(app.tasks.tenant_application_paper, 'tenant_application_paper').run()
  s3.failBy(() => [503, 'ServiceUnavailable'])
  await expect(sweep()).rejects.toThrow('DELETE: HTTP 503 ServiceUnavailable')
  expect([await rowOf(paper), s3.objects.has(first)]).toEqual([undefined, true])
  s3.failBy(null)
  await pass(2)
  await sweep()
  expect([s3.objects.has(first), s3.objects.has(second)]).toEqual([false, true])

  await ask(app, person, close)
  await closeAndErase(app, [person])
  await sweep()
  expect([await rowOf(other), s3.objects.has(second), await waiting()]).toEqual([undefined, false, []])
})

test('reports a missing or modified object and does not return its content', async () => {
  const person = await givenPerson(app)
  const paper = await idOf(person)
  const look = async () => {
    const response = await fetchDocument(app, person, paper)
    return [response.status, (await response.json()).detail]
  }
  const damaged = '该材料在存储中缺失或已损坏，请联系管理员'
  s3.failBy(() => [503, 'SlowDown'])
  expect(await look()).toEqual([503, '材料存储暂时不可用，请稍后再试'])
  s3.failBy(() => [404, 'NoSuchBucket'])
  expect(await look()).toEqual([503, '材料存储暂时不可用，请稍后再试'])
  s3.failBy(null)
  s3.objects.set(await nameOf(paper), Buffer.concat([pdf, pdf]))
  expect(await look()).toEqual([500, damaged])
  s3.objects.delete(await nameOf(paper))
  expect(await look()).toEqual([500, damaged])
  expect(await figure('call="get",outcome="missing"')).toBe('1')
  const log = app.log.join('')
  for (const words of [
    'GET: HTTP 404 NoSuchBucket',
    'the hash of the object differs from the stored hash',
    'the object does not exist',
  ])
    expect(log).toContain(words)
})

test('logs the error of the object storage for a wrong secret, region or bucket', async () => {
  for (const [setting, word] of [
    [s3.settingFor('another'), 'HTTP 403 SignatureDoesNotMatch'],
    [s3.setting.replace('cn-test', 'cn-other'), 'HTTP 400 AuthorizationHeaderMalformed'],
    [s3.settingFor(s3.secret, 'others'), 'HTTP 404 NoSuchBucket'],
  ] as const) {
    await using other = await startApp({ REEVE_DOCUMENTS_URL: setting })
    const person = await givenPerson(other)
    expect((await uploadDocument(other, person, pdf)).status).toBe(503)
    expect(other.log.join('')).toContain(`PUT: ${word}`)
    expect(other.log.join('')).not.toContain('another')
  }
})

test('without REEVE_DOCUMENTS_URL, a server stores documents in the database and cannot read those in object storage', async () => {
  const { id, phone: username, password } = await givenPerson(app)
  const signIn = async (where: typeof app) => {
    const { body } = await where.token({ grant_type: 'password', username, password })
    return body as Person
  }
  const there = await idOf(await signIn(app))
  await using plain = await startApp({}, { ...app.db, close: async () => {} })
  expect(plain.log.join('')).toContain('but REEVE_DOCUMENTS_URL is not set')
  const person = await signIn(plain)
  const { body: here } = await uploadDocument(plain, person, pdf)
  expect(await rowOf(here.id)).toMatchObject({ account_id: id, object_key: null })
  const refused = await fetchDocument(plain, person, there)
  expect([refused.status, (await refused.json()).detail]).toEqual([503, '材料存储暂时不可用，请稍后再试'])
  for (const paper of [here.id, there])
    expect(await countStoredBytes(await fetchDocument(app, await signIn(app), paper))).toEqual(pdf)
  // A server without access to the storage does not delete the object. A server with access deletes it later.
  await expire(there)
  await required(plain.tasks.tenant_application_paper, 'tenant_application_paper').run()
  await required(plain.tasks.object_to_delete, 'object_to_delete').run()
  expect(await waiting()).toHaveLength(1)
})
