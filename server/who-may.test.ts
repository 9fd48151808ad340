import type { GraphQLObjectType } from 'graphql'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { newId } from './core/id.ts'
import { schema } from './schema.ts'
import { firstPassword, type Person, type Tokens } from './testing/app.ts'
import { givenService, givenServiceAccount, lendToken, tokenOf } from './testing/applications.ts'
import { newDevice } from './testing/devices.ts'
import { ask, givenPerson, organization, people } from './testing/organizations.ts'
import { everything } from './testing/touched.ts'
import { useAdmin, useApp, useRenewal } from './testing/use-app.ts'
import { cells } from './testing/who-may/cells.ts'

// Calls every query and mutation as every kind of actor, with objects of organization A.

/** Account operations target the member. The service account belongs to organization A and has data_view. */
const actors = ['user', 'owner of B', 'member', 'manager', 'owner of A', 'admin', 'service account'] as const
type Actor = (typeof actors)[number]

/**
 * Symbols of the expected results. In addition, `+` means that the call succeeds, and `=` that it succeeds
 * but changes nothing.
 */
const codes = { F: 'FORBIDDEN', N: 'NOT_FOUND', C: 'CONFLICT', B: 'BAD_INPUT', '0': 'null', '-': '401' }

const app = useApp({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' })
const admin = useAdmin(app)
const renewed = useRenewal(app)
let persons: Person[]
let dead: string
/** An administrator's token that was issued to an application. It is valid only for userinfo. */
let lent: string
beforeAll(async () => {
  persons = await people(app, 5)
  await organization(app, { owner: required(persons[1], 'item of persons') })
  const { access_token: token } = admin
  dead = `${token.slice(0, -5)}${token.at(-5) === 'A' ? 'B' : 'A'}${token.slice(-4)}`
  lent = await lendToken(app, { username: 'admin', password: firstPassword })
  const gone = required(persons[4], 'item of persons')
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', gone.id).execute()
})

type Scene = Awaited<ReturnType<typeof makeScene>>
let made = 0
/**
 * Creates organization A, two other organization requests of its owner, a device, an invitation, and a
 * session and a message of its member.
 */
async function makeScene() {
  await renewed([admin, ...persons.slice(0, 4)])
  const [user, ownerB, manager, owner] = persons as [Person, Person, Person, Person]
  const member = await givenPerson(app)
  const { id: tenant, name } = await organization(app, { owner, managers: [manager], members: [member] })
  const pending = (await organization(app, { owner, status: 'PREPARE' })).id
  const rejected = (await organization(app, { owner, status: 'REJECT' })).id
  const device = `who-${made++}`
  await newDevice(app, admin, { id: device, tenantId: tenant })
  const invite = `mutation { createTenantJoinCode(tenantId: "${tenant}", expireAtByMinute: 60) { id code } }`
  const { id: joinCode, code } = await ask(app, admin, invite)
  const hook = `mutation { createWebhook(tenantId: "${tenant}", url: "https://127.0.0.1/", events: ["device.moved"]) { webhook { id } } }`
  const { webhook } = await ask(app, owner, hook)
  const [message, factor, view, paper] = [newId(), newId(), newId(), newId()]
  const { query } = app.db
  await query
    .insertInto('message')
    .values({ account_id: member.id, id: message, type: 'NOTICE', template: 'account.authCodes' })
    .execute()
  await query
    .insertInto('factor')
    .values({ account_id: member.id, id: factor, kind: 'totp', name: '手机', secret: Buffer.alloc(60) })
    .execute()
  await query
    .insertInto('saved_view')
    .values({ id: view, tenant_id: tenant, list: 'OWN_DEVICES', name: '在线', search: '{}' })
    .execute()
  await query
    .insertInto('tenant_application_paper')
    .values({
      ...{ id: paper, account_id: owner.id, name: '执照.pdf', type: 'application/pdf', bytes: 9 },
      content: Buffer.alloc(9),
    })
    .execute()
  const source = newId()
  await query.deleteFrom('identity_source').execute()
  await query
    .insertInto('identity_source')
    .values({
      ...{ id: source, key: source, kind: 'OIDC', name: '集团统一认证', position: 1, creator_id: owner.id },
      ...{ client_id: 'reeve', client_secret: Buffer.alloc(60), issuer: 'https://id.example.com' },
    })
    .execute()
  const identity = newId()
  await query
    .insertInto('linked_identity')
    .values({ id: identity, source_id: source, subject: 'x', account_id: member.id })
    .execute()
  const [program, rotated] = await Promise.all([givenService(app.db, 2), givenService(app.db)])
  await query.insertInto('consent').values({ account_id: member.id, application_id: program.id }).execute()
  const service = await givenServiceAccount(app.db, tenant, { secrets: 2 })
  const rotatedService = await givenServiceAccount(app.db, tenant)
  const idIn = async (table: 'session' | 'tenant_application', column: string, of: string) =>
    (await query.selectFrom(table).select('id').where(sql.ref(column), '=', of).executeTakeFirstOrThrow()).id
  return {
    ...{ tenant, name, pending, rejected, device, joinCode, code, message, factor, view, paper },
    ...{ source, identity },
    who: member.id,
    ...{ webhook: webhook.id as string, manager: manager.id, outsider: ownerB.id },
    application: await idIn('tenant_application', 'tenant_id', pending),
    ...{ program: program.id, secret: program.secretId, rotated: rotated.id },
    ...{ service: service.id, key: service.secretId, rotatedService: rotatedService.id },
    session: await idIn('session', 'account_id', member.id),
    by: {
      ...{ user, 'owner of B': ownerB, member, manager, 'owner of A': owner, admin },
      'service account': { access_token: await tokenOf(app, service) },
    } satisfies Record<Actor, Pick<Tokens, 'access_token'>>,
  }
}

/** Operations that a service account with data_view can call. All other operations return FORBIDDEN. */
const served = [
  'device',
  'getDeviceFigures',
  'queryDevice',
  'queryDeviceConnection',
  'queryDeviceOnline',
  'queryDeviceRefusal',
  'queryDeviceSample',
  'queryEvent',
]
const ofService = (field: string) => (served.includes(field) ? '+' : field === 'refreshToken' ? '-' : 'F')

async function letter(token: string | undefined, document: string): Promise<string> {
  const { status, body } = await app.graphql(token, document)
  const value = body.data && Object.values(body.data)[0]
  const said =
    status === 401 ? '401' : (body.errors?.[0].extensions?.code ?? (value === null ? 'null' : 'done'))
  return Object.entries(codes).find(([, code]) => code === said)?.[0] ?? (said === 'done' ? '+' : said)
}

const fieldsOf = (type: 'Query' | 'Mutation') =>
  Object.keys((schema.getType(type) as GraphQLObjectType).getFields())

test('these tests cover every query and mutation', () => {
  expect(Object.keys(cells).sort()).toEqual([...fieldsOf('Query'), ...fieldsOf('Mutation')].sort())
})

test.each(Object.entries(cells))(
  '%s returns the expected result to every actor, and a refused call changes nothing',
  async (field, [expected, call]) => {
    const mutates = fieldsOf('Mutation').includes(field)
    const document = (scene: Scene) => `${mutates ? 'mutation' : 'query'} { ${field}${call(scene)} }`
    let scene = await makeScene()
    let before = await everything(app.db.query)
    for (const token of [undefined, dead, lent, required(persons[4], 'item of persons').access_token]) {
      expect(await letter(token, document(scene))).toBe('-')
      expect(await everything(app.db.query)).toBe(before)
    }
    let found = ''
    for (const actor of actors) {
      const answer = await letter(scene.by[actor].access_token, document(scene))
      const changed = (await everything(app.db.query)) !== before
      // A call that is refused must change nothing.
      if (answer !== '+') expect([actor, answer, changed]).toEqual([actor, answer, false])
      found += mutates && answer === '+' && !changed ? '=' : answer
      if (!changed) continue
      scene = await makeScene()
      before = await everything(app.db.query)
    }
    expect(found).toBe(expected + ofService(field))
  },
)
