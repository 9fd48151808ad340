import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { insertAccount } from '../accounts/store.ts'
import { newId } from '../core/id.ts'
import { addMember } from '../tenants/members.ts'
import { newPhone, type Person } from '../testing/app.ts'
import { ask, givenPerson, organization, outcome, people } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let manager: Person
let plain: Person
let id: string
/**
 * Members in the order in which they joined. The owner, the manager and the plain member joined earlier and
 * are not included.
 */
const joined: { id: string; name: string }[] = []

const names = (index: number) =>
  ['张伟', '王伟', '50%_off', 'a\\b', 'Ａlice', 'ALBERT'][index] ?? `成员${String(index).padStart(3, '0')}`

beforeAll(async () => {
  ;[owner, manager, plain] = (await people(app, 3)) as [Person, Person, Person]
  id = (await organization(app, { owner, managers: [manager], members: [plain] })).id
  for (let index = 0; index < 57; index += 1) {
    const account = { id: newId(), name: names(index) }
    await app.db.transaction(async (tx) => {
      await insertAccount(tx, { ...account, mobilePhone: newPhone(), passwordHash: '' })
      await addMember(tx, { tenantId: id, accountId: account.id })
    })
    joined.push(account)
  }
})

const list = `query q($tenants: [ID!], $first: Int! = 0, $pageSize: Int! = 20, $after: String, $name: String, $tenantName: String, $loginId: String,
    $enabled: Boolean, $manager: Boolean, $roles: [PalgoRole!], $codes: [String!], $sorts: [OperatorSort!]) {
  queryOperator(tenantIdSet: $tenants, first: $first, pageSize: $pageSize, after: $after, name: $name, tenantName: $tenantName, loginId: $loginId,
    enabled: $enabled, manager: $manager, roleSet: $roles, authCodeSet: $codes, sorts: $sorts) {
    first pageSize count countExact next data { id name profile { mobilePhone username email } } } }`
const within = (more = {}) => ask(app, owner, list, { tenants: [id], ...more })
const idsOf = ({ data }: { data: { id: string }[] }) => data.map((row) => row.id)
const newest = () => joined.map((account) => account.id).reverse()

test('lists the newest members first, by offset and by cursor', async () => {
  const first = await within()
  expect(first).toMatchObject({ first: 0, pageSize: 20, count: 60, countExact: true })
  expect(idsOf(first)).toEqual(newest().slice(0, 20))
  const second = await within({ after: first.next })
  expect(second.first).toBe(20)
  expect(idsOf(second)).toEqual(newest().slice(20, 40))
  expect(idsOf(await within({ first: 20 }))).toEqual(idsOf(second))
  const third = await within({ after: second.next })
  expect(third.next).toBe(null)
  expect(new Set([...idsOf(first), ...idsOf(second), ...idsOf(third)]).size).toBe(60)
  expect(idsOf(await within({ first: 20_000 }))).toEqual([])
})

test('returns every member once when the list is sorted by several columns', async () => {
  for (const sorts of [
    [{ field: 'NAME', order: 'ASC' }],
    [
      { field: 'USERNAME', order: 'DESC' },
      { field: 'NAME', order: 'ASC' },
    ],
    [{ field: 'CREATED_TIMESTAMP', order: 'DESC' }],
    [{ field: 'JOIN_DATE_TIME', order: 'ASC' }],
  ]) {
    const all: string[] = []
    let after: string | null = null
    do {
      const page = await within({ sorts, pageSize: 13, after })
      all.push(...idsOf(page))
      after = page.next
    } while (after)
    expect(all).toHaveLength(60)
    expect(new Set(all).size).toBe(60)
    const whole = await within({ sorts, pageSize: 100 })
    expect(all).toEqual(idsOf(whole))
  }
  const { data } = await within({ sorts: [{ field: 'NAME', order: 'ASC' }], pageSize: 3 })
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['50%_off', 'ALBERT', 'a\\b'])
})

