import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documentLimits } from '../../../contract/documents.ts'
import { required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Person } from '../../testing/app.ts'
import { givenServiceAccount, tokenOf } from '../../testing/applications.ts'
import { close, closeAndErase } from '../../testing/closing.ts'
import {
  ask,
  contact,
  givenPerson,
  newName,
  organization,
  outcome,
  people,
} from '../../testing/organizations.ts'
import {
  fetchDocument,
  pdf,
  phonePicture,
  picture,
  uploadDocument,
} from '../../testing/transfer/documents.ts'
import { dataExportsOf } from '../../testing/transfer/own-data.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests documents of organization requests: who can upload and read them, and how long they are retained.

const app = useApp()
const admin = useAdmin(app)

const fields = 'papers { id name type bytes thumbnail }'
const prepare = `mutation m($name: String!, $contact: ContactInput!, $paperIds: [ID!]) {
  prepareTenant(name: $name, areaIds: ["330106"], contact: $contact, paperIds: $paperIds) { id ${fields} } }`
const again = `mutation m($id: ID!, $paperIds: [ID!]) { rePrepareTenant(id: $id, paperIds: $paperIds) { id ${fields} } }`
const update = `mutation m($id: ID!, $paperIds: [ID!]!) { updateTenantPapers(id: $id, paperIds: $paperIds) { id ${fields} } }`
const reject = 'mutation m($id: ID!) { rejectTenant(id: $id, reject: "请补充营业执照") { id } }'
const withdraw = 'mutation m($id: ID!) { deleteTenant(id: $id) }'
const own = `query q($id: ID!) { getTenant(id: $id) { ${fields} } }`
const review = `query q($q: String) { queryTenantApplication(q: $q) {
  data { id paperCount ${fields} history { paperCount papers { id } } } } }`

const certifier = () => givenPerson(app, ['certification_audit'])
const idOf = async (person: Person, content: Buffer = pdf, name?: string): Promise<string> => {
  const { status, body } = await uploadDocument(app, person, content, name)
  expect([status, body]).toMatchObject([201, { id: expect.any(String) }])
  return body.id
}
const apply = (person: Person, paperIds?: string[], name = newName()) =>
  ask(app, person, prepare, { name, contact, ...(paperIds && { paperIds }) })
const idsOf = (of: { papers: { id: string }[] }) => of.papers.map(({ id }) => id)
const rowOf = (id: string) =>
  app.db.query.selectFrom('tenant_application_paper').selectAll().where('id', '=', id).executeTakeFirst()
const run = () => required(app.tasks.tenant_application_paper, 'tenant_application_paper').run()
const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const isNear = (date: Date | null | undefined, expected: Date) =>
  Math.abs((date?.getTime() ?? 0) - expected.getTime()) < 60_000

