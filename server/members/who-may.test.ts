import type { GraphQLObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TenantStatus } from '../../contract/states.ts'
import { schema } from '../schema.ts'
import { adminTokens, newPhone, type Person, type Tokens } from '../testing/app.ts'
import { contact, expectSound, organization, outcome, people, stored } from '../testing/organizations.ts'
import { useApp } from '../testing/use-app.ts'

// Every mutation of organizations, by everyone, in an organization of every status.

const actors = [
  'stranger',
  'member',
  'manager',
  'owner',
  'admin',
  'organization_list',
  'certification_audit',
  'account_management',
] as const
type Actor = (typeof actors)[number]

const app = useApp()
let who: Record<Actor, Pick<Tokens, 'access_token'> & { id: string }>
/** A member and a manager whom the calls are about, and somebody who is not in it. */
let plain: Person
let other: Person
let outsider: Person

beforeAll(async () => {
  const [stranger, member, manager, owner] = (await people(app, 4)) as [Person, Person, Person, Person]
  const holder = async (code: string) => (await people(app, 1, [code]))[0]!
  who = {
    stranger,
    member,
    manager,
    owner,
    admin: { ...(await adminTokens(app)), id: '' },
    organization_list: await holder('organization_list'),
    certification_audit: await holder('certification_audit'),
    account_management: await holder('account_management'),
  }
  ;[plain, other, outsider] = (await people(app, 3)) as [Person, Person, Person]
})

const scene = (status: TenantStatus) =>
  organization(
    app,
    status === 'PREPARE' || status === 'REJECT'
      ? { owner: who.owner, status }
      : { owner: who.owner, managers: [who.manager, other], members: [who.member, plain], status },
  )

type Scene = Awaited<ReturnType<typeof scene>>

interface Call {
  field: string
  /** The arguments, written in GraphQL. */
  args(scene: Scene): string
  /** What comes out for whom; for everyone else a refusal. */
  done: readonly Actor[]
  conflict?: readonly Actor[]
  /** Refused to them as to everyone, whether or not they see the organization. */
  forbidden?: readonly Actor[]
  /** Without fields below it. */
  plainAnswer?: boolean
}

const of = ({ id }: Scene) => `tenantId: "${id}"`
const on =
  (person: () => { id: string }, more = '') =>
  (scene: Scene) =>
    `${of(scene)}, operatorId: "${person().id}"${more}`
const byId = ({ id }: Scene) => `id: "${id}"`
const contactText = `{name: "${contact.name}", mobilePhone: "${contact.mobilePhone}", email: "${contact.email}"}`
const update =
  (more: string) =>
  ({ id, name }: Scene) =>
    `id: "${id}", name: ${JSON.stringify(name)}, areaIds: ["330106"], contact: ${contactText}, uploadAudit: false, ${more}`

const runs = ['manager', 'owner', 'admin'] as const
const leads = ['owner', 'admin'] as const
const lists = ['admin', 'organization_list'] as const
const reviews = ['admin', 'certification_audit'] as const

