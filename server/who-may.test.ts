import type { GraphQLObjectType } from 'graphql'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from './core/id.ts'
import { schema } from './schema.ts'
import { firstPassword, newPhone, type Person, type Tokens } from './testing/app.ts'
import { givenService, givenServiceAccount, lendToken, tokenOf } from './testing/applications.ts'
import { newDevice } from './testing/devices.ts'
import { ask, givenPerson, newName, organization, people } from './testing/organizations.ts'
import { everything } from './testing/touched.ts'
import { useAdmin, useApp, useRenewal } from './testing/use-app.ts'

// Every query and every mutation, by everyone, on what belongs to the organization A.

/** The member is the account that calls are about; the service account is of A, with data_view. */
const actors = ['user', 'owner of B', 'member', 'manager', 'owner of A', 'admin', 'service account'] as const
type Actor = (typeof actors)[number]

/** `=`: answered, and nothing has changed. */
const codes = { F: 'FORBIDDEN', N: 'NOT_FOUND', C: 'CONFLICT', B: 'BAD_INPUT', '0': 'null', '-': '401' }

const app = useApp({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' })
const admin = useAdmin(app)
const renewed = useRenewal(app)
let persons: Person[]
let dead: string
/** Of the administrator, given to an application: it opens userinfo and nothing here. */
let lent: string
beforeAll(async () => {
  persons = await people(app, 5)
  await organization(app, { owner: persons[1]! })
  const { access_token: token } = admin
  dead = `${token.slice(0, -5)}${token.at(-5) === 'A' ? 'B' : 'A'}${token.slice(-4)}`
  lent = await lendToken(app, { username: 'admin', password: firstPassword })
  const gone = persons[4]!
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', gone.id).execute()
})

type Scene = Awaited<ReturnType<typeof makeScene>>
let made = 0
/** A as it stands, two applications of its owner, its device and its invitation, a session and a message of its member. */
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
  const [message, factor] = [newId(), newId()]
  const { query } = app.db
  await query
    .insertInto('message')
    .values({ account_id: member.id, id: message, type: 'NOTICE', template: 'account.authCodes' })
    .execute()
  await query
    .insertInto('factor')
    .values({ account_id: member.id, id: factor, kind: 'totp', name: '手机', secret: Buffer.alloc(60) })
    .execute()
  const [program, rotated] = await Promise.all([givenService(app.db, 2), givenService(app.db)])
  await query.insertInto('consent').values({ account_id: member.id, application_id: program.id }).execute()
  const service = await givenServiceAccount(app.db, tenant, { secrets: 2 })
  const rotatedService = await givenServiceAccount(app.db, tenant)
  const idIn = async (table: 'session' | 'tenant_application', column: string, of: string) =>
    (await query.selectFrom(table).select('id').where(sql.ref(column), '=', of).executeTakeFirstOrThrow()).id
  return {
    ...{ tenant, name, pending, rejected, device, joinCode, code, message, factor, who: member.id },
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

const onMember = ({ tenant, who }: Scene, more = '') =>
  `(tenantId: "${tenant}", operatorId: "${who}"${more}) { id }`
const contact = '{ name: "李明", mobilePhone: "13800138000" }'
const phone = () => `"${newPhone()}"`
const password = '"seven quiet rivers"'

/** Who may, in the order of `actors` but for the service account, and the call. Nobody, a dead token, an application's, a disabled account: 401 in each of them. */
const cells: Record<string, [expected: string, call: (scene: Scene) => string]> = {
  auth: ['++++++', () => '{ id }'],
  checkTenant: ['++++++', () => '(name: "free")'],
  device: ['00++++', ({ device }) => `(id: "${device}") { id }`],
  getApplication: ['00000+', ({ program }) => `(id: "${program}") { id }`],
  getApplicationUsage: ['00000+', ({ program: id }) => `(id: "${id}", instants: []) { errors { kind } }`],
  getArea: ['++++++', () => '(id: "330106") { id }'],
  getOperator: ['00000+', ({ who }) => `(id: "${who}") { id }`],
  getSmsFigures: ['FFFFF+', () => '(instants: []) { providers { name } }'],
  getTenant: ['00++++', ({ tenant }) => `(id: "${tenant}") { id }`],
  getTenantApplication: ['00000+', ({ application }) => `(id: "${application}") { id }`],
  getTenantByCode: ['++++++', ({ code }) => `(id: "${code}") { id }`],
  getWebhook: ['NNF++N', ({ webhook }) => `(id: "${webhook}") { id }`],
  getWebhookDelivery: ['NNF00N', ({ webhook }) => `(webhookId: "${webhook}", id: "1") { id }`],
  listAuthCode: ['++++++', () => '{ code }'],
  listServiceAccount: ['FFF+++', ({ tenant }) => `(tenantId: "${tenant}") { id }`],
  listTenantJoinCode: ['FFF+++', ({ tenant }) => `(tenantId: "${tenant}") { id }`],
  listWebhook: ['FFF++F', ({ tenant }) => `(tenantId: "${tenant}") { id }`],
  listTopArea: ['++++++', () => '{ id }'],
  queryApplication: ['FFFFF+', () => '{ count }'],
  queryAuditEvent: ['FFF+++', ({ tenant }) => `(tenantId: "${tenant}") { count }`],
  queryDevice: ['FF++++', ({ tenant }) => `(tenantId: "${tenant}") { count }`],
  queryDeviceConnection: ['NN++++', ({ device }) => `(deviceId: "${device}") { count }`],
  queryDeviceOnline: [
    'FF++++',
    ({ tenant }) => `(tenantId: "${tenant}", instants: ["2026-11-20T08:00:00.000Z"]) { __typename }`,
  ],
  queryEvent: ['FFF++F', ({ tenant }) => `(tenantId: "${tenant}") { next }`],
  queryMessage: ['++++++', () => '{ count }'],
  queryOperator: ['FFF+++', ({ tenant }) => `(tenantIdSet: ["${tenant}"]) { count }`],
  querySms: ['FFFFF+', () => '{ count }'],
  queryTenant: ['FFFFF+', () => '{ count }'],
  queryTenantApplication: ['FFFFF+', () => '{ count }'],
  queryWebhookDelivery: ['NNF++N', ({ webhook }) => `(webhookId: "${webhook}") { next }`],
  searchArea: ['++++++', () => '(q: "杭州") { id }'],
  addOperatorRoles: ['NNF+++', (on) => onMember(on, ', roles: [VIEWER]')],
  addTenantManager: ['NNFF++', (on) => onMember(on)],
  addTenantOperator: [
    'NNF+++',
    ({ tenant, outsider }) => `(tenantId: "${tenant}", operatorId: "${outsider}") { id }`,
  ],
  agreeToTerms: ['CCCCCC', () => '(version: "none") { id }'],
  bindEmail: ['BBBBBB', () => '(email: "a@example.com", emailCode: "000000") { id }'],
  bindMobilePhone: ['BBBBBB', () => `(mobilePhone: ${phone()}, mobilePhoneCode: "000000") { id }`],
  changePassword: ['++++++', () => `(password: "${newId()}")`],
  changeTenantOwner: ['NNFF++', (on) => onMember(on)],
  closeAccount: ['BBBBBB', () => '(mobilePhoneCode: "000000")'],
  closeOperator: ['FFFFF+', ({ who }) => `(operatorId: "${who}")`],
  confirmPasskey: ['CCCCCC', () => '(setUp: "none", response: "{}", name: "x") { recoveryCodes }'],
  confirmTotp: ['CCCCCC', () => '(setUp: "none", code: "000000", name: "x") { recoveryCodes }'],
  confirmTenant: ['NNNNF+', ({ pending }) => `(id: "${pending}") { id }`],
  createApplication: ['FFFFF+', () => '(kind: DEVICE, name: "新") { secret }'],
  createDeviceCredential: ['NNFFF+', ({ device }) => `(id: "${device}") { username }`],
  createDeviceCredentials: ['FFFFF+', ({ device }) => `(ids: ["${device}"]) { username }`],
  createOperator: ['FFFFF+', () => `(mobilePhone: ${phone()}, nickName: "新", password: ${password}) { id }`],
  createPasskey: ['CCCCCC', () => '{ setUp }'],
  createPasskeyChallenge: ['CCCCCC', () => '{ options }'],
  createRecoveryCodes: ['CC+CCC', () => '{ codes }'],
  createServiceAccount: [
    'NNF+++',
    ({ tenant }) => `(tenantId: "${tenant}", name: "新", authCodes: ["data_view"]) { secret }`,
  ],
  createTenant: [
    'FFFFF+',
    ({ who }) =>
      `(name: "${newName()}", areaIds: ["330106"], contact: ${contact}, ownerId: "${who}", uploadAudit: true, internal: false) { id }`,
  ],
  createTenantJoinCode: ['NNF+++', ({ tenant }) => `(tenantId: "${tenant}", expireAtByMinute: 5) { id }`],
  createTenantOperator: [
    'FFFFF+',
    ({ tenant }) =>
      `(tenantId: "${tenant}", mobilePhone: ${phone()}, nickName: "新", password: ${password}) { id }`,
  ],
  createTotp: ['======', () => '{ secret }'],
  createWebhook: [
    'FFF++F',
    ({ tenant }) => `(tenantId: "${tenant}", url: "https://127.0.0.1/", events: ["device.moved"]) { secret }`,
  ],
  deleteApplication: ['FFFFF+', ({ program }) => `(id: "${program}")`],
  deleteDevice: ['NNFFF+', ({ device }) => `(id: "${device}")`],
  deleteDeviceCredential: ['NNFFF+', ({ device }) => `(id: "${device}")`],
  deleteFactor: ['NN+NNN', ({ factor }) => `(id: "${factor}")`],
  deleteServiceAccount: ['NNF+++', ({ service }) => `(id: "${service}")`],
  deleteTenant: ['NNNN++', ({ pending }) => `(id: "${pending}")`],
  deleteTenantJoinCode: ['NNF+++', ({ joinCode }) => `(id: "${joinCode}")`],
  deleteWebhook: ['NNF++F', ({ webhook }) => `(id: "${webhook}")`],
  extendTenants: [
    'FFFFF+',
    ({ tenant }) => `(ids: ["${tenant}"], expireAt: "2036-01-31T00:00:00.000Z") { result }`,
  ],
  invalidOperator: ['FFFFF+', ({ who }) => `(id: "${who}") { id }`],
  invalidOperators: ['FFFFF+', ({ who }) => `(ids: ["${who}"]) { result }`],
  joinTenantByCode: ['++===+', ({ code }) => `(code: "${code}") { id }`],
  leaveTenant: ['NN++CF', ({ tenant }) => `(tenantId: "${tenant}")`],
  prepareTenant: ['++++C+', () => `(name: "${newName()}", areaIds: ["330106"], contact: ${contact}) { id }`],
  rePrepareTenant: ['NNNN++', ({ rejected }) => `(id: "${rejected}") { id }`],
  reauthenticate: ['BBBBBB', () => '(mobilePhoneCode: "000000")'],
  readMessage: ['NN+NNN', ({ message }) => `(ids: ["${message}"])`],
  refreshToken: ['------', () => '{ access_token }'],
  rejectTenant: ['NNNNF+', ({ pending }) => `(id: "${pending}", reject: "不清楚") { id }`],
  removeOperatorRoles: ['NNF===', (on) => onMember(on, ', roles: [VIEWER]')],
  removeTenantManager: [
    'NNFF++',
    ({ tenant, manager }) => `(tenantId: "${tenant}", operatorId: "${manager}") { id }`,
  ],
  removeTenantOperator: ['NNF+++', (on) => onMember(on)],
  removeTenantOperators: [
    'NNF+++',
    ({ tenant, who }) => `(tenantId: "${tenant}", operatorIds: ["${who}"]) { id }`,
  ],
  renewDevices: [
    'FFFFF+',
    ({ device }) => `(ids: ["${device}"], expiredDate: "2036-01-31T00:00:00.000Z") { result }`,
  ],
  askFactorReset: ['FFFFFC', ({ who }) => `(operatorId: "${who}")`],
  confirmFactorReset: ['FFFFFC', ({ who }) => `(operatorId: "${who}")`],
  withdrawFactorReset: ['FFCFFC', ({ who }) => `(operatorId: "${who}")`],
  requireFactorByTenant: ['NNFFCF', ({ tenant: id }) => `(id: "${id}", required: true) { id }`],
  resetPasswordByAdmin: ['FFFFF+', ({ who }) => `(operatorId: "${who}", password: ${password})`],
  resendWebhookDelivery: ['NNFNNF', ({ webhook }) => `(webhookId: "${webhook}", id: "1") { id }`],
  revokeApplicationSecret: [
    'FFFFF+',
    ({ program, secret }) => `(id: "${program}", secretId: "${secret}") { id }`,
  ],
  revokeOperatorSessions: ['FFFFF+', ({ who }) => `(operatorId: "${who}")`],
  revokeServiceAccountSecret: [
    'NNF+++',
    ({ service, key }) => `(id: "${service}", secretId: "${key}") { id }`,
  ],
  revokeSession: ['NN+NNN', ({ session }) => `(id: "${session}")`],
  rotateApplicationSecret: ['FFFFF+', ({ rotated }) => `(id: "${rotated}") { secret }`],
  rotateServiceAccountSecret: ['NNF+++', ({ rotatedService }) => `(id: "${rotatedService}") { secret }`],
  rotateSigningKey: ['FFFFF=', () => '(leaked: false) { id }'],
  rotateWebhookSecret: ['NNF++F', ({ webhook }) => `(id: "${webhook}") { secret }`],
  saveAuthCodeByOperator: [
    'FFFFF+',
    ({ who }) => `(operatorId: "${who}", codes: ["organization_list"]) { id }`,
  ],
  saveAuthCodeByTenant: ['NNF+++', (on) => onMember(on, ', codes: ["data_view"]')],
  saveDeviceByPalgo: ['FFFFF+', ({ device }) => `(id: "${device}", name: "新") { id }`],
  saveDisplayNameByTenant: ['NN++++', (on) => onMember(on, ', displayName: "新"')],
  saveTenantPermissions: [
    'NNF+++',
    ({ tenant, who }) =>
      `(tenantId: "${tenant}", changes: [{ operatorId: "${who}", addRoles: [VIEWER] }]) { id }`,
  ],
  sendEmailCode: ['======', () => `(email: "${newId()}@example.com") { expiresIn }`],
  requestDataExport: ['++++++', () => '(format: JSON) { status }'],
  setAdmin: ['FFFFF+', ({ who }) => `(admin: true, operatorId: "${who}") { id }`],
  testWebhook: ['NNF==F', ({ webhook }) => `(id: "${webhook}")`],
  updateApplication: ['FFFFF+', ({ program }) => `(id: "${program}", name: "新") { id }`],
  updateDeviceByStatus: ['NNFFF+', ({ device }) => `(id: "${device}", status: SUSPENDED) { id }`],
  updateDevicesByStatus: ['FFFFF+', ({ device }) => `(ids: ["${device}"], status: SUSPENDED) { result }`],
  updateFactor: ['NN+NNN', ({ factor }) => `(id: "${factor}", name: "新") { id }`],
  updateOperator: ['FFFFF+', ({ who }) => `(id: "${who}", nickName: "新") { id }`],
  updateProfile: ['++++++', () => `(nickName: "${newId().slice(-8)}") { id }`],
  updateServiceAccount: ['NNF+++', ({ service }) => `(id: "${service}", name: "新") { id }`],
  updateTenant: [
    'NNF+++',
    ({ tenant, name }) =>
      `(id: "${tenant}", name: "${name}", areaIds: ["330106"], contact: ${contact}, uploadAudit: false) { id }`,
  ],
  updateWebhook: ['NNF++F', ({ webhook }) => `(id: "${webhook}", events: ["device.status"]) { id }`],
  validOperator: ['FFFFF=', ({ who }) => `(id: "${who}") { id }`],
  validOperators: ['FFFFF=', ({ who }) => `(ids: ["${who}"]) { result }`],
  withdrawConsent: ['NN+NNN', ({ program }) => `(applicationId: "${program}")`],
}

/** What a service account with data_view may: everything else is FORBIDDEN. */
const served = ['device', 'queryDevice', 'queryDeviceConnection', 'queryDeviceOnline', 'queryEvent']
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

test('every query and every mutation has its row', () => {
  expect(Object.keys(cells).sort()).toEqual([...fieldsOf('Query'), ...fieldsOf('Mutation')].sort())
})

test.each(Object.entries(cells))('%s', async (field, [expected, call]) => {
  const mutates = fieldsOf('Mutation').includes(field)
  const document = (scene: Scene) => `${mutates ? 'mutation' : 'query'} { ${field}${call(scene)} }`
  let scene = await makeScene()
  let before = await everything(app.db.query)
  for (const token of [undefined, dead, lent, persons[4]!.access_token]) {
    expect(await letter(token, document(scene))).toBe('-')
    expect(await everything(app.db.query)).toBe(before)
  }
  let found = ''
  for (const actor of actors) {
    const answer = await letter(scene.by[actor].access_token, document(scene))
    const changed = (await everything(app.db.query)) !== before
    // A refusal changes nothing.
    if (answer !== '+') expect([actor, answer, changed]).toEqual([actor, answer, false])
    found += mutates && answer === '+' && !changed ? '=' : answer
    if (!changed) continue
    scene = await makeScene()
    before = await everything(app.db.query)
  }
  expect(found).toBe(expected + ofService(field))
})
