import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { newId } from '../core/id.ts'
import { newPhone, type Person } from '../testing/app.ts'
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
const on = (field: string, more = '') =>
  `mutation m($id: ID!, $who: ID!) { ${field}(tenantId: $id, operatorId: $who${more}) { id } }`
const save = `mutation m($id: ID!, $changes: [TenantPermissionChange!]!) {
  saveTenantPermissions(tenantId: $id, changes: $changes) { id member(tenantId: $id) { roles authCodes } } }`
const self =
  'query q { auth { authInfo { authCodes tenantInfos { tenantId displayName owner manager roles authCodes viewerCan { remove setPermissions rename makeManager } } } } }'
const infoOf = async (who: Person, id: string) =>
  (await ask(app, who, self)).authInfo.tenantInfos.find((info: { tenantId: string }) => info.tenantId === id)
const changesIn = async (id: string, action: string) =>
  (await auditEvents(app.db, ['changes'], { tenant_id: id, action })).map(({ changes }) => changes)
const allRoles = ['VIEWER', 'OPERATOR', 'DEVELOPER', 'MANAGER']
const allCodes = ['data_view', 'data_upload', 'data_download', 'data_label', 'data_audit', 'data_delete']

test('adds and removes roles of a member, replaces permission codes, and sets and clears the display name', async () => {
  const { id } = await given()
  await ask(app, manager, on('addOperatorRoles', ', roles: [DEVELOPER, VIEWER, VIEWER]'), {
    id,
    who: member.id,
  })
  await ask(app, owner, on('removeOperatorRoles', ', roles: [DEVELOPER, MANAGER]'), { id, who: member.id })
  await ask(app, owner, on('saveAuthCodeByTenant', ', codes: ["data_label", "data_view"]'), {
    id,
    who: member.id,
  })
  await ask(app, member, on('saveDisplayNameByTenant', ', displayName: " 小王 "'), { id, who: member.id })
  expect(await infoOf(member, id)).toMatchObject({
    displayName: '小王',
    roles: ['VIEWER'],
    authCodes: ['data_view', 'data_label'],
    viewerCan: { remove: false, setPermissions: false, rename: true, makeManager: false },
  })
  await ask(app, owner, on('saveAuthCodeByTenant', ', codes: []'), { id, who: member.id })
  expect(await infoOf(member, id)).toMatchObject({ displayName: '小王' })
  await ask(app, owner, on('saveDisplayNameByTenant', ', displayName: ""'), { id, who: member.id })
  expect(await infoOf(member, id)).toMatchObject({ displayName: null, authCodes: [] })
  expect(await changesIn(id, 'SaveAuthCodeByTenant')).toEqual([
    { authCodes: [[], ['data_label', 'data_view']] },
    { authCodes: [['data_label', 'data_view'], []] },
  ])
})

test('rejects permission codes that cannot be granted in an organization', async () => {
  const { id } = await given()
  for (const codes of ['["organization_list"]', '["account_management", "data_view"]', '["nothing"]'])
    expect(
      await outcome(app, admin, on('saveAuthCodeByTenant', `, codes: ${codes}`), { id, who: member.id }),
    ).toBe('BAD_INPUT')
  const changes = [{ operatorId: member.id, addAuthCodes: ['certification_audit'] }]
  expect(await outcome(app, admin, save, { id, changes })).toBe('BAD_INPUT')
  expect(await infoOf(member, id)).toMatchObject({ authCodes: [] })
})

test('the owner and managers hold all permissions, and a former manager only those granted individually', async () => {
  const { id } = await given()
  for (const who of [owner, manager])
    expect(await infoOf(who, id)).toMatchObject({ roles: allRoles, authCodes: allCodes })
  await ask(app, owner, on('addOperatorRoles', ', roles: [OPERATOR]'), { id, who: manager.id })
  await ask(app, owner, on('removeTenantManager'), { id, who: manager.id })
  expect(await infoOf(manager, id)).toMatchObject({ manager: false, roles: ['OPERATOR'], authCodes: [] })
})