test('rejects a cursor that is modified, truncated or from another list', async () => {
  const { next } = await within()
  const other = await ask(app, admin, list, { pageSize: 1 })
  const wrong = [
    next.slice(0, -1),
    `${next}A`,
    next.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')),
    other.next,
    'x',
    '',
  ]
  // A forged cursor of the correct format is rejected, because it is not signed with the server's key.
  const sorting = 'members timestamptz desc,uuid desc'
  const made = [[20, 'notatime', id], [-5, '2026-01-01', id], ['x'], 'x'].flatMap((position) => {
    const text = JSON.stringify(position)
    const hash = createHash('sha256').update(`${sorting}\n${text}`).digest('base64url')
    return [hash, hash.slice(0, 16), next.slice(0, 43)].map(
      (sign) => sign + Buffer.from(text).toString('base64url'),
    )
  })
  for (const after of [...wrong, ...made])
    expect(await outcome(app, owner, list, { tenants: [id], after }), after).toBe('BAD_INPUT')
  expect(
    await outcome(app, owner, list, { tenants: [id], after: next, sorts: [{ field: 'NAME', order: 'ASC' }] }),
  ).toBe('BAD_INPUT')
})

test('lists the owner as the only member of a personal organization', async () => {
  const own = `{ auth { tenant { managers { id } operators { id } statistics { operatorCount managerCount } } } }`
  expect((await ask(app, plain, own)).tenant).toEqual({
    managers: [],
    operators: [{ id: plain.id }],
    statistics: { operatorCount: 1, managerCount: 0 },
  })
  const members = (more = {}) => ask(app, admin, list, { tenants: [plain.id], ...more })
  expect(await members()).toMatchObject({ count: 1, countExact: true, next: null, data: [{ id: plain.id }] })
  expect(await members({ roles: ['VIEWER'] })).toMatchObject({ count: 1 })
  expect(await members({ manager: true })).toMatchObject({ count: 0, data: [] })
  expect(await outcome(app, owner, list, { tenants: [plain.id] })).toBe('FORBIDDEN')
})

test('limits the offset and the page size', async () => {
  for (const wrong of [{ first: -1 }, { pageSize: 0 }, { pageSize: 101 }, { pageSize: 1_000_000_000 }])
    expect(await outcome(app, owner, list, { tenants: [id], ...wrong })).toBe('BAD_INPUT')
  expect(await outcome(app, owner, list, { tenants: [id], first: 10_001, name: '张' })).toBe('BAD_INPUT')
  expect((await within({ first: 10_000, name: '张' })).data).toEqual([])
})

test('finds members by part of a name, regardless of width and case, and treats %, _ and \\ literally', async () => {
  const found = async (name: string) =>
    (await within({ name })).data.map((row: { name: string }) => row.name).sort()
  expect(await found('伟')).toEqual(['张伟', '王伟'].sort())
  expect(await found('张伟')).toEqual(['张伟'])
  expect(await found('al')).toEqual(['ALBERT', 'Ａlice'])
  expect(await found('ＡＬ')).toEqual(['ALBERT', 'Ａlice'])
  expect(await found('%')).toEqual(['50%_off'])
  expect(await found('_')).toEqual(['50%_off'])
  expect(await found('\\')).toEqual(['a\\b'])
  expect(await found("' or 1=1 --")).toEqual([])
  expect(await within({ name: '成员' })).toMatchObject({ count: 51, countExact: true })
})

test('finds a member by display name only in the organization where the member has that name', async () => {
  const name =
    'mutation m($id: ID!, $who: ID!) { saveDisplayNameByTenant(tenantId: $id, operatorId: $who, displayName: "李工（研发）") { id } }'
  await ask(app, owner, name, { id, who: plain.id })
  expect(idsOf(await within({ name: '李工' }))).toEqual([plain.id])
  const elsewhere = await organization(app, { owner, members: [plain] })
  expect(idsOf(await ask(app, owner, list, { tenants: [elsewhere.id], name: '李工' }))).toEqual([])
})

