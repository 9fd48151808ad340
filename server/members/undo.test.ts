import { beforeAll, expect, test } from 'vitest'
import { newId } from '../core/id.ts'
import type { Person } from '../testing/app.ts'
import { auditEvents } from '../testing/audit.ts'
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

// Tests that a reverse mutation undoes a change to members, unless somebody has made a later change.

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let manager: Person
let member: Person
let other: Person
beforeAll(async () => {
  ;[owner, manager, member, other] = (await people(app, 4)) as [Person, Person, Person, Person]
})

const given = () => organization(app, { owner, managers: [manager], members: [member, other] })
const save = `mutation m($id: ID!, $changes: [TenantPermissionChange!]!) {
  saveTenantPermissions(tenantId: $id, changes: $changes) { id } }`
const remove = `mutation m($id: ID!, $who: [ID!]!) { removeTenantOperators(tenantId: $id, operatorIds: $who) { id } }`
const restore = `mutation m($id: ID!, $members: [FormerMember!]!) {
  restoreTenantOperators(tenantId: $id, members: $members) { statistics { operatorCount managerCount } } }`
const add = 'mutation m($id: ID!, $who: ID!) { addTenantOperator(tenantId: $id, operatorId: $who) { id } }'
const setEnabled = (enabled: boolean, { id }: Person) =>
  app.db.query.updateTable('account').set({ enabled }).where('id', '=', id).execute()

/** Returns the error code and the account ids in the error details. */
async function refused(who: Person, document: string, variables: Record<string, unknown>) {
  const { body } = await app.graphql(who.access_token, document, variables)
  const { code, fields = {} } = body.errors[0].extensions
  return [code, Object.keys(fields)]
}

test('undoes a permission change of several members, unless one of them has been changed again', async () => {
  const { id } = await given()
  const before = await stored(app, id)
  await ask(app, manager, save, {
    id,
    changes: [
      { operatorId: member.id, addRoles: ['VIEWER', 'OPERATOR'], addAuthCodes: ['data_view'] },
      { operatorId: other.id, addRoles: ['MANAGER'] },
    ],
  })
  const back = [
    {
      operatorId: member.id,
      removeRoles: ['VIEWER', 'OPERATOR'],
      removeAuthCodes: ['data_view'],
      heldRoles: ['OPERATOR', 'VIEWER'],
      heldAuthCodes: ['data_view'],
    },
    { operatorId: other.id.toUpperCase(), removeRoles: ['MANAGER'], heldRoles: ['MANAGER'] },
  ]
  // Another administrator grants a role to one of the members before the undo.
  const more = { operatorId: other.id, addRoles: ['DEVELOPER'] }
  await ask(app, owner, save, { id, changes: [more] })
  const between = await stored(app, id)
  expect(await refused(manager, save, { id, changes: back })).toEqual(['CONFLICT', [other.id]])
  expect(await stored(app, id)).toEqual(between)

  await ask(app, owner, save, { id, changes: [{ operatorId: other.id, removeRoles: ['DEVELOPER'] }] })
  expect(await outcome(app, member, save, { id, changes: back })).toBe('FORBIDDEN')
  await ask(app, manager, save, { id, changes: back })
  expect(await stored(app, id)).toEqual(before)
  // The undo succeeds only once.
  expect(await refused(manager, save, { id, changes: back })).toEqual(['CONFLICT', [member.id, other.id]])
})