test('changes the permissions of all given members, or of no member if one of the changes is invalid', async () => {
  const { id } = await given()
  const changes = [
    { operatorId: member.id, addRoles: ['VIEWER', 'OPERATOR'], addAuthCodes: ['data_view'] },
    { operatorId: other.id, addRoles: ['MANAGER'] },
  ]
  expect(await ask(app, manager, save, { id, changes })).toEqual([
    { id: member.id, member: { roles: ['VIEWER', 'OPERATOR'], authCodes: ['data_view'] } },
    { id: other.id, member: { roles: ['MANAGER'], authCodes: [] } },
  ])
  expect(await changesIn(id, 'SaveTenantPermissions')).toMatchObject([
    {
      [other.id]: [
        { roles: [], authCodes: [] },
        { roles: ['MANAGER'], authCodes: [] },
      ],
    },
  ])
  const stranger = await givenPerson(app)
  const before = await stored(app, id)
  const wrong: [{ operatorId: string; [change: string]: unknown }[], string][] = [
    [
      [
        { operatorId: member.id, removeRoles: ['VIEWER'] },
        { operatorId: stranger.id, addRoles: ['VIEWER'] },
      ],
      'CONFLICT',
    ],
    [
      [
        { operatorId: member.id, removeRoles: ['VIEWER'] },
        { operatorId: owner.id, addRoles: ['VIEWER'] },
      ],
      'FORBIDDEN',
    ],
    [
      [
        { operatorId: member.id, removeRoles: ['VIEWER'] },
        { operatorId: member.id, addRoles: ['VIEWER'] },
      ],
      'BAD_INPUT',
    ],
    [[{ operatorId: member.id, removeRoles: ['ROOT'] }], 'BAD_INPUT'],
    [[{ operatorId: 'x', removeRoles: ['VIEWER'] }], 'CONFLICT'],
  ]
  for (const [changes, code] of wrong) expect(await outcome(app, manager, save, { id, changes })).toBe(code)
  // The error details list the accounts that cannot be changed.
  for (const [changes] of wrong.slice(0, 2)) {
    const { body } = await app.graphql(manager.access_token, save, { id, changes } as never)
    expect(Object.keys(body.errors[0].extensions.fields)).toEqual([
      required(changes[1], 'item of changes').operatorId,
    ])
  }
  expect(await stored(app, id)).toEqual(before)
})

test('prevents privilege escalation by members, managers and holders of platform-wide permission codes', async () => {
  const { id } = await given()
  const foreign = await organization(app)
  const before = [await stored(app, id), await stored(app, foreign.id)]
  const lister = await givenPerson(app, ['organization_list'])
  const tries: [Person, string, string, string][] = [
    [member, 'addTenantManager', id, member.id],
    [member, 'changeTenantOwner', id, member.id],
    [manager, 'changeTenantOwner', id, manager.id],
    [manager, 'addTenantManager', id, member.id],
    [manager, 'removeTenantManager', id, manager.id],
    [manager, 'removeTenantOperator', id, owner.id],
    [manager, 'addTenantOperator', foreign.id, manager.id],
    [owner, 'addTenantOperator', foreign.id, owner.id],
    [owner, 'changeTenantOwner', foreign.id, owner.id],
    [lister, 'addTenantOperator', id, lister.id],
    [lister, 'changeTenantOwner', id, member.id],
  ]
  for (const [who, field, tenant, operator] of tries)
    expect(await outcome(app, who, on(field), { id: tenant, who: operator }), field).toMatch(
      /FORBIDDEN|NOT_FOUND/,
    )
  const own = on('addOperatorRoles', ', roles: [MANAGER]')
  expect(await outcome(app, member, own, { id, who: member.id })).toBe('FORBIDDEN')
  expect(await outcome(app, manager, own, { id, who: manager.id })).toBe('FORBIDDEN')
  expect([await stored(app, id), await stored(app, foreign.id)]).toEqual(before)
})

