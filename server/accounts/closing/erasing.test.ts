import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { first } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import { accountsOf, close, closeAndErase, closeOther, enable, eraseDue } from '../../testing/closing.ts'
import { ask, newName, organization, outcome, people } from '../../testing/organizations.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests the erasure of closed accounts after the waiting period.

const app = useApp()
const admin = useAdmin(app)

const { one, rowOf, signIn, actionsOn } = accountsOf(app)

test('releases the phone of a closed account and anonymizes its audit events after the waiting period', async () => {
  const person = await app.person({ username: `gone${Date.now()}`, nickName: '将去之人' })
  const org = await organization(app, { owner: await one(), members: [person] })
  const auditQuery = `{ queryAuditEvent(tenantId: "${org.id}", first: 0, pageSize: 20) { data { action actor { name } names changes ip } } }`
  await ask(
    app,
    person,
    `mutation { saveDisplayNameByTenant(tenantId: "${org.id}", operatorId: "${person.id}", displayName: "在此称呼") { id } }`,
  )
  const before = await ask(app, org.owner, auditQuery)
  expect(before.data[0]).toMatchObject({
    actor: { name: '将去之人' },
    changes: { displayName: [null, '在此称呼'] },
  })
  await ask(app, person, close)
  await app.db.query
    .updateTable('account')
    .set({ closes_at: new Date(Date.now() - 1_000) })
    .where('id', '=', person.id)
    .execute()
  expect((await signIn(person)).status).toBe(400)
  expect(await outcome(app, admin, enable(person.id))).not.toBe('done')
  await eraseDue(app)
  expect((await signIn(person)).status).toBe(400)
  expect(await ask(app, admin, `{ getOperator(id: "${person.id}") { id } }`)).toBeNull()
  expect(await outcome(app, admin, closeOther(person.id))).toBe('NOT_FOUND')
  expect((await ask(app, admin, `{ queryOperator(loginId: "${person.phone}") { count } }`)).count).toBe(0)
  expect(
    await ask(app, org.owner, `{ getTenant(id: "${org.id}") { statistics { operatorCount } } }`),
  ).toEqual({
    statistics: { operatorCount: 1 },
  })
  const after = (await ask(app, org.owner, auditQuery)).data
  expect(after[0]).toMatchObject({ action: 'EraseAccount', actor: null, changes: { member: [true, false] } })
  expect(after[1]).toEqual({
    action: 'SaveDisplayNameByTenant',
    actor: { name: '已注销账号' },
    names: expect.objectContaining({ [person.id]: '已注销账号' }),
    changes: { displayName: [null, null] },
    ip: null,
  })
  await app.db.query.deleteFrom('rate_limit').execute()
  await app.post('/RegisterCode', { mobilePhone: person.phone, purpose: 'register' })
  const mobilePhoneCode = await app.code(person.phone)
  const again = { mobilePhone: person.phone, mobilePhoneCode, password: 'another fine password' }
  expect((await app.post('/Register', again)).status).toBe(201)
})

test('concurrent runs of account erasure continue an interrupted run and erase each account once', async () => {
  const closed = await people(app, 6)
  const org = await organization(app, { owner: await one(), members: closed })
  for (const person of closed) await ask(app, person, close)
  await expect(closeAndErase(app, closed, { breakAfter: 2 })).rejects.toThrow('interrupted by the test')
  const erased = async () =>
    (await Promise.all(closed.map(({ id }) => rowOf(id)))).filter((row) => row.erased_at)
  expect(await erased()).toHaveLength(2)
  await Promise.all([eraseDue(app), eraseDue(app), eraseDue(app)])
  expect(await erased()).toHaveLength(6)
  const { rows } = await sql<{ counted: number; there: number }>`
    select member_count as counted, (select count(*) from member where tenant_id = tenant.id) as there
    from tenant where id = ${org.id}`.execute(app.db.query)
  expect(rows).toEqual([{ counted: 1, there: 1 }])
  for (const { id } of closed)
    expect((await actionsOn(id)).filter(([action]) => action === 'EraseAccount')).toHaveLength(2)
})

