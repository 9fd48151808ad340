import { beforeAll, expect, test } from 'vitest'
import { newId } from '../core/id.ts'
import type { Person, Tokens } from '../testing/app.ts'
import {
  ask,
  expectSound,
  givenPerson,
  organization,
  outcome,
  people,
  stored,
} from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { deleteUnusableJoinCodes, insertJoinCode } from './join-codes.ts'

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let manager: Person
beforeAll(async () => {
  ;[owner, manager] = (await people(app, 2)) as [Person, Person]
})

const create = `mutation m($id: ID!, $minutes: Int! = 60, $maxUses: Int, $roles: [PalgoRole!], $authCodes: [String!]) {
  createTenantJoinCode(tenantId: $id, expireAtByMinute: $minutes, maxUses: $maxUses, roles: $roles, authCodes: $authCodes) { id code tenantId tenantName usedCount maxUses expireAt roles authCodes } }`
const join = 'mutation m($code: String!) { joinTenantByCode(code: $code) { id } }'
const look =
  'query q($code: ID!) { getTenantByCode(id: $code) { id code tenantName usedCount inviter creator { id } } }'
const list =
  'query q($id: ID!) { listTenantJoinCode(tenantId: $id) { id code usedCount maxUses creator { id } } }'
const revoke = 'mutation m($id: ID!) { deleteTenantJoinCode(id: $id) }'
const on = (field: string) =>
  `mutation m($id: ID!, $who: ID!) { ${field}(tenantId: $id, operatorId: $who) { id } }`

const given = () => organization(app, { owner, managers: [manager] })
const invite = async (id: string, more = {}, by: Pick<Tokens, 'access_token'> = owner) =>
  ask(app, by, create, { id, ...more })
const newcomer = () => givenPerson(app)

/** Expects that nobody can join with the code, and that the errors are the same as for an unknown code. */
async function expectDead(id: string, code: string): Promise<void> {
  const person = await newcomer()
  const before = await stored(app, id)
  expect(await outcome(app, person, join, { code })).toBe('BAD_INPUT')
  expect(await ask(app, person, look, { code })).toBe(null)
  expect(await stored(app, id)).toEqual(before)
}

test('shows an invitation code in full only once, accepts it in lower case and with hyphens and spaces, and adds a member without permissions', async () => {
  const { id, name } = await given()
  const made = await invite(id, { maxUses: 3 })
  expect(made.code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/)
  expect(made).toMatchObject({ tenantId: id, tenantName: name, usedCount: 0, maxUses: 3 })
  const person = await newcomer()
  const typed = ` ${made.code.toLowerCase().replace(/(.{4})/g, '$1-')} `
  expect(await ask(app, person, look, { code: typed })).toMatchObject({
    code: `${made.code.slice(0, 4)}${'•'.repeat(12)}`,
    tenantName: name,
    inviter: expect.any(String),
    creator: null,
  })
  expect(await ask(app, person, join, { code: typed })).toEqual({ id })
  const { members } = await stored(app, id)
  expect(members.find((member) => member.account_id === person.id)).toMatchObject({
    manager: false,
    roles: [],
    auth_codes: [],
    join_code_id: made.id,
  })
  expect(await ask(app, owner, list, { id })).toEqual([
    {
      id: made.id,
      code: `${made.code.slice(0, 4)}${'•'.repeat(12)}`,
      usedCount: 1,
      maxUses: 3,
      creator: { id: owner.id },
    },
  ])
  await expectSound(app, id)
  const everything =
    JSON.stringify(await app.db.query.selectFrom('audit_event').selectAll().execute()) + app.log.join('')
  expect(everything).not.toContain(made.code)
})

const grants = { roles: ['OPERATOR', 'VIEWER', 'VIEWER'], authCodes: ['data_download', 'data_view'] }

