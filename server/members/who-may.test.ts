import type { GraphQLObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { TenantStatus } from '../../contract/states.ts'
import { schema } from '../schema.ts'
import { newPhone, type Person } from '../testing/app.ts'
import { type Actor, actors, makeScene, useActors } from '../testing/organization-cast.ts'
import {
  ask,
  contact,
  expectSound,
  newName,
  type Organization,
  outcome,
  stored,
} from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'

// Calls every organization mutation as every actor in organizations of every status, and compares the outcome
// with viewerCan.

const app = useApp()
const cast = useActors(app)

type Scene = Organization<{ id: string }>
const scene = (status: TenantStatus) => makeScene(app, cast, status)

interface Call {
  field: string
  /** Returns the arguments of the mutation in GraphQL syntax. */
  args(scene: Scene): string
  /** Field of the organization's viewerCan that must match the outcome. */
  can?: string
  /** Field of the member's viewerCan that must match the outcome. */
  memberCan?: string
  member?(): { id: string }
  /**
   * Actors for whom the call succeeds. The call must be refused for all actors that are in none of the lists.
   */
  done: readonly Actor[]
  conflict?: readonly Actor[]
  /** Actors who get FORBIDDEN instead of NOT_FOUND even if they cannot see the organization. */
  forbidden?: readonly Actor[]
  /** Whether the mutation returns a scalar without subfields. */
  plainAnswer?: boolean
}

const of = ({ id }: Scene) => `tenantId: "${id}"`
const memberCans = {
  removeTenantOperator: 'remove',
  addTenantManager: 'makeManager',
  removeTenantManager: 'unmakeManager',
  changeTenantOwner: 'makeOwner',
  addOperatorRoles: 'setPermissions',
  removeOperatorRoles: 'setPermissions',
  saveAuthCodeByTenant: 'setPermissions',
  saveDisplayNameByTenant: 'rename',
}
const on = (field: keyof typeof memberCans, member: () => { id: string }, more = '') => ({
  field,
  args: (scene: Scene) => `${of(scene)}, operatorId: "${member().id}"${more}`,
  memberCan: memberCans[field],
  member,
})
const byId = ({ id }: Scene) => `id: "${id}"`
const contactText = `{name: "${contact.name}", mobilePhone: "${contact.mobilePhone}", email: "${contact.email}"}`
const update =
  (more: string) =>
  ({ id, name }: Pick<Scene, 'id' | 'name'>) =>
    `id: "${id}", name: ${JSON.stringify(name)}, areaIds: ["330106"], contact: ${contactText}, uploadAudit: false, ${more}`

const runs = ['manager', 'owner', 'admin'] as const
const leads = ['owner', 'admin'] as const
const lists = ['admin', 'organization_list'] as const
const reviews = ['admin', 'certification_audit'] as const

const address = { field: 'updateTenant', can: 'edit', args: update('address: "Road 1"') }
const rename = {
  field: 'updateTenant',
  can: 'rename',
  args: ({ id }: Scene) => update('')({ id, name: newName() }),
}
const expiry = {
  field: 'updateTenant',
  can: 'administer',
  args: update('expireAt: "2099-01-01T00:00:00.000Z"'),
}
const extend = {
  field: 'extendTenants',
  can: 'administer',
  args: ({ id }: Scene) => `ids: ["${id}"], expireAt: "2099-01-01T00:00:00.000Z"`,
  done: lists,
  forbidden: ['stranger', 'account_management'] as const,
}
const remove = { field: 'deleteTenant', can: 'delete', args: byId, plainAnswer: true }
const confirm = { field: 'confirmTenant', can: 'confirm', args: byId }
const reject = {
  field: 'rejectTenant',
  can: 'reject',
  args: (scene: Scene) => `${byId(scene)}, reject: "no"`,
}
const again = { field: 'rePrepareTenant', can: 'rePrepare', args: byId }
const invite = {
  field: 'createTenantJoinCode',
  can: 'invite',
  args: (scene: Scene) => `${of(scene)}, expireAtByMinute: 5`,
}
const add = {
  field: 'addTenantOperator',
  can: 'manageMembers',
  args: (scene: Scene) => `${of(scene)}, operatorId: "${cast.outsider.id}"`,
}
const create = {
  field: 'createTenantOperator',
  can: 'createMembers',
  args: (scene: Scene) =>
    `${of(scene)}, mobilePhone: "${newPhone()}", password: "a good password", nickName: "N"`,
  forbidden: ['stranger'] as const,
}
const leave = { field: 'leaveTenant', can: 'leave', args: of, plainAnswer: true }
const many = (person: () => { id: string }, field = 'removeTenantOperators') => ({
  field,
  args: (scene: Scene) => `${of(scene)}, operatorIds: ["${person().id}"]`,
})
const grid = (person: () => Person) => ({
  field: 'saveTenantPermissions',
  args: (scene: Scene) =>
    `${of(scene)}, changes: [{operatorId: "${person().id}", addRoles: [VIEWER], addAuthCodes: ["data_view"]}]`,
})

const calls: Record<TenantStatus, Call[]> = {
  FINISH: [
    { ...address, done: [...runs, 'organization_list'] },
    { ...rename, done: lists },
    { ...expiry, done: lists },
    extend,
    { ...expiry, args: (scene) => update(`ownerId: "${cast.plain.id}"`)(scene), done: lists },
    { ...remove, done: lists },
    { ...confirm, done: [], conflict: reviews },
    { ...reject, done: [], conflict: reviews },
    { ...again, done: [], conflict: ['admin'] },
    { ...invite, done: runs },
    { ...add, done: runs },
    { ...create, done: ['admin'] },
    { ...on('removeTenantOperator', () => cast.plain), done: runs },
    { ...on('removeTenantOperator', () => cast.other), done: leads },
    { ...on('removeTenantOperator', () => cast.who.owner), done: [], conflict: leads },
    { ...many(() => cast.plain), can: 'manageMembers', done: runs },
    { ...many(() => cast.other), done: leads },
    { ...leave, done: ['member', 'manager'], conflict: ['owner'] },
    { ...on('addTenantManager', () => cast.plain), can: 'manageManagers', done: leads },
    { ...on('addTenantManager', () => cast.who.owner), done: [], conflict: leads },
    { ...many(() => cast.plain, 'addTenantManagers'), can: 'manageManagers', done: leads },
    { ...many(() => cast.other, 'removeTenantManagers'), done: leads },
    { ...on('removeTenantManager', () => cast.other), done: leads },
    { ...on('removeTenantManager', () => cast.who.owner), done: [], conflict: leads },
    { ...on('changeTenantOwner', () => cast.plain), can: 'handOver', done: leads },
    { ...on('addOperatorRoles', () => cast.plain, ', roles: [VIEWER]'), done: runs },
    { ...on('addOperatorRoles', () => cast.other, ', roles: [VIEWER]'), done: leads },
    { ...on('addOperatorRoles', () => cast.who.owner, ', roles: [VIEWER]'), done: leads },
    { ...on('addOperatorRoles', () => cast.who.member, ', roles: [VIEWER]'), done: runs },
    { ...on('removeOperatorRoles', () => cast.plain, ', roles: [VIEWER]'), done: runs },
    { ...on('removeOperatorRoles', () => cast.other, ', roles: [VIEWER]'), done: leads },
    { ...on('saveAuthCodeByTenant', () => cast.plain, ', codes: ["data_view"]'), done: runs },
    { ...on('saveAuthCodeByTenant', () => cast.other, ', codes: ["data_view"]'), done: leads },
    { ...on('saveDisplayNameByTenant', () => cast.plain, ', displayName: "D"'), done: runs },
    {
      ...on('saveDisplayNameByTenant', () => cast.who.member, ', displayName: "D"'),
      done: [...runs, 'member'],
    },
    { ...on('saveDisplayNameByTenant', () => cast.other, ', displayName: "D"'), done: leads },
    { ...grid(() => cast.plain), done: runs },
    { ...grid(() => cast.other), done: leads },
  ],
  PREPARE: [
    { ...address, done: lists },
    { ...rename, done: lists },
    { ...remove, done: [...lists, 'owner'] },
    { ...confirm, done: reviews },
    { ...reject, done: reviews },
    { ...again, done: [], conflict: leads },
    { ...invite, done: [], conflict: ['admin'] },
    { ...add, done: [], conflict: ['admin'] },
    { ...leave, done: [] },
  ],
  REJECT: [
    { ...address, done: [...lists, 'owner'] },
    { ...rename, done: [...lists, 'owner'] },
    { ...expiry, done: lists },
    { ...remove, done: [...lists, 'owner'] },
    { ...confirm, done: [], conflict: reviews },
    { ...reject, done: [], conflict: reviews },
    { ...again, done: leads },
    { ...invite, done: [], conflict: ['admin'] },
  ],
  EXPIRED: [
    { ...address, done: lists },
    { ...expiry, done: lists },
    extend,
    { ...remove, done: lists },
    { ...confirm, done: [], conflict: reviews },
    { ...again, done: [], conflict: ['admin'] },
    { ...invite, done: [], conflict: ['admin'] },
    { ...add, done: [], conflict: ['admin'] },
    { ...create, done: [], conflict: ['admin'] },
    { ...leave, done: ['member', 'manager'], conflict: ['owner'] },
    { ...on('removeTenantOperator', () => cast.plain), done: [], conflict: ['admin'] },
    { ...on('addTenantManager', () => cast.plain), can: 'manageManagers', done: [], conflict: ['admin'] },
    { ...on('changeTenantOwner', () => cast.plain), can: 'handOver', done: [], conflict: ['admin'] },
    {
      ...on('saveDisplayNameByTenant', () => cast.who.member, ', displayName: "D"'),
      done: [],
      conflict: ['admin'],
    },
    { ...grid(() => cast.plain), done: [], conflict: ['admin'] },
  ],
}

/** Returns the values of the viewerCan fields, or an empty list if the actor cannot see the organization. */
async function said({ can, memberCan, member }: Call, actor: Actor, { id }: Scene): Promise<boolean[]> {
  const document = `{ getTenant(id: "${id}") { ${can ? `viewerCan { can: ${can} }` : ''} ${
    memberCan ? `operators { id member(tenantId: "${id}") { viewerCan { can: ${memberCan} } } }` : ''
  } __typename } }`
  const tenant = await ask(app, cast.who[actor], document)
  const about = tenant?.operators?.find((one: { id: string }) => one.id === member?.().id)
  return [
    ...(can ? [tenant?.viewerCan.can ?? false] : []),
    ...(memberCan ? [about?.member.viewerCan.can ?? false] : []),
  ]
}

function expected(call: Call, actor: Actor, status: TenantStatus): string {
  if (call.done.includes(actor)) return 'done'
  if (call.conflict?.includes(actor)) return 'CONFLICT'
  if (call.forbidden?.includes(actor)) return 'FORBIDDEN'
  const members: Actor[] =
    status === 'PREPARE' || status === 'REJECT' ? ['owner'] : ['owner', 'manager', 'member']
  const seeing: Actor[] = [...members, 'admin', 'organization_list', 'certification_audit']
  return seeing.includes(actor) ? 'FORBIDDEN' : 'NOT_FOUND'
}

describe.each(Object.entries(calls) as [TenantStatus, Call[]][])(
  'in an organization with status %s',
  (status, list) => {
    test.each(list.map((call, index) => [`${call.field} (call ${index})`, call] as const))(
      '%s succeeds only for permitted users, as reported by viewerCan, and changes nothing for other users',
      async (_name, call) => {
        let untouched = await scene(status)
        for (const actor of actors) {
          const before = await stored(app, untouched.id)
          const can = await said(call, actor, untouched)
          const document = `mutation { ${call.field}(${call.args(untouched)}) ${call.plainAnswer ? '' : '{ __typename }'} }`
          const result = await outcome(app, cast.who[actor], document)
          expect(`${actor}: ${result}`).toBe(`${actor}: ${expected(call, actor, status)}`)
          expect([actor, ...can]).toEqual([actor, ...can.map(() => result === 'done')])
          if (result !== 'done') expect(await stored(app, untouched.id)).toEqual(before)
          else {
            if ((await stored(app, untouched.id)).tenant) await expectSound(app, untouched.id)
            untouched = await scene(status)
          }
        }
      },
    )
  },
)

const getTenant = 'query q($id: ID!) { getTenant(id: $id) { id } }'
const sights: Record<TenantStatus, readonly Actor[]> = {
  FINISH: ['owner', 'manager', 'member'],
  EXPIRED: ['owner', 'manager', 'member'],
  PREPARE: ['owner'],
  REJECT: ['owner'],
}

test.each(Object.entries(sights) as [TenantStatus, Actor[]][])(
  'shows an organization with status %s only to permitted users',
  async (status, seeing) => {
    const { id } = await scene(status)
    const everything: Actor[] = ['admin', 'organization_list', 'certification_audit']
    for (const actor of actors) {
      const { body } = await app.graphql(cast.who[actor].access_token, getTenant, { id })
      expect(body.errors).toBeUndefined()
      expect([actor, body.data.getTenant !== null]).toEqual([
        actor,
        [...seeing, ...everything].includes(actor),
      ])
    }
  },
)

test('every mutation of an organization has a permission test', () => {
  const { Mutation } = schema.getTypeMap() as { Mutation: GraphQLObjectType }
  const ofOrganizations = Object.values(Mutation.getFields())
    .filter(({ name, args }) => /Tenant/.test(name) || args.some((arg) => arg.name === 'tenantId'))
    .map(({ name }) => name)
    .filter((name) => !/Device|Chosen|SavedView|Papers|Checklist/.test(name))
  // Mutations that other tests cover, because they do not need a visible organization or have additional
  // conditions.
  const elsewhere = `prepareTenant createTenant joinTenantByCode deleteTenantJoinCode createWebhook
    createServiceAccount requireFactorByTenant acceptFactorByTenant restoreTenantOperators`
  const tried = new Set([
    ...elsewhere.split(/\s+/),
    ...Object.values(calls).flatMap((list) => list.map(({ field }) => field)),
  ])
  expect(ofOrganizations.length).toBeGreaterThan(20)
  expect(ofOrganizations.filter((name) => !tried.has(name))).toEqual([])
})