test('restores removed members with display name and permissions, and lets only the owner restore managers', async () => {
  const { id } = await given()
  await ask(app, owner, save, {
    id,
    changes: [
      { operatorId: member.id, addRoles: ['OPERATOR'], addAuthCodes: ['data_label', 'data_view'] },
      { operatorId: manager.id, addRoles: ['VIEWER'] },
    ],
  })
  const rename = `mutation m($id: ID!, $who: ID!) {
    saveDisplayNameByTenant(tenantId: $id, operatorId: $who, displayName: "小王") { id } }`
  await ask(app, owner, rename, { id, who: member.id })
  const before = await stored(app, id)

  const removal = `mutation m($id: ID!, $who: [ID!]!) { removeChosenOperators(tenantId: $id, operatorIds: $who) {
    operator { id } result message held { displayName manager roles authCodes } } }`
  const who = [member.id, manager.id, owner.id, member.id.toUpperCase(), newId(), 'x']
  interface Outcome {
    operator: { id: string }
    result: string
    message: string | null
    held: object
  }
  const byManager: Outcome[] = await ask(app, manager, removal, { id, who: who.slice(1) })
  expect(byManager).toHaveLength(3)
  const outcomes = [...byManager, ...((await ask(app, owner, removal, { id, who })) as Outcome[])]
  expect(outcomes.map(({ operator, result, message }) => [operator.id, result, message]).sort()).toEqual(
    [
      [member.id, 'CHANGED', null],
      [manager.id, 'FORBIDDEN', null],
      [owner.id, 'CONFLICT', '请先移交所有权'],
      [manager.id, 'CHANGED', null],
      [owner.id, 'CONFLICT', '请先移交所有权'],
    ].sort(),
  )
  // For a manager, the response contains the individually granted permissions, although managers hold all
  // permissions.
  const members = outcomes
    .filter(({ result }) => result === 'CHANGED')
    .map(({ operator, held }) => ({ operatorId: operator.id, ...held }))
  const removed = await stored(app, id)

  expect(await outcome(app, member, restore, { id, members })).toBe('NOT_FOUND')
  expect(await outcome(app, other, restore, { id, members })).toBe('FORBIDDEN')
  await ask(
    app,
    owner,
    'mutation m($id: ID!, $who: ID!) { addTenantManager(tenantId: $id, operatorId: $who) { id } }',
    {
      id,
      who: other.id,
    },
  )
  expect(await outcome(app, other, restore, { id, members })).toBe('FORBIDDEN')
  await ask(
    app,
    owner,
    'mutation m($id: ID!, $who: ID!) { removeTenantManager(tenantId: $id, operatorId: $who) { id } }',
    { id, who: other.id },
  )
  expect(await stored(app, id)).toEqual(removed)

  expect(await ask(app, owner, restore, { id, members })).toEqual({
    statistics: { operatorCount: 4, managerCount: 1 },
  })
  const held = (rows: typeof before) =>
    rows.members.map(({ joined_at, ...row }) => ({ ...row, joined_at: expect.any(Date) }))
  expect((await stored(app, id)).members).toEqual(held(before))
  await expectSound(app, id)
  const recorded = await auditEvents(app.db, ['target_id', 'changes'], {
    tenant_id: id,
    action: 'AddTenantOperator',
  })
  expect(recorded.find(({ target_id }) => target_id === member.id)?.changes).toEqual({
    member: [false, true],
    roles: [[], ['OPERATOR']],
    authCodes: [[], ['data_view', 'data_label']],
    // The audit event does not contain the display names. They are stored separately, so that they can be
    // erased with the account.
    displayName: [null, null],
  })
  expect(recorded.find(({ target_id }) => target_id === manager.id)?.changes).toMatchObject({
    manager: [false, true],
    roles: [[], ['VIEWER']],
  })
})

test('restores nobody if one member has rejoined, is disabled or would get invalid permissions', async () => {
  const { id } = await given()
  const former = ({ id: operatorId }: { id: string }, more: object = {}) => ({
    operatorId,
    roles: ['VIEWER'],
    authCodes: ['data_view'],
    ...more,
  })
  await ask(app, owner, remove, { id, who: [member.id, other.id] })
  const both = [former(member), former(other)]

  await ask(app, owner, add, { id, who: other.id })
  const joined = await stored(app, id)
  expect(await refused(manager, restore, { id, members: both })).toEqual(['CONFLICT', [other.id]])
  expect(await stored(app, id)).toEqual(joined)
  await ask(app, owner, remove, { id, who: [other.id] })

  const gone = await stored(app, id)
  await setEnabled(false, other)
  expect(await refused(manager, restore, { id, members: both })).toEqual(['CONFLICT', [other.id]])
  await setEnabled(true, other)
  const wrong: [object[], string][] = [
    [[former(member), former({ id: newId() })], 'NOT_FOUND'],
    [[former(member), former({ id: 'x' })], 'NOT_FOUND'],
    [[former(member), former(member)], 'BAD_INPUT'],
    [[former(member, { authCodes: ['organization_list'] })], 'BAD_INPUT'],
    [[former(member, { displayName: 'x'.repeat(65) })], 'BAD_INPUT'],
    [[former(member, { manager: true })], 'FORBIDDEN'],
  ]
  for (const [members, code] of wrong)
    expect(await outcome(app, manager, restore, { id, members })).toBe(code)
  await app.db.query.updateTable('tenant').set({ status: 'REJECT' }).where('id', '=', id).execute()
  expect(await outcome(app, admin, restore, { id, members: both })).toBe('CONFLICT')
  await app.db.query.updateTable('tenant').set({ status: 'FINISH' }).where('id', '=', id).execute()
  expect(await stored(app, id)).toEqual(gone)
  expect(await ask(app, manager, restore, { id, members: [] })).toMatchObject({
    statistics: { operatorCount: 2 },
  })
  await expectSound(app, id)
})

test('concurrent calls that restore and add the same person create only one membership', async () => {
  const { id } = await given()
  const joiner = await givenPerson(app)
  await ask(app, owner, add, { id, who: joiner.id })
  await ask(app, owner, remove, { id, who: [joiner.id] })
  const members = [{ operatorId: joiner.id, roles: ['VIEWER'], authCodes: [] }]
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 5 === 4
        ? outcome(app, owner, add, { id, who: joiner.id })
        : outcome(app, manager, restore, { id, members }),
    ),
  )
  const brought = outcomes.filter((each, index) => each === 'done' && index % 5 !== 4)
  expect(brought.length).toBeLessThanOrEqual(1)
  expect(outcomes.filter((each) => !['done', 'CONFLICT'].includes(each))).toEqual([])
  const { members: rows } = await stored(app, id)
  expect(rows.find(({ account_id }) => account_id === joiner.id)).toMatchObject({
    roles: brought.length ? ['VIEWER'] : [],
  })
  await expectSound(app, id)
})