test('an invitation grants its permissions only to users who were not members before, and the grant is audited', async () => {
  const { id } = await given()
  const [member, person] = (await people(app, 2)) as [Person, Person]
  await ask(app, owner, on('addTenantOperator'), { id, who: member.id })
  // The response contains the permission codes in catalogue order without duplicates.
  const gives = { roles: ['VIEWER', 'OPERATOR'], authCodes: ['data_view', 'data_download'] }
  const made = await invite(id, grants, manager)
  expect(made).toMatchObject(gives)
  const shown = `query q($code: ID!) { getTenantByCode(id: $code) { roles authCodes } }`
  expect(await ask(app, person, shown, { code: made.code })).toEqual(gives)

  await ask(app, person, join, { code: made.code })
  await ask(app, member, join, { code: made.code })
  const { members } = await stored(app, id)
  const held = { roles: gives.roles, auth_codes: gives.authCodes, manager: false }
  expect(members.find(({ account_id }) => account_id === person.id)).toMatchObject(held)
  expect(members.find(({ account_id }) => account_id === member.id)).toMatchObject({
    roles: [],
    auth_codes: [],
  })
  const events = await app.db.query
    .selectFrom('audit_event')
    .select(['action', 'actor_id', 'changes'])
    .where('tenant_id', '=', id)
    .where('action', 'in', ['CreateTenantJoinCode', 'JoinTenantByCode'])
    .orderBy('date_time')
    .execute()
  const changes = { roles: [[], gives.roles], authCodes: [[], gives.authCodes] }
  expect(events).toMatchObject([
    { actor_id: manager.id, changes },
    { actor_id: person.id, changes: { operatorId: [null, person.id], ...changes } },
  ])
  await expectSound(app, id)
})

test('rejects an invitation if the creator can no longer grant the permissions in the invitation', async () => {
  const { id } = await given()
  const { code } = await invite(id, grants, manager)
  // The creator loses the permission to invite people. The invitation itself is not revoked.
  await app.db.query
    .updateTable('member')
    .set({ manager: false })
    .where('tenant_id', '=', id)
    .where('account_id', '=', manager.id)
    .execute()
  await expectDead(id, code)
})

test('an invitation can contain only valid permissions that its creator can grant', async () => {
  const { id } = await given()
  const member = await newcomer()
  await ask(app, owner, on('addTenantOperator'), { id, who: member.id })
  expect(await outcome(app, member, create, { id, ...grants })).toBe('FORBIDDEN')
  for (const wrong of [{ authCodes: ['certification_audit'] }, { authCodes: ['none'] }])
    expect(await outcome(app, owner, create, { id, ...wrong })).toBe('BAD_INPUT')
  expect((await stored(app, id)).codes).toEqual([])
  // Joining does not grant a permission code that has been removed from the catalogue.
  const { code, id: made } = await invite(id, grants)
  await app.db.query
    .updateTable('tenant_join_code')
    .set({ auth_codes: ['data_view', 'data_gone'] })
    .where('id', '=', made)
    .execute()
  const person = await newcomer()
  await ask(app, person, join, { code })
  const { members } = await stored(app, id)
  expect(members.find(({ account_id }) => account_id === person.id)).toMatchObject({
    auth_codes: ['data_view'],
  })
})

test('an existing member who enters an invitation code gets the organization, and the code is not used up', async () => {
  const { id } = await given()
  const { code } = await invite(id, { maxUses: 1 })
  const person = await newcomer()
  await ask(app, person, join, { code })
  expect(await ask(app, person, join, { code })).toEqual({ id })
  expect(await ask(app, owner, join, { code })).toEqual({ id })
  expect((await stored(app, id)).codes).toMatchObject([{ used_count: 1 }])
  await expectDead(id, code)
})

test('rejects an expired invitation code, even before the clean-up task deletes the code', async () => {
  const { id } = await given()
  const { code } = await invite(id)
  await app.db.query
    .updateTable('tenant_join_code')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('tenant_id', '=', id)
    .execute()
  await expectDead(id, code)
  expect(await ask(app, owner, list, { id })).toEqual([])
})

test('rejects a revoked invitation code, and returns NOT_FOUND if the code is revoked again', async () => {
  const { id } = await given()
  const made = await invite(id)
  expect(await ask(app, manager, revoke, { id: made.id })).toBe(true)
  expect(await outcome(app, manager, revoke, { id: made.id })).toBe('NOT_FOUND')
  await expectDead(id, made.code)
})

test('an invitation code is invalid if its organization is rejected, expired or deleted', async () => {
  for (const change of [{ status: 'REJECT' }, { expire_at: new Date(Date.now() - 1_000) }]) {
    const { id } = await given()
    const { code } = await invite(id)
    await app.db.query.updateTable('tenant').set(change).where('id', '=', id).execute()
    await expectDead(id, code)
  }
  const { id } = await given()
  const { code } = await invite(id)
  await ask(app, admin, 'mutation m($id: ID!) { deleteTenant(id: $id) }', { id })
  await expectDead(id, code)
})