test('shows documents only to the applicant and to reviewers', async () => {
  const [person, other] = (await people(app, 2)) as [Person, Person]
  const reviewer = await certifier()
  const { body: photo } = await uploadDocument(app, person, await phonePicture(), 'IMG 1.jpeg')
  expect(photo).toMatchObject({ name: 'IMG 1.jpg', type: 'image/jpeg' })
  expect(photo.thumbnail).toMatch(/^data:image\/webp;base64,/)
  const paper = await idOf(person, pdf, '营业执照.pdf')
  // Reviewers cannot read a document before it is part of a request.
  expect((await fetchDocument(app, reviewer, photo.id)).status).toBe(404)
  const name = newName()
  const tenant = await apply(person, [photo.id, paper], name)
  expect(tenant.papers).toEqual([
    photo,
    { id: paper, name: '营业执照.pdf', type: 'application/pdf', bytes: pdf.length, thumbnail: null },
  ])
  const { data } = await ask(app, reviewer, review, { q: name })
  expect(data).toMatchObject([{ paperCount: 2, papers: tenant.papers }])

  const shown = await fetchDocument(app, reviewer, paper)
  expect(shown.status).toBe(200)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="file.pdf"; filename*=UTF-8''${encodeURIComponent('营业执照.pdf')}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true)
  expect((await fetchDocument(app, person, photo.id)).status).toBe(200)
  expect((await fetchDocument(app, admin, photo.id)).status).toBe(200)

  const place = await organization(app)
  const service = await givenServiceAccount(app.db, place.id)
  const lister = await givenPerson(app, ['organization_list'])
  const absent = await (await fetchDocument(app, other, newId())).json()
  for (const stranger of [other, place.owner, lister]) {
    const refused = await fetchDocument(app, stranger, paper)
    expect([refused.status, await refused.json()]).toEqual([404, absent])
  }
  expect((await fetchDocument(app, { access_token: await tokenOf(app, service) }, paper)).status).toBe(403)
  expect((await fetchDocument(app, undefined, paper)).status).toBe(401)
  expect(await ask(app, lister, own, { id: tenant.id })).toEqual({ papers: [] })

  const events = await app.db.query
    .selectFrom('audit_event')
    .select(['action', 'actor_id', 'changes'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('id')
    .execute()
  expect(events.slice(0, 2)).toMatchObject([
    { action: 'PrepareTenant', changes: { papersAdded: [null, 2] } },
    { action: 'ReadTenantPaper', actor_id: reviewer.id },
  ])
  expect(events).toHaveLength(3)
})

test('an applicant can change the documents of a pending request, but not of a rejected one', async () => {
  const [person, reviewer] = [await givenPerson(app), await certifier()]
  const [first, second, third] = [await idOf(person), await idOf(person), await idOf(person)]
  const name = newName()
  const { id } = await apply(person, [first], name)
  expect(idsOf(await ask(app, person, update, { id, paperIds: [second, first] }))).toEqual([second, first])
  expect(await rowOf(second)).toMatchObject({ expires_at: null, tenant_id: id })
  // A document that is removed from the request is deleted immediately.
  expect(idsOf(await ask(app, person, update, { id, paperIds: [second] }))).toEqual([second])
  expect((await fetchDocument(app, person, first)).status).toBe(404)
  await run()
  expect(await rowOf(first)).toBeUndefined()

  await ask(app, reviewer, reject, { id })
  expect(await outcome(app, person, update, { id, paperIds: [] })).toBe('CONFLICT')
  expect(isNear(required(await rowOf(second), 'result of rowOf').expires_at, days(documentLimits.days))).toBe(
    true,
  )
  expect(idsOf(await ask(app, person, own, { id }))).toEqual([second])
  // A new request reuses the documents of the previous one, unless it specifies its own.
  expect(idsOf(await ask(app, person, again, { id }))).toEqual([second])
  expect(required(await rowOf(second), 'result of rowOf').expires_at).toBeNull()
  await ask(app, reviewer, reject, { id })
  expect(idsOf(await ask(app, person, again, { id, paperIds: [third] }))).toEqual([third])
  const { data } = await ask(app, reviewer, review, { q: name })
  expect(data[0]).toMatchObject({
    papers: [{ id: third }],
    history: [{ papers: [{ id: third }] }, { papers: [{ id: second }] }, { papers: [{ id: second }] }],
  })
})

test('unused documents expire after a day, and expired documents cannot be read and are deleted', async () => {
  const [person, reviewer] = [await givenPerson(app), await certifier()]
  const [orphan, paper] = [await idOf(person), await idOf(person)]
  expect(isNear(required(await rowOf(orphan), 'result of rowOf').expires_at, days(1))).toBe(true)
  const name = newName()
  const { id } = await apply(person, [paper], name)
  await ask(app, person, withdraw, { id })
  expect((await fetchDocument(app, reviewer, paper)).status).toBe(200)
  expect((await fetchDocument(app, person, paper)).status).toBe(200)
  await run()
  expect(await rowOf(paper)).toBeDefined()
  await app.db.query
    .updateTable('tenant_application_paper')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', 'in', [orphan, paper])
    .execute()
  expect((await fetchDocument(app, reviewer, paper)).status).toBe(404)
  expect(await outcome(app, person, prepare, { name: newName(), contact, paperIds: [orphan] })).toBe(
    'BAD_INPUT',
  )
  const { data } = await ask(app, reviewer, review, { q: name })
  expect(data).toMatchObject([{ paperCount: 1, papers: [] }])
  await run()
  expect([await rowOf(orphan), await rowOf(paper)]).toEqual([undefined, undefined])
})

test('refuses documents that belong to other accounts or other organizations', async () => {
  const [person, other] = (await people(app, 2)) as [Person, Person]
  const [paper, theirs] = [await idOf(person), await idOf(other)]
  const naming = (paperIds: string[]) => outcome(app, person, prepare, { name: newName(), contact, paperIds })
  for (const ids of [[theirs], [paper, theirs], [newId()], ['x']]) expect(await naming(ids)).toBe('BAD_INPUT')
  expect(await naming(Array.from({ length: documentLimits.each + 1 }, newId))).toBe('BAD_INPUT')
  expect(required(await rowOf(paper), 'result of rowOf').tenant_id).toBeNull()
  const { id } = await apply(person, [paper, paper.toUpperCase()])
  expect(idsOf(await ask(app, person, own, { id }))).toEqual([paper])
  expect(await naming([paper])).toBe('BAD_INPUT')
  expect(await outcome(app, other, update, { id, paperIds: [theirs] })).toBe('NOT_FOUND')
  expect(await outcome(app, admin, update, { id, paperIds: [] })).toBe('FORBIDDEN')
  expect(idsOf(await ask(app, person, own, { id }))).toEqual([paper])
})

test('limits the number and size of documents that an account can upload', async () => {
  const person = await givenPerson(app)
  expect(await uploadDocument(app, undefined, pdf)).toMatchObject({ status: 401 })
  expect(await uploadDocument(app, person, Buffer.alloc(0))).toMatchObject({ status: 400 })
  expect(await uploadDocument(app, person, Buffer.from('<svg/>'))).toMatchObject({
    ...{ status: 400, body: { fields: { file: '只接受 JPEG、PNG、WebP 图片和 PDF 文件' } } },
  })
  expect(await uploadDocument(app, person, Buffer.alloc(documentLimits.bytes + 1))).toMatchObject({
    status: 413,
  })
  const first = await idOf(person)
  for (let each = 0; each < documentLimits.waiting; each += 1) await idOf(person)
  // An account can have only a few uploads that no request uses. The oldest upload has therefore expired.
  expect((await fetchDocument(app, person, first)).status).toBe(404)
  await app.db.query
    .updateTable('tenant_application_paper')
    .set({ bytes: documentLimits.bytesPerAccount })
    .where('id', '=', await idOf(person))
    .execute()
  expect(await uploadDocument(app, person, await picture('png'))).toMatchObject({ status: 409 })
  const eager = await givenPerson(app)
  await idOf(eager)
  await sql`update rate_limit set count = ${documentLimits.perDay} where reset_at > now() + interval '23 hours'`.execute(
    app.db.query,
  )
  expect(await uploadDocument(app, eager, pdf)).toMatchObject({ status: 429 })
})

test('includes documents in the personal data export and deletes them with the account', async () => {
  const person = await givenPerson(app)
  const paper = await idOf(person, pdf, '执照.pdf')
  const { ready, fetchFile } = dataExportsOf(app)
  const file = await (await fetchFile(person, await ready(person))).json()
  expect(file.papers).toMatchObject([{ id: paper, name: '执照.pdf', type: 'application/pdf' }])
  await ask(app, person, close)
  await closeAndErase(app, [person])
  expect(await rowOf(paper)).toBeUndefined()
})
