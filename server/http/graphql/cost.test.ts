import { beforeAll, describe, expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import type { Person } from '../../testing/app.ts'
import { documentsOfEverything } from '../../testing/everything.ts'
import { ask, givenPerson, newName, organization, people } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)
/** Arguments that documentsOfEverything() inserts into its documents. */
let given: Record<string, string>
beforeAll(async () => {
  given = { ...(await fillSmall()), 'listSavedView.list': 'DEVICES' }
})

/** Adds rows to every list. */
async function fillSmall() {
  const persons = await people(app, 12)
  const [owner, manager] = [first(persons, 'persons'), required(persons[1], 'item of persons')]
  const self = await ask(app, admin, '{ auth { id } }')
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const { id } = await organization(app, {
      owner,
      managers: [manager],
      members: [...persons.slice(2), self],
    })
    const fields = `name: "${newName()}", areaIds: ["330106", "110101"], uploadAudit: true, contact: { name: "李明", mobilePhone: "13800138000" }`
    await ask(app, admin, `mutation { updateTenant(id: "${id}", ${fields}) { id } }`)
    ids.push(id)
  }
  await organization(app, { owner, status: 'PREPARE' })
  for (const { phone, password } of persons)
    for (let n = 0; n < 2; n += 1) await app.token({ grant_type: 'password', username: phone, password })
  for (let n = 0; n < 52; n += 1) {
    const fields = `name: "设备", tenantId: "${ids[n % 4]}", customerName: "客户"`
    await ask(app, admin, `mutation { saveDeviceByPalgo(id: "cost-${n}", ${fields}) { id } }`)
  }
  await app.db.execute(
    `insert into device_connection (tenant_id, device_id, id, ip, connected_at, disconnected_at)
     select $1, 'cost-0', gen_random_uuid(), '10.0.0.1', now() - n * interval '2 hours', now() - n * interval '1 hour'
     from generate_series(1, 30) as n`,
    [ids[0]],
  )
  await app.db.execute(
    `insert into message (account_id, id, type, template)
     select $1, gen_random_uuid(), 'NOTICE', 'account.authCodes' from generate_series(1, 30)`,
    [self.id],
  )
  const invite = `mutation { createTenantJoinCode(tenantId: "${ids[0]}", expireAtByMinute: 60) { code } }`
  const { code } = await ask(app, admin, invite)
  const hook = `mutation { createWebhook(url: "https://203.0.114.7/", events: ["tenant.rejected"]) { webhook { id } } }`
  const { webhook } = await ask(app, admin, hook)
  await app.db.execute(
    `with sent as (
       insert into event (position, id, date_time, tenant_id, platform, object, type, payload)
       values (0, gen_random_uuid(), now(), $2::uuid, true, 'tenant', 'tenant.rejected', '{}') returning *)
     insert into webhook_delivery (webhook_id, position, date_time, tenant_id, object, tries)
     select $1::uuid, position, date_time, tenant_id, object,
       '[{"at": "2026-11-20T08:00:00.000Z", "status": 200, "reason": null, "ms": 1}]' from sent`,
    [webhook.id, ids[0]],
  )
  const [applied] = (await ask(app, admin, '{ queryTenantApplication { data { id } } }')).data
  const register = 'mutation { createApplication(kind: SERVICE, name: "outside") { application { id } } }'
  const { application } = await ask(app, admin, register)
  await app.db.execute(`insert into application_refusal values ($1, now(), 'PKCE', '', 1)`, [application.id])
  return {
    ...{ id: `"${ids[0]}"`, tenantId: `"${ids[0]}"`, deviceId: '"cost-0"', 'device.id': '"cost-0"' },
    ...{ 'getOperator.id': `"${owner.id}"`, 'getTenantApplication.id': `"${applied.id}"` },
    ...{ 'getApplication.id': `"${application.id}"`, 'getApplicationUsage.id': `"${application.id}"` },
    'listApplicationUse.ids': `["${application.id}"]`,
    ...{ 'getTenantByCode.id': `"${code}"`, 'getArea.id': '"330000"', name: '"free"', q: '"杭州"' },
    ...{ webhookId: `"${webhook.id}"`, 'getWebhook.id': `"${webhook.id}"`, 'getWebhookDelivery.id': '"0"' },
    instants: '["2026-11-20T08:00:00.000Z", "2026-11-20T09:00:00.000Z"]',
  }
}

