import { afterAll, beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { type Answer, adminTokens, type Person, type TestApp, type Tokens } from '../testing/app.ts'
import {
  ask,
  contact,
  expectSound,
  givenPerson,
  newName,
  organization,
  outcome,
  people,
  stored,
} from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Each test sends all its requests at once, alternating between two servers, and then checks the database.

const app = useApp()
const admin = useAdmin(app)
let second: Awaited<ReturnType<TestApp['another']>>
let crowd: Person[]
beforeAll(async () => {
  second = await app.another()
  crowd = await people(app, 50)
  signInTwice(admin, await adminTokens({ token: tokenOfSecond }))
  for (const person of crowd) await alsoAtSecond(person)
})
afterAll(async () => {
  await second.close()
})

// Each server issues its own tokens, so the accounts sign in to both servers.
const atSecond = new Map<string, string>()

async function tokenOfSecond(form: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${second.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', ...form }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const signInTwice = (one: Tokens, two: Tokens) => atSecond.set(one.access_token, two.access_token)

async function alsoAtSecond(person: Person): Promise<Person> {
  const { phone: username, password } = person
  const { body } = await tokenOfSecond({ grant_type: 'password', username, password })
  signInTwice(person, body)
  return person
}

/** Creates an organization whose owner is signed in to both servers. */
async function given(more: { owner?: Person; status?: 'PREPARE' } = {}) {
  const owner = more.owner ?? (await alsoAtSecond(await givenPerson(app)))
  return organization(app, { ...more, owner })
}

/** Returns the first server for an even index and the second server for an odd index. */
const server = (index: number): Pick<TestApp, 'graphql'> => ({
  async graphql(token, query, variables): Promise<Answer> {
    const response = await fetch(`${(index % 2 ? second : app).url}/api/services/backend/actions/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${index % 2 ? atSecond.get(required(token, 'token')) : token}`,
      },
      body: JSON.stringify({ query, variables }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  },
})

type Call = [who: Pick<Tokens, 'access_token'>, document: string, variables: Record<string, unknown>]

const atOnce = (calls: Call[]): Promise<string[]> =>
  Promise.all(calls.map((call, index) => outcome(server(index), ...call)))

const count = (outcomes: string[], what: string) => outcomes.filter((each) => each === what).length
const on = (field: string) =>
  `mutation m($id: ID!, $who: ID!) { ${field}(tenantId: $id, operatorId: $who) { id } }`
const byId = (field: string, fields = '{ id }') => `mutation m($id: ID!) { ${field}(id: $id) ${fields} }`
const join = 'mutation m($code: String!) { joinTenantByCode(code: $code) { id } }'

/** Asserts that every outcome is among the allowed ones. Which of them occur depends on timing. */
function expectOnly(outcomes: string[], allowed: string[]): void {
  expect(outcomes.filter((each) => !allowed.includes(each))).toEqual([])
}

test('lets 20 of 50 concurrent users join with an invitation code that can be used 20 times', async () => {
  const { id, owner } = await given()
  const create = `mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5, maxUses: 20) { code } }`
  const { code } = await ask(app, owner, create, { id })
  const outcomes = await atOnce(crowd.map((person) => [person, join, { code }]))
  expect(count(outcomes, 'done')).toBe(20)
  expect(count(outcomes, 'BAD_INPUT')).toBe(30)
  const { members, codes } = await stored(app, id)
  expect(members).toHaveLength(21)
  expect(codes).toMatchObject([{ used_count: 20 }])
  await expectSound(app, id)
})

test('counts one use of an invitation code if the same user joins 50 times concurrently', async () => {
  const { id, owner } = await given()
  const create = `mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5) { code } }`
  const { code } = await ask(app, owner, create, { id })
  const outcomes = await atOnce(Array.from({ length: 50 }, () => [first(crowd, 'crowd'), join, { code }]))
  expectOnly(outcomes, ['done'])
  expect(await stored(app, id)).toMatchObject({ codes: [{ used_count: 1 }] })
  await expectSound(app, id)
})

test('an invitation code that is revoked while users join does not admit anyone after its revocation', async () => {
  const { id, owner } = await given()
  const create = `mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5) { id code } }`
  const made = await ask(app, owner, create, { id })
  const calls: Call[] = crowd.slice(0, 40).map((person) => [person, join, { code: made.code }])
  calls.splice(20, 0, [owner, byId('deleteTenantJoinCode', ''), { id: made.id }])
  const outcomes = await atOnce(calls)
  const { members, codes } = await stored(app, id)
  const joined = count(outcomes, 'done') - 1
  expect(members).toHaveLength(1 + joined)
  expect(codes).toMatchObject([{ used_count: joined, revoked_at: expect.any(Date) }])
  expect(await outcome(app, required(crowd[49], 'item of crowd'), join, { code: made.code })).toBe(
    'BAD_INPUT',
  )
  await expectSound(app, id)
})

test('an organization has one owner after 50 concurrent transfers to two people', async () => {
  const [one, two] = crowd as [Person, Person]
  const { id, owner } = await given()
  await ask(app, owner, on('addTenantOperator'), { id, who: one.id })
  await ask(app, owner, on('addTenantOperator'), { id, who: two.id })
  const outcomes = await atOnce(
    Array.from({ length: 50 }, (_, index) => [
      owner,
      on('changeTenantOwner'),
      { id, who: (index % 3 ? one : two).id },
    ]),
  )
  expect(count(outcomes, 'done')).toBe(1)
  expectOnly(outcomes, ['done', 'FORBIDDEN'])
  const { tenant, members } = await stored(app, id)
  expect([one.id, two.id]).toContain(required(tenant, 'tenant').owner_id)
  expect(members.find((member) => member.account_id === owner.id)).toMatchObject({ manager: true })
  await expectSound(app, id)
})

test('member counts stay correct when members are concurrently promoted, removed, added and made owner', async () => {
  const { id, owner } = await given()
  const some = crowd.slice(0, 5)
  for (const { id: who } of some) await ask(app, owner, on('addTenantOperator'), { id, who })
  const fields = ['addTenantManager', 'removeTenantOperator', 'addTenantOperator', 'removeTenantManager']
  const calls: Call[] = Array.from({ length: 48 }, (_, index) => [
    admin,
    on(required(fields[index % fields.length], 'item of fields')),
    { id, who: required(some[(index * 7) % some.length], 'item of some').id },
  ])
  calls.push([admin, on('changeTenantOwner'), { id, who: first(some, 'some').id }])
  calls.push([admin, on('changeTenantOwner'), { id, who: required(some[1], 'item of some').id }])
  expectOnly(await atOnce(calls), ['done', 'NOT_FOUND', 'CONFLICT'])
  await expectSound(app, id)
})

test('an organization request gets at most one decision if it is approved, rejected and deleted concurrently', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, owner, name } = await given({
      owner: required(crowd[round], 'item of crowd'),
      status: 'PREPARE',
    })
    const reject = 'mutation m($id: ID!) { rejectTenant(id: $id, reject: "no") { id } }'
    const kinds = [byId('confirmTenant'), reject, byId('deleteTenant', '')]
    const outcomes = await atOnce(
      Array.from({ length: 30 }, (_, index) => [
        index % 3 === 2 ? owner : admin,
        required(kinds[index % 3], 'item of kinds'),
        { id },
      ]),
    )
    expectOnly(outcomes, ['done', 'CONFLICT', 'NOT_FOUND', 'FORBIDDEN'])
    const [confirmed, rejected, deleted] = [0, 1, 2].map((kind) =>
      count(
        outcomes.filter((_, index) => index % 3 === kind),
        'done',
      ),
    ) as [number, number, number]
    expect(confirmed + rejected).toBeLessThanOrEqual(1)
    expect(deleted).toBeLessThanOrEqual(1)
    const { tenant, members } = await stored(app, id)
    const free = await ask(app, admin, 'query q($name: String!) { checkTenant(name: $name) }', { name })
    // The owner is the only member and can therefore delete the organization even after a decision.
    if (deleted) expect({ tenant, members, free }).toEqual({ tenant: undefined, members: [], free: true })
    else expect(required(tenant, 'tenant').status).toBe(confirmed ? 'FINISH' : 'REJECT')
    const applications = await app.db.query
      .selectFrom('tenant_application')
      .select('status')
      .where('tenant_id', '=', id)
      .execute()
    const settled = confirmed ? 'FINISH' : rejected ? 'REJECT' : 'WITHDRAWN'
    expect(applications).toEqual([{ status: settled }])
    const decisions = await app.db.query
      .selectFrom('audit_event')
      .select('action')
      .where('tenant_id', '=', id)
      .where('success', '=', true)
      .where('action', 'in', ['ConfirmTenant', 'RejectTenant', 'DeleteTenant'])
      .execute()
    expect(decisions).toHaveLength(confirmed + rejected + deleted)
  }
})

test('accepts three of 50 concurrent organization requests from one user', async () => {
  const apply =
    'mutation m($name: String!, $contact: ContactInput!) { prepareTenant(name: $name, areaIds: ["330106"], contact: $contact) { id } }'
  const outcomes = await atOnce(
    Array.from({ length: 50 }, () => [
      required(crowd[48], 'item of crowd'),
      apply,
      { name: newName(), contact },
    ]),
  )
  expect(count(outcomes, 'done')).toBe(3)
  expect(count(outcomes, 'CONFLICT')).toBe(47)
})

test('accepts one of 49 concurrent requests for organizations with the same name', async () => {
  const apply =
    'mutation m($name: String!, $contact: ContactInput!) { prepareTenant(name: $name, areaIds: ["330106"], contact: $contact) { id } }'
  const name = `Wanted ${newName()}`
  const applicants = crowd.filter((_, index) => index !== 48)
  const outcomes = await atOnce(
    applicants.map((person, index) => [
      person,
      apply,
      { name: index % 2 ? name : name.toUpperCase(), contact },
    ]),
  )
  expect(count(outcomes, 'done')).toBe(1)
  expect(count(outcomes, 'CONFLICT')).toBe(48)
})

test('concurrent attempts to swap the names of two organizations do not cause a deadlock', async () => {
  const [one, two] = [await given(), await given()]
  const rename = `mutation m($id: ID!, $name: String!, $contact: ContactInput!) {
    updateTenant(id: $id, name: $name, areaIds: ["330106"], contact: $contact, uploadAudit: false) { id } }`
  const calls: Call[] = Array.from({ length: 20 }, (_, index) => [
    admin,
    rename,
    { contact, ...(index % 2 ? { id: one.id, name: two.name } : { id: two.id, name: one.name }) },
  ])
  expectOnly(await atOnce(calls), ['done', 'CONFLICT'])
  const claims = await app.db.query
    .selectFrom('tenant_claim')
    .select('tenant_id')
    .where('tenant_id', 'in', [one.id, two.id])
    .execute()
  expect(claims.map(({ tenant_id }) => tenant_id).sort()).toEqual([one.id, two.id].sort())
})