test('the removal of permissions takes effect at the next call with the same token', async () => {
  const { id } = await given()
  const get = 'query q($id: ID!) { getTenant(id: $id) { id operators { id } } }'
  const add = on('addTenantOperator')
  const newcomer = await givenPerson(app)

  expect(await outcome(app, manager, add, { id, who: newcomer.id })).toBe('done')
  await ask(app, owner, on('removeTenantManager'), { id, who: manager.id })
  expect(await outcome(app, manager, add, { id, who: newcomer.id })).toBe('FORBIDDEN')
  await ask(app, owner, on('removeTenantOperator'), { id, who: manager.id })
  expect(await ask(app, manager, get, { id })).toBe(null)
  expect(await outcome(app, manager, add, { id, who: newcomer.id })).toBe('NOT_FOUND')
  expect((await ask(app, manager, '{ auth { tenants { id } } }')).tenants).not.toContainEqual({ id })

  await ask(app, owner, on('changeTenantOwner'), { id, who: member.id })
  expect(await outcome(app, owner, on('addTenantManager'), { id, who: other.id })).toBe('FORBIDDEN')
  await ask(app, owner, 'mutation m($id: ID!) { leaveTenant(tenantId: $id) }', { id })
  expect(await ask(app, owner, get, { id })).toBe(null)
  await app.db.query.updateTable('tenant').set({ status: 'REJECT' }).where('id', '=', id).execute()
  expect(await ask(app, other, get, { id })).toBe(null)
  await app.db.query.updateTable('tenant').set({ status: 'FINISH' }).where('id', '=', id).execute()
  await ask(app, admin, 'mutation m($id: ID!) { deleteTenant(id: $id) }', { id })
  for (const who of [member, other, newcomer]) expect(await ask(app, who, get, { id })).toBe(null)
})

test('a platform-wide permission code has no effect after its removal', async () => {
  const certifier = await givenPerson(app, ['certification_audit'])
  const { id } = await organization(app, { owner, status: 'PREPARE' })
  await app.db.query.updateTable('account').set({ auth_codes: [] }).where('id', '=', certifier.id).execute()
  expect(
    await outcome(app, certifier, 'mutation m($id: ID!) { confirmTenant(id: $id) { id } }', { id }),
  ).toBe('NOT_FOUND')
})

test('does not accept a disabled account as a member or owner, and returns NOT_FOUND for unknown accounts', async () => {
  const { id } = await given()
  const disabled = await givenPerson(app)
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', disabled.id).execute()
  const before = await stored(app, id)
  const add = on('addTenantOperator')
  expect(await outcome(app, owner, add, { id, who: disabled.id })).toBe('CONFLICT')
  for (const who of [newId(), 'x']) expect(await outcome(app, owner, add, { id, who })).toBe('NOT_FOUND')
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', other.id).execute()
  expect(await outcome(app, owner, on('changeTenantOwner'), { id, who: other.id })).toBe('CONFLICT')
  await app.db.query.updateTable('account').set({ enabled: true }).where('id', '=', other.id).execute()
  expect(await stored(app, id)).toEqual(before)
})

test('lets the owner, but not a manager, remove managers in a bulk call, and does not remove the owner', async () => {
  const { id } = await given()
  const remove =
    'mutation m($id: ID!, $who: [ID!]!) { removeTenantOperators(tenantId: $id, operatorIds: $who) { statistics { operatorCount managerCount } } }'
  expect(await outcome(app, owner, remove, { id, who: [member.id, owner.id] })).toBe('CONFLICT')
  expect(await outcome(app, manager, remove, { id, who: [member.id, manager.id] })).toBe('FORBIDDEN')
  expect(await ask(app, owner, remove, { id, who: [member.id, manager.id, member.id, 'x'] })).toEqual({
    statistics: { operatorCount: 2, managerCount: 0 },
  })
  await expectSound(app, id)
})

