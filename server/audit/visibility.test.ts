import { beforeAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { newId } from '../core/id.ts'
import { adminTokens, type Person, type Tokens } from '../testing/app.ts'
import { saveDevice } from '../testing/devices.ts'
import {
  ask,
  givenPerson,
  type Organization,
  organization,
  outcome,
  people,
} from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'

// Tests which events a viewer can list, and which parts of these events the viewer can see.

const app = useApp()
let admin: Tokens & { id: string }
let owner: Person
let manager: Person
let plain: Person
let stranger: Person
let holders: Record<string, Person>
let place: Organization

const list = `query q($tenantId: ID, $actorId: ID, $targetId: ID, $action: String) {
  queryAuditEvent(tenantId: $tenantId, actorId: $actorId, targetId: $targetId, action: $action, pageSize: 100) {
    count data { id action actor { id name } actorHidden tenantId targetType targetId ip success changes names } } }`

type Asked = Partial<Record<'tenantId' | 'actorId' | 'targetId' | 'action', string>>
const events = async (who: Tokens, asked: Asked) => (await ask(app, who, list, asked)).data
/** Returns the newest event with this action that `who` can list. */
const newest = async (who: Tokens, asked: Asked & { action: string }) => (await events(who, asked))[0]

const call = (field: string, args: string, fields = '{ id }') => `mutation { ${field}(${args}) ${fields} }`
const grant = (who: Tokens, operatorId: string) =>
  ask(
    app,
    who,
    call('addOperatorRoles', `tenantId: "${place.id}", operatorId: "${operatorId}", roles: [VIEWER]`),
  )
const remove = (who: Tokens, operatorId: string) =>
  ask(app, who, call('removeTenantOperator', `tenantId: "${place.id}", operatorId: "${operatorId}"`))

beforeAll(async () => {
  const tokens = await adminTokens(app)
  admin = { ...tokens, id: (await ask(app, tokens, '{ auth { id } }')).id }
  stranger = await givenPerson(app)
  const codes = ['organization_list', 'certification_audit', 'account_management']
  holders = Object.fromEntries(
    await Promise.all(codes.map(async (code) => [code, await givenPerson(app, [code])] as const)),
  )
})
beforeEach(async () => {
  ;[owner, manager, plain] = (await people(app, 3)) as [Person, Person, Person]
  place = await organization(app, { owner, managers: [manager], members: [plain] })
})

test('each kind of viewer can list only the permitted audit events', async () => {
  const elsewhere = await organization(app)
  const over = await organization(app, { owner, status: 'EXPIRED' })
  const applied = await organization(app, { owner, status: 'PREPARE' })
  const actors = { admin, owner, manager, plain, stranger, ...holders }
  const seen: Record<string, string[]> = {}
  for (const [name, who] of Object.entries(actors)) {
    const other = who === stranger ? plain : stranger
    const questions: Record<string, Asked> = {
      all: {},
      action: { action: 'SignIn' },
      tenant: { tenantId: place.id },
      elsewhere: { tenantId: elsewhere.id },
      expired: { tenantId: over.id },
      applied: { tenantId: applied.id },
      unknown: { tenantId: newId() },
      nonsense: { tenantId: "' or true" },
      other: { actorId: other.id },
      aboutOther: { targetId: other.id },
      othersOwn: { tenantId: other.id },
      actor: { actorId: who.id },
      target: { targetId: who.id.toUpperCase() },
      own: { tenantId: who.id },
    }
    seen[name] = []
    for (const [question, asked] of Object.entries(questions)) {
      const answer = await outcome(app, who, list, asked)
      if (answer === 'done') seen[name].push(question)
      else expect([name, question, answer]).toEqual([name, question, 'FORBIDDEN'])
    }
  }
  const self = ['actor', 'target', 'own']
  const inTenant = ['tenant', ...self]
  expect(seen).toMatchObject({
    owner: inTenant,
    manager: inTenant,
    plain: self,
    stranger: self,
    organization_list: self,
    certification_audit: self,
    account_management: self,
  })
  expect(seen.admin).toHaveLength(14)
})

test('shows an owner the actors and actions in the organization, but not IP addresses of platform staff', async () => {
  await grant(manager, plain.id)
  const [event] = await events(owner, { tenantId: place.id })
  expect(event).toMatchObject({
    action: 'AddOperatorRoles',
    actor: { id: manager.id },
    tenantId: place.id,
    targetType: 'account',
    targetId: plain.id,
    ip: expect.any(String),
    success: true,
    changes: { roles: [[], ['VIEWER']] },
    names: { [place.id]: place.name, [plain.id]: expect.any(String) },
  })
  await remove(admin, plain.id)
  const removed = await newest(owner, { tenantId: place.id, action: 'RemoveTenantOperator' })
  expect(removed).toMatchObject({ actor: { id: admin.id }, ip: null, targetId: plain.id })
  const whole = await newest(admin, { tenantId: place.id, action: 'RemoveTenantOperator' })
  expect(whole.ip).toEqual(expect.any(String))
})

test('shows users the actions that affect them, but the actor only to current members of the organization', async () => {
  await grant(owner, plain.id)
  const about = { targetId: plain.id, action: 'AddOperatorRoles' }
  const inside = await newest(plain, about)
  expect(inside).toMatchObject({
    actor: { id: owner.id },
    actorHidden: false,
    ip: null,
    changes: { roles: [[], ['VIEWER']] },
    names: { [place.id]: place.name },
  })
  await remove(owner, plain.id)
  expect(await newest(plain, about)).toEqual({
    ...inside,
    actor: null,
    actorHidden: true,
    names: { [plain.id]: expect.any(String) },
  })
})

test('does not show former managers the changes that they made to other members of the organization', async () => {
  await grant(manager, plain.id)
  const by = { actorId: manager.id, action: 'AddOperatorRoles' }
  const before = await newest(manager, by)
  expect(before).toMatchObject({ targetId: plain.id, changes: { roles: [[], ['VIEWER']] } })
  for (const step of ['removeTenantManager', 'removeTenantOperator']) {
    await ask(app, owner, call(step, `tenantId: "${place.id}", operatorId: "${manager.id}"`))
    const after = await newest(manager, by)
    expect(after).toMatchObject({
      id: before.id,
      actor: { id: manager.id },
      ip: before.ip,
      targetId: null,
      changes: {},
    })
    expect(Object.keys(after.names)).not.toContain(plain.id)
  }
})

test('shows users the IP address of a failed sign-in, but not which administrator changed their account', async () => {
  await app.token({ grant_type: 'password', username: stranger.phone, password: 'wrong but long' })
  expect(await newest(stranger, { targetId: stranger.id, action: 'SignIn' })).toMatchObject({
    actor: null,
    actorHidden: false,
    success: false,
    ip: expect.any(String),
  })
  await app.db.query
    .insertInto('audit_event')
    .values({
      id: newId(),
      tenant_id: stranger.id,
      actor_id: admin.id,
      action: 'UpdateOperator',
      target_type: 'account',
      target_id: stranger.id,
      ip: '198.51.100.7',
      success: true,
      changes: JSON.stringify({ name: ['旧', '新'] }),
    })
    .execute()
  for (const asked of [{ targetId: stranger.id }, { tenantId: stranger.id }]) {
    expect(await newest(stranger, { ...asked, action: 'UpdateOperator' })).toMatchObject({
      actor: null,
      actorHidden: true,
      ip: null,
      changes: { name: ['旧', '新'] },
    })
  }
})

test('hides the previous and the new organization of a moved device from each other', async () => {
  const next = await organization(app)
  const { id } = await ask(app, admin, saveDevice, { tenantId: place.id, name: '网关' })
  await ask(app, admin, saveDevice, { id, tenantId: next.id, name: '网关' })
  const left = await newest(owner, { tenantId: place.id, targetId: id, action: 'SaveDeviceByPalgo' })
  const came = await newest(next.owner, { tenantId: next.id, targetId: id, action: 'SaveDeviceByPalgo' })
  expect(left.changes).toEqual({ tenantId: [place.id, null] })
  expect(came.changes).toEqual({ tenantId: [null, next.id] })
  // Only the organization that currently owns the device sees its name.
  expect(left.names).not.toHaveProperty(id)
  expect(came.names).toMatchObject({ [id]: '网关' })
  const whole = await newest(admin, { tenantId: place.id, targetId: id, action: 'SaveDeviceByPalgo' })
  expect(whole).toMatchObject({
    changes: { tenantId: [place.id, next.id] },
    names: { [place.id]: place.name, [next.id]: next.name, [id]: '网关' },
  })
})

test('users with the permission account_management or organization_list see only their own actions, with all details', async () => {
  const { account_management: accountManager, organization_list: lister } = holders as Record<string, Person>
  const { id } = await ask(app, required(accountManager, 'accountManager'), saveDevice, {
    tenantId: place.id,
    name: '传感器',
  })
  expect(
    await newest(required(accountManager, 'accountManager'), {
      actorId: required(accountManager, 'accountManager').id,
      action: 'SaveDeviceByPalgo',
    }),
  ).toMatchObject({
    targetId: id,
    changes: { name: [null, '传感器'] },
    names: { [id]: '传感器' },
  })
  await ask(
    app,
    required(lister, 'lister'),
    call('deleteTenant', `id: "${(await organization(app)).id}"`, ''),
  )
  expect(
    await newest(required(lister, 'lister'), {
      actorId: required(lister, 'lister').id,
      action: 'DeleteTenant',
    }),
  ).toMatchObject({
    changes: { status: ['FINISH', null] },
  })
  // Actions of another account are not part of the viewer's own audit log.
  expect(
    await outcome(app, required(accountManager, 'accountManager'), list, {
      actorId: required(lister, 'lister').id,
    }),
  ).toBe('FORBIDDEN')
})