test('after the erasure of an account, no table contains the names, email or phone of the account', async () => {
  const mark = `Zq${Date.now().toString(36)}x`
  const email = `${mark}@example.com`.toLowerCase()
  const person = await app.person({ username: `${mark}u`, nickName: `${mark} nick` })
  const other = await one()
  const graphql = (query: string) => ask(app, person, query)
  await graphql(
    `mutation { updateProfile(nickName: "${mark} name", username: "${mark}v", firstName: "${mark}f", lastName: "${mark}l") { id } }`,
  )
  await graphql(`mutation { sendEmailCode(email: "${email}") { expiresIn } }`)
  const emailCode = await app.code(email)
  await graphql(`mutation { bindEmail(email: "${email}", emailCode: "${emailCode}") { id } }`)
  await ask(
    app,
    admin,
    `mutation { updateOperator(id: "${person.id}", nickName: "${mark} by admin") { id } }`,
  )
  // The first sign-in stores the account's network and browser. The second one fails, which is also stored.
  await app.token(
    { grant_type: 'password', username: person.phone, password: person.password },
    { 'user-agent': `${mark} browser` },
  )
  await app.token({ grant_type: 'password', username: person.phone, password: 'wrong but long' })
  // The account requests an organization, edits the request and transfers ownership of the organization.
  const applied = await graphql(
    `mutation { prepareTenant(name: "${newName()}", areaIds: ["330106"], contact: {name: "${mark} contact", mobilePhone: "${person.phone}", email: "${email}"}) { id name } }`,
  )
  await ask(app, admin, `mutation { confirmTenant(id: "${applied.id}") { id } }`)
  await graphql(
    `mutation { updateTenant(id: "${applied.id}", name: "${applied.name}", areaIds: ["330106"], contact: {name: "${mark} again", mobilePhone: "${person.phone}", email: "${email}"}, uploadAudit: false) { id } }`,
  )
  await ask(
    app,
    admin,
    `mutation { addTenantOperator(tenantId: "${applied.id}", operatorId: "${other.id}") { id } }`,
  )
  await graphql(`mutation { changeTenantOwner(tenantId: "${applied.id}", operatorId: "${other.id}") { id } }`)
  await ask(
    app,
    other,
    `mutation { changeTenantOwner(tenantId: "${applied.id}", operatorId: "${person.id}") { id } }`,
  )
  await graphql(`mutation { changeTenantOwner(tenantId: "${applied.id}", operatorId: "${other.id}") { id } }`)
  // The account joins an organization with a member name, receives a message, uploads a file and saves a
  // search.
  const org = await organization(app)
  // Only the email address shows that the account is also the contact of this organization.
  await app.db.query
    .updateTable('tenant')
    .set({ contact_email: email.toUpperCase() })
    .where('id', '=', org.id)
    .execute()
  const invite = `mutation { createTenantJoinCode(tenantId: "${org.id}", expireAtByMinute: 60) { code } }`
  const { code } = await ask(app, org.owner, invite)
  await graphql(`mutation { joinTenantByCode(code: "${code}") { id } }`)
  await graphql(
    `mutation { saveDisplayNameByTenant(tenantId: "${org.id}", operatorId: "${person.id}", displayName: "${mark} here") { id } }`,
  )
  await app.db.query
    .insertInto('import_upload')
    .values({
      account_id: person.id,
      id: newId(),
      list: 'members',
      input: JSON.stringify({ note: mark }),
      content: Buffer.from(`${mark} file`),
      wrong: '[]',
    })
    .execute()
  await ask(app, admin, `mutation { setAdmin(operatorId: "${person.id}", admin: true) { id } }`)
  const { access_token: token } = (await signIn({ ...person })).body
  const searched = await app.post(
    '/api/export/operators',
    { variables: { name: mark }, format: 'csv', timeZone: 'Asia/Shanghai' },
    { authorization: `Bearer ${token}` },
  )
  expect(searched.status).toBe(200)
  await ask(app, { access_token: token }, close)

  const own = [mark, email, person.phone, person.phone.slice(3), `@${mark}`]
  expect(await placesOf(own)).toEqual(
    expect.arrayContaining(['account', 'audit_personal', 'message', 'member', 'session']),
  )
  await closeAndErase(app, [person])
  await expect.poll(() => placesOf(own)).toEqual([])
  const messages = await ask(app, org.owner, '{ queryMessage { data { content } } }')
  expect(messages.data[0].content).toBe(`已注销账号 加入了组织“${org.name}”。`)
  expect(
    JSON.stringify(await ask(app, other, '{ queryMessage(pageSize: 50) { data { content } } }')),
  ).not.toContain(mark)
  // The organization still exists, and its current owner is unchanged.
  expect(await ask(app, other, `{ getTenant(id: "${applied.id}") { name owner { id } } }`)).toEqual({
    name: applied.name,
    owner: { id: other.id },
  })
})

/** Returns the names of all tables in which one of `words` occurs in any column, including binary columns. */
async function placesOf(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.db.query)
  const found = new Set<string>()
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`)
    for (const word of words) {
      const hex = Buffer.from(word).toString('hex')
      const { rows } = await sql<{ found: boolean }>`
        select exists (select 1 from ${table} as one
          where one::text ilike ${`%${word}%`} or one::text like ${`%${hex}%`}) as found`.execute(
        app.db.query,
      )
      if (first(rows, 'rows').found) found.add(name)
    }
  }
  return [...found].sort()
}