test('filters members by role, permission code, enabled state and whether they are managers', async () => {
  const give = `mutation m($id: ID!, $who: ID!) { saveTenantPermissions(tenantId: $id, changes: [
    {operatorId: $who, addRoles: [VIEWER, DEVELOPER], addAuthCodes: ["data_view"]}]) { id } }`
  await ask(app, owner, give, { id, who: plain.id })
  expect(idsOf(await within({ manager: true }))).toEqual([manager.id])
  expect(await within({ roles: [], codes: [] })).toEqual(await within())
  expect(idsOf(await within({ roles: ['DEVELOPER'] })).sort()).toEqual(
    [owner.id, manager.id, plain.id].sort(),
  )
  expect(idsOf(await within({ codes: ['data_view'], manager: false })).sort()).toEqual(
    [owner.id, plain.id].sort(),
  )
  await app.db.query
    .updateTable('account')
    .set({ enabled: false })
    .where('id', '=', required(joined[9], 'item of joined').id)
    .execute()
  expect(idsOf(await within({ enabled: false }))).toEqual([required(joined[9], 'item of joined').id])
})

test('lets owners and managers list members of only their own organizations, and rejects plain members', async () => {
  const foreign = await organization(app)
  for (const who of [owner, manager]) {
    expect(await outcome(app, who, list, { tenants: [id] })).toBe('done')
    for (const wrong of [
      {},
      { tenants: [] },
      { tenants: [foreign.id] },
      { tenants: [id, foreign.id] },
      { tenants: [newId()] },
      { tenants: ['x'] },
      { name: '张' },
    ])
      expect(await outcome(app, who, list, wrong), JSON.stringify(wrong)).toBe('FORBIDDEN')
  }
  expect(await outcome(app, plain, list, { tenants: [id] })).toBe('FORBIDDEN')
  expect(await outcome(app, plain, list, { loginId: owner.phone })).toBe('FORBIDDEN')
  const expired = await organization(app, { owner: foreign.owner, status: 'EXPIRED' })
  expect(await outcome(app, foreign.owner, list, { tenants: [expired.id] })).toBe('FORBIDDEN')
  const two = await organization(app, { owner })
  expect(await ask(app, owner, list, { tenants: [id, two.id] })).toMatchObject({ count: 60 })
})

test('finds an account to add only by its complete phone number, and returns the phone masked and no email', async () => {
  const person = await givenPerson(app)
  const found = await ask(app, manager, list, { loginId: person.phone.slice(3) })
  expect(found).toMatchObject({
    count: 1,
    data: [{ id: person.id, profile: { username: null, email: null } }],
  })
  expect(found.data[0].profile.mobilePhone).toMatch(/^\+86 139\*{4}\d{4}$/)
  expect(await ask(app, manager, list, { loginId: person.phone.slice(0, -1) })).toMatchObject({
    count: 0,
    data: [],
  })
  // An empty array as a filter does not restrict the list.
  const empty = { tenants: [], roles: [], codes: [] }
  expect(await ask(app, manager, list, { loginId: person.phone, ...empty })).toEqual(found)
  expect(await outcome(app, manager, list, { loginId: person.phone, name: '张' })).toBe('FORBIDDEN')
  // Holders of organization_list can look up accounts, because they choose the owner when they create an
  // organization.
  const [lister, certifier] = [
    await givenPerson(app, ['organization_list']),
    await givenPerson(app, ['certification_audit']),
  ] as [Person, Person]
  expect(await ask(app, lister, list, { loginId: person.phone })).toEqual(found)
  expect(await outcome(app, lister, list, { name: '张' })).toBe('FORBIDDEN')
  expect(await outcome(app, lister, list, { tenants: [id], loginId: person.phone })).toBe('FORBIDDEN')
  expect(await outcome(app, certifier, list, { loginId: person.phone })).toBe('FORBIDDEN')
})

