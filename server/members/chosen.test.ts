import { beforeAll, expect, test } from 'vitest'
import { newId } from '../core/id.ts'
import type { Person } from '../testing/app.ts'
import { auditEvents } from '../testing/audit.ts'
import { ask, expectSound, organization, outcome, people, stored } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests that a bulk action changes only the members to whom it can be applied, and reports an outcome for
// each member.

const app = useApp()
const admin = useAdmin(app)
let owner: Person
let manager: Person
let other: Person
let plain: Person
let second: Person
let stranger: Person
beforeAll(async () => {
  ;[owner, manager, other, plain, second, stranger] = (await people(app, 6)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ]
})

const given = () => organization(app, { owner, managers: [manager, other], members: [plain, second] })
const chosen = (field: string, more = '') => `mutation m($id: ID!, $who: [ID!]!) {
  ${field}(tenantId: $id, operatorIds: $who${more}) { operator { id } result message } }`
const everyone = () =>
  [owner, manager, other, plain, second, { id: newId() }, { id: 'x' }].map(({ id }) => id)

/**
 * Applies the mutation to `everyone` and returns the outcomes of the owner, the managers and the plain
 * members, in this order.
 */
async function done(who: Pick<Person, 'access_token'>, document: string, id: string) {
  const outcomes: { operator: { id: string }; result: string; message: string | null }[] = await ask(
    app,
    who,
    document,
    { id, who: [...everyone(), plain.id.toUpperCase()] },
  )
  expect(outcomes).toHaveLength(5)
  const by = new Map(outcomes.map((each) => [each.operator.id, each.message ?? each.result]))
  return everyone()
    .slice(0, 5)
    .map((each) => by.get(each))
}

const stays = '请先移交所有权'
const holdsAll = '所有者与管理员拥有全部权限'

test('a bulk call changes the permissions of ordinary members, skips the owner and managers, and audits each change', async () => {
  const { id } = await given()
  const give = chosen('saveChosenPermissions', ', addRoles: [VIEWER, OPERATOR], addAuthCodes: ["data_view"]')
  const take = chosen('saveChosenPermissions', ', removeRoles: [OPERATOR], addAuthCodes: ["data_view"]')
  const before = await stored(app, id)
  for (const [who, code] of [
    [stranger, 'NOT_FOUND'],
    [plain, 'FORBIDDEN'],
  ] as const)
    expect(await outcome(app, who, give, { id, who: everyone() })).toBe(code)
  for (const code of ['organization_list', 'nothing']) {
    const wrong = chosen('saveChosenPermissions', `, addAuthCodes: ["${code}"]`)
    expect(await outcome(app, owner, wrong, { id, who: everyone() })).toBe('BAD_INPUT')
  }
  expect(await stored(app, id)).toEqual(before)

  const kept = [holdsAll, holdsAll, holdsAll]
  expect(await done(manager, give, id)).toEqual([...kept, 'CHANGED', 'CHANGED'])
  expect(await done(owner, give, id)).toEqual([...kept, 'UNCHANGED', 'UNCHANGED'])
  expect(await done(admin, take, id)).toEqual([...kept, 'CHANGED', 'CHANGED'])
  const { members } = await stored(app, id)
  for (const member of members) {
    const holds = [plain.id, second.id].includes(member.account_id)
    expect(member).toMatchObject({ roles: holds ? ['VIEWER'] : [], auth_codes: holds ? ['data_view'] : [] })
  }
  const recorded = await auditEvents(app.db, ['target_id', 'changes'], {
    tenant_id: id,
    action: 'SaveTenantPermissions',
  })
  expect(recorded.filter(({ target_id }) => target_id === plain.id).map(({ changes }) => changes)).toEqual([
    { roles: [[], ['VIEWER', 'OPERATOR']], authCodes: [[], ['data_view']] },
    { roles: [['VIEWER', 'OPERATOR'], ['VIEWER']] },
  ])
  expect(recorded).toHaveLength(4)
})

test('lets only the owner or an administrator change managers in bulk, and revokes invitations of removed managers', async () => {
  const { id } = await given()
  const [add, remove] = [chosen('addChosenManagers'), chosen('removeChosenManagers')]
  const before = await stored(app, id)
  for (const who of [plain, manager])
    for (const document of [add, remove])
      expect(await outcome(app, who, document, { id, who: everyone() })).toBe('FORBIDDEN')
  expect(await stored(app, id)).toEqual(before)

  expect(await done(owner, add, id)).toEqual([stays, 'UNCHANGED', 'UNCHANGED', 'CHANGED', 'CHANGED'])
  await expectSound(app, id)
  const invite = `mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5) { id } }`
  await ask(app, plain, invite, { id })
  expect(await done(admin, remove, id)).toEqual([stays, 'CHANGED', 'CHANGED', 'CHANGED', 'CHANGED'])
  await expectSound(app, id)
  const { members, codes } = await stored(app, id)
  expect(members.filter((each) => each.manager)).toEqual([])
  expect(codes).toMatchObject([{ revoked_at: expect.any(Date) }])
  for (const [action, count] of [
    ['AddTenantManager', 2],
    ['RemoveTenantManager', 4],
  ] as const)
    expect(await auditEvents(app.db, ['changes'], { tenant_id: id, action })).toHaveLength(count)
})

test('a bulk call by a manager removes only ordinary members, and a bulk call by the owner also removes managers', async () => {
  const { id } = await given()
  const remove = chosen('removeChosenOperators')
  const before = await stored(app, id)
  expect(await outcome(app, plain, remove, { id, who: everyone() })).toBe('FORBIDDEN')
  expect(await stored(app, id)).toEqual(before)
  expect(await done(manager, remove, id)).toEqual([stays, 'FORBIDDEN', 'FORBIDDEN', 'CHANGED', 'CHANGED'])
  await expectSound(app, id)
  expect(await ask(app, owner, remove, { id, who: [owner.id, manager.id, plain.id] })).toHaveLength(2)
  await expectSound(app, id)
  expect((await stored(app, id)).members.map(({ account_id }) => account_id).sort()).toEqual(
    [owner.id, other.id].sort(),
  )
})