/** Creates 100 organizations with the same 100 members, using two statements. Returns one of the members. */
async function fillLarge(): Promise<Person> {
  const one = await givenPerson(app)
  await app.db.execute(
    `insert into account (id, name, created_at) select gen_random_uuid(), 'large ' || n, now() - interval '1 day'
     from generate_series(1, 99) as n`,
  )
  await app.db.execute(
    `with made as (insert into tenant (id, name, status, owner_id, member_count)
       select gen_random_uuid(), 'large ' || n, 'FINISH', $1, 100 from generate_series(1, 100) as n returning id)
     insert into member (tenant_id, account_id)
     select made.id, account.id from made cross join account where account.name like 'large %' or account.id = $1`,
    [one.id],
  )
  return one
}

const rows = `id name admin tenant: member(tenantId: "${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}") { owner }
  profile { username firstName lastName mobilePhone email emailVerified enabled createdTimestamp passwordChangedTimestamp }
  viewerCan { update changePhone resetPassword disable enable grant }`
const large = (more = '') => `{ queryTenant(pageSize: 100) { data { id operators { ${rows} ${more} } } } }`

test('answers a query for every field of every type without an error', async () => {
  for (const [name, document] of documentsOfEverything(given, 20)) {
    const { status, body } = await app.graphql(admin.access_token, document)
    expect([name, status, body.errors]).toEqual([name, 200, undefined])
    // These two fields are null here. getReviewTime has too few decisions, and getChecklist is only for new
    // users, who have fewer devices.
    if (!['getReviewTime', 'getChecklist'].includes(name)) expect(body.data[name], name).not.toBeNull()
  }
})

/**
 * Sends the document four times and returns the response that needed the fewest statements, because
 * background tasks can add statements to a run.
 */
async function asked(document: string, headers: Record<string, string> = {}) {
  const answers = []
  while (answers.length < 4) {
    const before = app.statements()
    const answer = await app.graphql(admin.access_token, document, {}, headers)
    answers.push({ ...answer, statements: app.statements() - before })
  }
  return first(
    answers.toSorted((one, other) => one.statements - other.statements),
    'answers',
  )
}

test('a list of 50 rows needs no SQL statement per row', async () => {
  const statements = async (document: string) => {
    const { body, statements } = await asked(document)
    expect(body.errors).toBeUndefined()
    return statements
  }
  const [few, many] = [documentsOfEverything(given, 2), documentsOfEverything(given, 50)]
  for (const name of [
    'queryOperator',
    'queryTenant',
    'queryTenantApplication',
    'queryDevice',
    'queryAuditEvent',
  ]) {
    // An N+1 query would add 48 statements. Without one, up to 12 more statements were observed, because rows
    // without members or devices split the batches. The limit of 36 separates the two cases.
    expect(await statements(required(many.get(name), 'item of many')), name).toBeLessThan(
      (await statements(required(few.get(name), 'item of few'))) + 36,
    )
  }
})