test('lets administrators and holders of account_management find any account', async () => {
  const holder = await givenPerson(app, ['account_management'])
  for (const who of [admin, holder]) {
    const all = await ask(app, who, list, {})
    const { count } = await app.db.query
      .selectFrom('account')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(all).toMatchObject({ count, countExact: true })
    expect(idsOf(await ask(app, who, list, { loginId: plain.phone }))).toEqual([plain.id])
    expect(await ask(app, who, list, { tenants: [id], name: '王伟' })).toMatchObject({ count: 1 })
  }
  const { name } = await app.db.query
    .selectFrom('tenant')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await ask(app, admin, list, { tenantName: name })).toMatchObject({ count: 60 })
})

test('the member list runs the same number of SQL statements for 5 and for 50 rows', async () => {
  const document = `query q($tenants: [ID!], $id: ID!, $pageSize: Int!, $name: String) {
    queryOperator(tenantIdSet: $tenants, pageSize: $pageSize, name: $name) { count data { id name
      member(tenantId: $id) { displayName owner manager roles authCodes joinDateTime viewerCan { remove makeManager } }
      tenants { id status viewerCan { edit } } profile { mobilePhone } } } }`
  const counted = async (pageSize: number, name?: string) => {
    const counts: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const before = app.statements()
      const { data } = await ask(app, owner, document, { tenants: [id], id, pageSize, name })
      expect(data).toHaveLength(pageSize)
      counts.push(app.statements() - before)
    }
    // Use the lowest count, because background tasks can add statements to a run.
    return Math.min(...counts)
  }
  expect(await counted(50)).toBe(await counted(5))
  expect(await counted(50, '成员')).toBe(await counted(5, '成员'))
  expect(await counted(50)).toBeLessThan(15)
})

test('shows the last sign-in of a member to the owner and security staff, but not to ordinary members', async () => {
  const document = `query q($tenants: [ID!], $id: ID!) { queryOperator(tenantIdSet: $tenants, pageSize: 100) {
    data { id profile { lastSignInDateTime } member(tenantId: $id) { lastSignInDateTime } } } }`
  type Told = { lastSignInDateTime: string | null }
  const seen = async (who: Parameters<typeof ask>[1], of: 'profile' | 'member' = 'profile') => {
    const { data } = await ask(app, who, document, { tenants: [id], id })
    const rows = data as { id: string; profile: Told; member: Told }[]
    return new Map(rows.map((row) => [row.id, row[of].lastSignInDateTime]))
  }
  const { created_at: at } = await app.db.query
    .selectFrom('session')
    .select('created_at')
    .where('account_id', '=', plain.id)
    .executeTakeFirstOrThrow()
  const ofOwner = `query q($id: ID!) { getTenant(id: $id) { owner { member(tenantId: $id) { lastSignInDateTime } } } }`
  expect(await ask(app, plain, ofOwner, { id })).toEqual({ owner: { member: { lastSignInDateTime: null } } })
  // A session that has ended still counts as the last sign-in.
  await app.db.query
    .updateTable('session')
    .set({ ended_at: new Date() })
    .where('account_id', '=', plain.id)
    .execute()
  const guard = await givenPerson(app, ['security_management'])
  for (const who of [admin, guard]) {
    const byAccount = await seen(who)
    expect(byAccount.get(plain.id)).toBe(at.toISOString())
    expect(byAccount.get(required(joined[0], 'item of joined').id)).toBe(null)
  }
  expect((await seen(owner, 'member')).get(plain.id)).toBe(at.toISOString())
  const byOwner = await seen(owner)
  expect(byOwner.get(owner.id)).toEqual(expect.any(String))
  expect([...byOwner].filter(([account, time]) => account !== owner.id && time)).toEqual([])
})