const address = { field: 'updateTenant', args: update('address: "Road 1"') }
const expiry = { field: 'updateTenant', args: update('expireAt: "2099-01-01T00:00:00.000Z"') }
const extend = {
  field: 'extendTenants',
  args: ({ id }: Scene) => `ids: ["${id}"], expireAt: "2099-01-01T00:00:00.000Z"`,
  done: lists,
  forbidden: ['stranger', 'account_management'] as const,
}
const remove = { field: 'deleteTenant', args: byId, plainAnswer: true }
const confirm = { field: 'confirmTenant', args: byId }
const reject = { field: 'rejectTenant', args: (scene: Scene) => `${byId(scene)}, reject: "no"` }
const again = { field: 'rePrepareTenant', args: byId }
const invite = { field: 'createTenantJoinCode', args: (scene: Scene) => `${of(scene)}, expireAtByMinute: 5` }
const add = { field: 'addTenantOperator', args: on(() => outsider) }
const create = {
  field: 'createTenantOperator',
  args: (scene: Scene) =>
    `${of(scene)}, mobilePhone: "${newPhone()}", password: "a good password", nickName: "N"`,
  forbidden: ['stranger'] as const,
}
const leave = { field: 'leaveTenant', args: of, plainAnswer: true }
const many = (person: () => Person) => ({
  field: 'removeTenantOperators',
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
    { ...expiry, done: lists },
    extend,
    {
      field: 'updateTenant',
      args: (scene) => update(`ownerId: "${plain.id}"`)(scene),
      done: lists,
    },
    { ...remove, done: lists },
    { ...confirm, done: [], conflict: reviews },
    { ...reject, done: [], conflict: reviews },
    { ...again, done: [], conflict: ['admin'] },
    { ...invite, done: runs },
    { ...add, done: runs },
    { ...create, done: ['admin'] },
    { field: 'removeTenantOperator', args: on(() => plain), done: runs },
    { field: 'removeTenantOperator', args: on(() => other), done: leads },
    { field: 'removeTenantOperator', args: on(() => who.owner), done: [], conflict: leads },
    { ...many(() => plain), done: runs },
    { ...many(() => other), done: leads },
    { ...leave, done: ['member', 'manager'], conflict: ['owner'] },
    { field: 'addTenantManager', args: on(() => plain), done: leads },
    { field: 'addTenantManager', args: on(() => who.owner), done: [], conflict: leads },
    { field: 'removeTenantManager', args: on(() => other), done: leads },
    { field: 'removeTenantManager', args: on(() => who.owner), done: [], conflict: leads },
    { field: 'changeTenantOwner', args: on(() => plain), done: leads },
    { field: 'addOperatorRoles', args: on(() => plain, ', roles: [VIEWER]'), done: runs },
    { field: 'addOperatorRoles', args: on(() => other, ', roles: [VIEWER]'), done: leads },
    { field: 'addOperatorRoles', args: on(() => who.owner, ', roles: [VIEWER]'), done: leads },
    { field: 'addOperatorRoles', args: on(() => who.member, ', roles: [VIEWER]'), done: runs },
    { field: 'removeOperatorRoles', args: on(() => plain, ', roles: [VIEWER]'), done: runs },
    { field: 'removeOperatorRoles', args: on(() => other, ', roles: [VIEWER]'), done: leads },
    { field: 'saveAuthCodeByTenant', args: on(() => plain, ', codes: ["data_view"]'), done: runs },
    { field: 'saveAuthCodeByTenant', args: on(() => other, ', codes: ["data_view"]'), done: leads },
    { field: 'saveDisplayNameByTenant', args: on(() => plain, ', displayName: "D"'), done: runs },
    {
      field: 'saveDisplayNameByTenant',
      args: on(() => who.member, ', displayName: "D"'),
      done: [...runs, 'member'],
    },
    { field: 'saveDisplayNameByTenant', args: on(() => other, ', displayName: "D"'), done: leads },
    { ...grid(() => plain), done: runs },
    { ...grid(() => other), done: leads },
  ],
  PREPARE: [
    { ...address, done: lists },
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
    { field: 'removeTenantOperator', args: on(() => plain), done: [], conflict: ['admin'] },
    { field: 'changeTenantOwner', args: on(() => plain), done: [], conflict: ['admin'] },
    {
      field: 'saveDisplayNameByTenant',
      args: on(() => who.member, ', displayName: "D"'),
      done: [],
      conflict: ['admin'],
    },
    { ...grid(() => plain), done: [], conflict: ['admin'] },
  ],
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

describe.each(Object.entries(calls) as [TenantStatus, Call[]][])('in one that is %s', (status, list) => {
  test.each(list.map((call, index) => [`${index} ${call.field}`, call] as const))(
    '%s',
    async (_name, call) => {
      let untouched = await scene(status)
      for (const actor of actors) {
        const before = await stored(app, untouched.id)
        const document = `mutation { ${call.field}(${call.args(untouched)}) ${call.plainAnswer ? '' : '{ __typename }'} }`
        const result = await outcome(app, who[actor], document)
        expect(`${actor}: ${result}`).toBe(`${actor}: ${expected(call, actor, status)}`)
        if (result !== 'done') expect(await stored(app, untouched.id)).toEqual(before)
        else {
          if ((await stored(app, untouched.id)).tenant) await expectSound(app, untouched.id)
          untouched = await scene(status)
        }
      }
    },
  )
})

const getTenant = 'query q($id: ID!) { getTenant(id: $id) { id } }'
const sights: Record<TenantStatus, readonly Actor[]> = {
  FINISH: ['owner', 'manager', 'member'],
  EXPIRED: ['owner', 'manager', 'member'],
  PREPARE: ['owner'],
  REJECT: ['owner'],
}

test.each(Object.entries(sights) as [TenantStatus, Actor[]][])(
  'one that is %s exists for',
  async (status, seeing) => {
    const { id } = await scene(status)
    const everything: Actor[] = ['admin', 'organization_list', 'certification_audit']
    for (const actor of actors) {
      const { body } = await app.graphql(who[actor].access_token, getTenant, { id })
      expect(body.errors).toBeUndefined()
      expect([actor, body.data.getTenant !== null]).toEqual([
        actor,
        [...seeing, ...everything].includes(actor),
      ])
    }
  },
)

test('no mutation of an organization is left out', () => {
  const { Mutation } = schema.getTypeMap() as { Mutation: GraphQLObjectType }
  const ofOrganizations = Object.values(Mutation.getFields())
    .filter(({ name, args }) => /Tenant/.test(name) || args.some((arg) => arg.name === 'tenantId'))
    .map(({ name }) => name)
    .filter((name) => !/Device/.test(name))
  // Tried elsewhere: these begin without an organization that is there for their caller.
  const elsewhere = ['prepareTenant', 'createTenant', 'joinTenantByCode', 'deleteTenantJoinCode']
  const tried = new Set([
    ...elsewhere,
    ...Object.values(calls).flatMap((list) => list.map(({ field }) => field)),
  ])
  expect(ofOrganizations.length).toBeGreaterThan(20)
  expect(ofOrganizations.filter((name) => !tried.has(name))).toEqual([])
})
