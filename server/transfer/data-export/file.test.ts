import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Person } from '../../testing/app.ts'
import { withTotp } from '../../testing/factors/totp.ts'
import { ask, givenPerson, organization, people } from '../../testing/organizations.ts'
import { dataExportsOf } from '../../testing/transfer/own-data.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests the contents of the personal data export.

const app = useApp()
const admin = useAdmin(app)
const { fetchFile, ready, partsOf } = dataExportsOf(app)

test('a data export contains only data of the account, and no secrets', async () => {
  const person = await app.person({ nickName: '=王志远', username: `wang${Date.now()}` })
  const [owner, other] = (await people(app, 2)) as [Person, Person]
  const place = await organization(app, { owner, members: [person, other] })
  await app.db.query
    .updateTable('member')
    .set({ display_name: '在此称呼' })
    .where('account_id', '=', person.id)
    .execute()
  await ask(app, admin, `mutation { updateOperator(id: "${other.id}", nickName: "别人的名字") { id } }`)
  await ask(app, person, 'mutation { updateProfile(nickName: "=王志远", firstName: "志远") { id } }')
  await ask(app, admin, `mutation { updateOperator(id: "${person.id}", nickName: "=改过的名") { id } }`)
  const { secret, recoveryCodes } = await withTotp(app, person)
  const source = newId()
  await app.db.query
    .insertInto('identity_source')
    .values({
      ...{ id: source, key: source, kind: 'WECOM', name: '企业微信', position: 1, creator_id: owner.id },
      ...{ client_id: 'corp', client_secret: Buffer.alloc(60) },
    })
    .execute()
  await app.db.query
    .insertInto('linked_identity')
    .values({ id: newId(), source_id: source, subject: 'corp/wang', name: '王志远', account_id: person.id })
    .execute()
  const id = await ready(person)
  const answer = await fetchFile(person, id)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  expect(answer.headers.get('content-disposition')).toMatch(/filename="data-export-\d{8}-\d{6}\.json"/)
  const text = await answer.text()
  const file = JSON.parse(text)
  expect(file.account).toMatchObject([
    { id: person.id, nickName: '=改过的名', firstName: '志远', mobilePhone: person.phone, recoveryCodes: 10 },
  ])
  expect(file.sessions).toMatchObject([{ ip: '127.0.0.1', endedAt: null }])
  expect(file.memberships).toMatchObject([
    { id: place.id, organization: place.name, displayName: '在此称呼', owner: false },
  ])
  expect(file.factors).toMatchObject([{ kind: 'totp', name: '手机' }])
  expect(file.identities).toMatchObject([{ source: '企业微信', subject: 'corp/wang', name: '王志远' }])
  expect(file.messages.length).toBeGreaterThan(0)
  const actions = file.events.map(({ action, by }: { action: string; by: string }) => [action, by])
  expect(actions).toEqual(
    expect.arrayContaining([
      ['Register', 'self'],
      ['SignIn', 'self'],
      ['UpdateProfile', 'self'],
      ['UpdateOperator', 'another'],
      ['RequestDataExport', 'self'],
    ]),
  )
  const changed = file.events.find(({ action }: { action: string }) => action === 'UpdateOperator')
  expect(changed).toMatchObject({ changes: { name: ['=王志远', '=改过的名'] }, ip: null })
  const { rows: hashes } = await sql<{ hash: string }>`
    select password_hash as hash from account where id = ${person.id}`.execute(app.db.query)
  const kept = [
    secret,
    ...recoveryCodes,
    first(hashes, 'hashes').hash,
    person.access_token,
    person.refresh_token,
    person.password,
  ]
  for (const each of [...kept, owner.phone, other.phone, '别人的名字', owner.id])
    expect(text.includes(each), each).toBe(false)
})

test('a data export in xlsx format has a sheet for each section and no formulas, and is stored encrypted', async () => {
  const person = await app.person({ nickName: '=HYPERLINK("x")' })
  const id = await ready(person, 'XLSX')
  const parts = await partsOf(person)
  expect(parts.length).toBe(1)
  // The stored part is encrypted, so it contains no recognizable piece of a ZIP file.
  expect(first(parts, 'parts').content.includes('xl/worksheets')).toBe(false)
  const answer = await fetchFile(person, id)
  const book = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const workbook = strFromU8(required(book['xl/workbook.xml'], 'xl/workbook.xml'))
  for (const name of ['账号', '登录会话', '操作日志']) expect(workbook).toContain(`name="${name}"`)
  expect(Object.keys(book).filter((path) => path.startsWith('xl/worksheets/'))).toHaveLength(12)
  const sheet = strFromU8(required(book['xl/worksheets/sheet1.xml'], 'xl/worksheets/sheet1.xml'))
  expect(sheet).toContain(person.phone)
  expect(sheet).toMatch(/s="3"[^>]*><is><t xml:space="preserve">=HYPERLINK/)
  expect(sheet).not.toContain('<f>')
})

test('a data export with many pages and parts contains each entry exactly once', async () => {
  const person = await givenPerson(app)
  await sql`
    insert into message (account_id, id, type, template, params, created_at)
    select ${person.id}, ('0190' || lpad(to_hex(n), 4, '0') || '-0000-7000-8000-000000000000')::uuid, 'NOTICE',
      'tenant.deleted', jsonb_build_object('tenant', repeat('名', 300) || n), now() - n * interval '1 minute'
    from generate_series(1, 1700) as n`.execute(app.db.query)
  await sql`
    insert into audit_event (tenant_id, id, actor_id, action, target_type, target_id, success)
    select ${person.id}, gen_random_uuid(), ${person.id}, 'Reauthenticate', 'account', ${person.id}, true
    from generate_series(1, 1300)`.execute(app.db.query)
  const id = await ready(person)
  expect((await partsOf(person)).length).toBeGreaterThan(2)
  const { messages, events } = JSON.parse(await (await fetchFile(person, id)).text())
  expect(messages).toHaveLength(1_700)
  expect(new Set(messages.map((each: { id: string }) => each.id)).size).toBe(1_700)
  expect(new Set(events.map((each: { id: string }) => each.id)).size).toBe(events.length)
  expect(events.filter(({ action }: { action: string }) => action === 'Reauthenticate')).toHaveLength(1_300)
})