test('rejects an invitation code of a former manager, even after the user becomes a manager again', async () => {
  for (const [field, by] of [
    ['removeTenantManager', owner],
    ['removeTenantOperator', owner],
    ['leaveTenant', manager],
  ] as const) {
    const { id } = await given()
    const { code } = await invite(id, {}, manager)
    const document =
      field === 'leaveTenant' ? 'mutation m($id: ID!) { leaveTenant(tenantId: $id) }' : on(field)
    await ask(app, by, document, { id, ...(field !== 'leaveTenant' && { who: manager.id }) })
    await expectDead(id, code)
    await ask(app, owner, on('addTenantOperator'), { id, who: manager.id })
    await ask(app, owner, on('addTenantManager'), { id, who: manager.id })
    await expectDead(id, code)
  }
})

test('rejects an invitation code whose creator has been disabled', async () => {
  const maker = await givenPerson(app)
  const { id } = await organization(app, { owner, managers: [maker] })
  const { code } = await invite(id, {}, maker)
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', maker.id).execute()
  await expectDead(id, code)
})

test('an invitation code adds the user only to the organization that created the code', async () => {
  const [one, two] = [await given(), await given()]
  const { code } = await invite(one.id)
  const person = await newcomer()
  expect(await ask(app, person, join, { code })).toEqual({ id: one.id })
  expect((await stored(app, two.id)).members.map((member) => member.account_id)).not.toContain(person.id)
})

test('accepts a lifetime of at most 30 days for an invitation code, and requires at least one use', async () => {
  const { id } = await given()
  for (const wrong of [{ minutes: 0 }, { minutes: 43_201 }, { maxUses: 0 }, { maxUses: -1 }])
    expect(await outcome(app, owner, create, { id, ...wrong })).toBe('BAD_INPUT')
  const { expireAt } = await invite(id, { minutes: 43_200 })
  expect(new Date(expireAt).getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
})

test('limits an organization to 100 valid invitation codes', async () => {
  const { id } = await given()
  const code = { tenantId: id, creatorId: owner.id, minutes: 60, maxUses: null }
  await app.db.transaction(async (tx) => {
    for (let index = 0; index < 99; index += 1) await insertJoinCode(tx, code)
  })
  const last = await invite(id)
  expect(await outcome(app, owner, create, { id })).toBe('CONFLICT')
  await ask(app, owner, revoke, { id: last.id })
  expect(await outcome(app, owner, create, { id })).toBe('done')
})

test('hides the invitations of an organization from viewers who cannot invite members', async () => {
  const { id } = await given()
  const [member, stranger] = (await people(app, 2)) as [Person, Person]
  await ask(app, owner, on('addTenantOperator'), { id, who: member.id })
  const made = await invite(id)
  for (const who of [member, stranger]) {
    expect(await outcome(app, who, list, { id })).toBe('FORBIDDEN')
    expect(await outcome(app, who, revoke, { id: made.id })).toMatch(/FORBIDDEN|NOT_FOUND/)
  }
  expect(await ask(app, manager, list, { id })).toHaveLength(1)
  expect(await outcome(app, admin, list, { id: newId() })).toBe('NOT_FOUND')
})

test('a user who has entered 60 wrong invitation codes in an hour is rejected even with the correct code', async () => {
  const { id } = await given()
  const { code } = await invite(id)
  const person = await newcomer()
  const tries = await Promise.all(
    Array.from({ length: 65 }, (_, index) =>
      outcome(app, person, index % 2 ? join : look, { code: 'A'.repeat(16) }),
    ),
  )
  expect(tries.filter((each) => each === 'RATE_LIMITED')).toHaveLength(5)
  expect(await outcome(app, person, join, { code })).toBe('RATE_LIMITED')
  expect(await outcome(app, await newcomer(), join, { code })).toBe('done')
})

test('the clean-up task deletes expired invitation codes and codes of deleted organizations, but not valid codes', async () => {
  const [one, gone, over] = [await given(), await given(), await given()]
  const codes = [await invite(one.id), await invite(gone.id), await invite(over.id)]
  await ask(app, admin, 'mutation m($id: ID!) { deleteTenant(id: $id) }', { id: gone.id })
  await app.db.query
    .updateTable('tenant_join_code')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('tenant_id', '=', over.id)
    .execute()
  await deleteUnusableJoinCodes(app.db.query)
  const left = await app.db.query.selectFrom('tenant_join_code_claim').select('id').execute()
  const ids = left.map(({ id }) => id)
  expect(codes.map(({ id }) => ids.includes(id))).toEqual([true, false, false])
  expect((await stored(app, gone.id)).codes).toEqual([])
  expect((await stored(app, over.id)).codes).toHaveLength(1)
  expect(await outcome(app, await newcomer(), join, { code: codes[0].code })).toBe('done')
})