test('a bulk change is rejected before it is executed if the response would be too large', async () => {
  const ids = ['cost-0', ...Array.from({ length: 999 }, (_, n) => `none-${n}`)]
  const device = required(documentsOfEverything(given, 20).get('device'), 'device').replace(
    /^query everything \{ device\(.*?\) |}\s*$/g,
    '',
  )
  const renew = `mutation m($ids: [ID!]!) { renewDevices(ids: $ids, expiredDate: "2036-01-31T00:00:00.000Z") {
    result device ${device} } }`
  const { status, body } = await app.graphql(admin.access_token, renew, { ids })
  expect([status, body.errors[0].extensions.fields]).toEqual([200, { renewDevices: expect.any(String) }])
  expect((await ask(app, admin, '{ device(id: "cost-0") { expiredDate } }')).expiredDate).toBeNull()
  const one = await app.graphql(admin.access_token, renew, { ids: ids.slice(0, 1) })
  expect(one.body.data.renewDevices).toMatchObject([{ result: 'CHANGED' }])
})

test('a query that is invalid or exceeds a limit is refused with an error in the language of the client', async () => {
  const documents: [document: string, zh: string, en: string][] = [
    [`{ auth { ${'tenant { owner { '.repeat(6)} id ${'} }'.repeat(6)} } }`, '嵌套过深', 'too deep'],
    [`{ ${Array.from({ length: 31 }, (_, n) => `a${n}: auth { id }`).join(' ')} }`, '别名过多', 'aliases'],
    [`{ auth { ${'id '.repeat(200)} } }`, '重复', 'too often'],
    [`{ auth { ${'id '.repeat(5_000)} } }`, '过长', 'too long'],
    ['{ auth { tenants { operators { tenants { operators { id } } } } } }', '同一类型', 'same type'],
    ['{ auth { nothing } }', '查询无效', 'Invalid query'],
  ]
  for (const [document, zh, en] of documents) {
    for (const [language, words] of [
      ['zh-CN', zh],
      ['en', en],
    ]) {
      const headers = { 'accept-language': required(language, 'language') }
      const { status, body } = await app.graphql(admin.access_token, document, {}, headers)
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_INPUT'])
      expect(body.errors[0].message).toContain(words)
    }
  }
})

describe('with 100 organizations of 100 members each', () => {
  let person: Person
  beforeAll(async () => {
    person = await fillLarge()
  })

  test('refuses a query whose response is too large, names the list to shorten, and loads nothing below that list', async () => {
    const refused = (document: string, language: string) => asked(document, { 'accept-language': language })
    const { status, body, statements } = await refused(large(), 'zh-CN')
    const list = 'queryTenant.data.operators'
    const words = `返回内容超过 200,000 项，请减小 pageSize 或减少 ${list} 的字段`
    expect(status).toBe(200)
    expect(body).toEqual({
      data: null,
      errors: [{ message: words, extensions: { code: 'BAD_INPUT', fields: { [list]: words } } }],
    })
    const below = await refused(large('tenants { id name } profile { sessions { id ip } }'), 'en')
    expect(below.body.errors[0].message).toContain(`smaller pageSize or fewer fields of ${list}`)
    expect(below.statements).toBeLessThanOrEqual(statements)
    const fewer = large().replace('100', '50')
    expect((await refused(fewer, 'en')).body.data.queryTenant.data[0].operators).not.toEqual([])
  })

  test('reports that a mutation was executed if the response is too large to send', async () => {
    const change = `mutation { updateProfile(nickName: "新名") { tenants { operators { ${rows} } } }
      next: updateProfile(nickName: "其后") { id } }`
    const { body } = await app.graphql(person.access_token, change)
    expect(body.errors[0].message).toMatch('操作已完成')
    expect(body.errors[0].extensions.fields).toHaveProperty('updateProfile.tenants.operators')
    expect((await ask(app, person, '{ auth { name } }')).name).toBe('新名')
  })

  test('ends the response with an error if a deferred part is too large', async () => {
    const deferred = large().replace('operators {', '... @defer { operators {').replace(/}$/, '} }')
    const accept = { accept: 'multipart/mixed' }
    const { body } = await app.graphql(admin.access_token, deferred, {}, accept)
    const last = JSON.parse(
      required(
        required(String(body).split('---').at(-2), 'item of body').split('\r\n\r\n')[1],
        'item of body',
      ),
    )
    expect(last).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }], hasNext: false })
  })
})