test('adds or removes several managers in one call, audits each change, and revokes invitations of removed managers', async () => {
  const { id } = await given()
  const several = (field: string) =>
    `mutation m($id: ID!, $who: [ID!]!) { ${field}(tenantId: $id, operatorIds: $who) { statistics { managerCount } } }`
  const who = [member.id, other.id, manager.id]
  for (const by of [member, manager])
    expect(await outcome(app, by, several('addTenantManagers'), { id, who })).toBe('FORBIDDEN')
  const before = await stored(app, id)
  expect(await outcome(app, owner, several('addTenantManagers'), { id, who: [...who, owner.id] })).toBe(
    'CONFLICT',
  )
  expect(await stored(app, id)).toEqual(before)

  // Accounts that are not members are ignored. Accounts that are managers already are neither changed nor
  // recorded in the audit log.
  expect(await ask(app, owner, several('addTenantManagers'), { id, who: [...who, newId()] })).toEqual({
    statistics: { managerCount: 3 },
  })
  await expectSound(app, id)
  const invite = `mutation m($id: ID!) { createTenantJoinCode(tenantId: $id, expireAtByMinute: 5) { id } }`
  await ask(app, member, invite, { id })
  await ask(app, owner, several('removeTenantManagers'), { id, who })
  await expectSound(app, id)
  const { members, codes } = await stored(app, id)
  expect(members.filter((each) => each.manager)).toEqual([])
  expect(codes).toMatchObject([{ revoked_at: expect.any(Date) }])
  expect(await changesIn(id, 'AddTenantManager')).toEqual(Array(2).fill({ manager: [false, true] }))
  expect(await changesIn(id, 'RemoveTenantManager')).toHaveLength(3)
})

test('a user whose account was created by an organization must change the password after the first sign-in', async () => {
  const holder = await givenPerson(app, ['account_management'])
  const { id } = await organization(app, { owner: holder })
  const mobilePhone = newPhone()
  const create = `mutation m($id: ID!, $phone: String!) {
    createTenantOperator(tenantId: $id, mobilePhone: $phone, password: "given by others", nickName: "新人") { id member(tenantId: $id) { manager } } }`
  const made = await ask(app, holder, create, { id, phone: mobilePhone })
  expect(made.member).toEqual({ manager: false })
  const { body } = await app.token({
    grant_type: 'password',
    username: mobilePhone,
    password: 'given by others',
  })
  expect(await outcome(app, body, '{ listAuthCode { code } }')).toBe('PASSWORD_CHANGE_REQUIRED')
  expect(await outcome(app, holder, create, { id, phone: mobilePhone })).toBe('CONFLICT')
  expect(await outcome(app, owner, create, { id: (await given()).id, phone: newPhone() })).toBe('FORBIDDEN')
  await expectSound(app, id)
})

test('notifies members of a changed role, a transfer of ownership or a removal, but not of an unchanged role', async () => {
  const { id, name } = await given()
  // A member who already has the role gets no message.
  await ask(app, owner, on('addOperatorRoles', ', roles: [VIEWER]'), { id, who: member.id })
  const changes = [member, other].map((who) => ({ operatorId: who.id, addRoles: ['VIEWER'] }))
  await ask(app, manager, save, { id, changes })
  await ask(app, owner, on('addTenantManager'), { id, who: member.id })
  await ask(app, owner, on('changeTenantOwner'), { id, who: member.id })
  await ask(app, member, on('removeTenantOperator'), { id, who: other.id })
  const messages = await app.db.query
    .selectFrom('message')
    .select(['account_id', 'template', 'params'])
    .orderBy('id')
    .execute()
  const of = (who: Person) =>
    messages
      .filter((row) => row.account_id === who.id && (row.params as { tenant: string }).tenant === name)
      .map(({ template }) => template)
  expect(of(member)).toEqual(['member.roleChanged', 'member.roleChanged', 'tenant.ownership'])
  expect(of(owner)).toEqual(['tenant.ownership'])
  expect(of(other)).toEqual(['member.roleChanged', 'member.removed'])
})
