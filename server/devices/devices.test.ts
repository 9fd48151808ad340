import { beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { newId } from '../core/id.ts'
import type { Person } from '../testing/app.ts'
import { auditEvents } from '../testing/audit.ts'
import { ask, member, type Organization, organization, refusal, stored } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)
let first: Organization
let second: Organization
let manager: Person
beforeAll(async () => {
  first = await organization(app)
  second = await organization(app)
  manager = await app.person()
  await app.db.query
    .updateTable('account')
    .set({ auth_codes: ['account_management'] })
    .where('id', '=', manager.id)
    .execute()
})

const fields = `id name status contactName contactMobilePhone businessMan tenant { id name } customer { id name }
  versionMap infoMap specification produceDate expiredDate validDays config createDateTime lastConnect { ip } currentConnect { ip } lastSeenDateTime
  viewerCan { manage statuses } credentialDateTime`
const save = `mutation m($id: ID, $tenantId: ID, $name: String = "n", $contactName: String, $contactMobilePhone: String,
    $businessMan: String, $customerName: String, $specification: String, $produceDate: DateTime, $expiredDate: DateTime, $config: JSON) {
  saveDeviceByPalgo(id: $id, tenantId: $tenantId, name: $name, contactName: $contactName, contactMobilePhone: $contactMobilePhone,
    businessMan: $businessMan, customerName: $customerName, specification: $specification, produceDate: $produceDate,
    expiredDate: $expiredDate, config: $config) { ${fields} } }`
const one = `query device($id: ID!) { device(id: $id) { ${fields} } }`
const list = `query q($tenantId: ID, $q: String, $id: ID, $first: Int = 0, $pageSize: Int = 20, $after: String, $statusSet: [DeviceStatus!], $sort: DeviceSort) {
  queryDevice(tenantId: $tenantId, q: $q, id: $id, first: $first, pageSize: $pageSize, after: $after, statusSet: $statusSet, sort: $sort) {
    count countExact next data { id name status } } }`
const setStatus = `mutation m($id: ID!, $status: DeviceStatus!) { updateDeviceByStatus(id: $id, status: $status) { id status } }`
const remove = 'mutation m($id: ID!) { deleteDevice(id: $id) }'
const credential = 'mutation m($id: ID!) { createDeviceCredential(id: $id) { username password } }'

const row = (id: string) =>
  app.db.query.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst()

test('creates a device, then changes the specified fields and clears fields that are set to null', async () => {
  const whole = {
    id: 'EG-1.a:b',
    tenantId: first.id,
    name: ' 网关 ',
    contactName: '李明',
    contactMobilePhone: '13800138000',
    businessMan: '陈启航',
    customerName: '晨光',
    specification: 'EG-200',
    produceDate: '2026-01-01T00:00:00.000Z',
    expiredDate: '2040-01-01T00:00:00.000Z',
    config: { interval: 5, nested: { a: [1] } },
  }
  const { tenantId, customerName, ...shown } = whole
  const made = await ask(app, admin, save, whole)
  expect(made).toMatchObject({
    ...shown,
    name: '网关',
    contactMobilePhone: '+8613800138000',
    tenant: { id: tenantId, name: first.name },
    customer: { name: customerName },
    status: 'PRODUCED',
    versionMap: {},
    infoMap: {},
    lastConnect: null,
    currentConnect: null,
    viewerCan: { manage: true, statuses: ['ACTIVE', 'SUSPENDED', 'RETIRED'] },
  })
  const changed = await ask(app, manager, save, {
    id: 'EG-1.a:b',
    name: '新名',
    contactName: null,
    config: null,
  })
  expect(changed).toMatchObject({
    name: '新名',
    contactName: null,
    config: {},
    businessMan: '陈启航',
    specification: 'EG-200',
    tenant: { id: first.id },
  })
  expect((await stored(app, first.id)).tenant).toMatchObject({ device_count: 1 })
  const events = await auditEvents(app.db, ['tenant_id', 'actor_id', 'changes'], { target_id: 'EG-1.a:b' })
  expect(events).toHaveLength(2)
  expect(events[1]).toMatchObject({
    tenant_id: first.id,
    actor_id: manager.id,
    changes: { name: ['网关', '新名'], contactName: ['李明', null], config: [null, ['interval', 'nested']] },
  })
  expect(JSON.stringify(events)).not.toContain('13800138000')
})

test('`create: true` does not change an existing device, and `create: false` creates no device', async () => {
  const saved = `mutation m($id: ID, $name: String!, $create: Boolean) {
    saveDeviceByPalgo(id: $id, name: $name, create: $create) { id name } }`
  const id = `NEW-${newId()}`
  expect(await refusal(app, admin, saved, { id, name: 'a', create: false })).toBe('NOT_FOUND')
  expect(await row(id)).toBeUndefined()
  expect(await ask(app, admin, saved, { id, name: 'a', create: true })).toEqual({ id, name: 'a' })
  expect(await refusal(app, admin, saved, { id, name: 'b', create: true })).toBe('CONFLICT')
  expect(await row(id)).toMatchObject({ name: 'a' })
  expect(await ask(app, admin, saved, { id, name: 'b', create: false })).toEqual({ id, name: 'b' })
  const stranger = await app.person()
  for (const create of [true, false])
    expect(await refusal(app, stranger, saved, { id, name: 'c', create })).toBe('FORBIDDEN')
})

test('generates a device id if the caller omits it, and rejects invalid ids and invalid organizations', async () => {
  const { id, tenant } = await ask(app, admin, save, {})
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(tenant).toBeNull()
  expect(await refusal(app, admin, save, { id: 'a b' })).toBe('BAD_INPUT')
  expect(await refusal(app, admin, save, { id: 'a/b' })).toBe('BAD_INPUT')
  expect(await refusal(app, admin, save, { id: 'x', config: { a: 'b\0' } })).toBe('BAD_INPUT')
  expect(await refusal(app, admin, save, { id: 'x', tenantId: newId() })).toBe('BAD_INPUT')
  expect(await refusal(app, admin, save, { id: 'x', tenantId: 'nonsense' })).toBe('BAD_INPUT')
  expect(await refusal(app, admin, save, { id: 'x', tenantId: manager.id })).toBe('CONFLICT')
  expect(await row('x')).toBeUndefined()
  expect(await ask(app, admin, one, { id: 'a b' })).toBeNull()
  expect(await ask(app, admin, list, { id: 'a b' })).toMatchObject({ count: 0 })
})

test('members can read but not change devices of their organization, and other users cannot see these devices', async () => {
  const { id } = await ask(app, admin, save, { id: 'seen', tenantId: first.id })
  const plain = await member(app, first)
  for (const who of [first.owner, plain]) {
    expect(await ask(app, who, one, { id })).toMatchObject({
      id,
      viewerCan: { manage: false, statuses: [] },
      credentialDateTime: null,
    })
    expect(
      (await ask(app, who, list, { tenantId: first.id })).data.map((row: { id: string }) => row.id),
    ).toContain(id)
    expect(await refusal(app, who, list, {})).toBe('FORBIDDEN')
    expect(await refusal(app, who, list, { tenantId: second.id })).toBe('FORBIDDEN')
    expect(await refusal(app, who, setStatus, { id, status: 'RETIRED' })).toBe('FORBIDDEN')
    expect(await refusal(app, who, remove, { id })).toBe('FORBIDDEN')
    expect(await refusal(app, who, credential, { id })).toBe('FORBIDDEN')
    expect(await refusal(app, who, save, { id, name: 'other' })).toBe('FORBIDDEN')
  }
  const stranger = second.owner
  expect(await ask(app, stranger, one, { id })).toBeNull()
  expect(await refusal(app, stranger, setStatus, { id, status: 'RETIRED' })).toBe('NOT_FOUND')
  expect(await refusal(app, stranger, remove, { id })).toBe('NOT_FOUND')
  expect(await refusal(app, stranger, credential, { id })).toBe('NOT_FOUND')
  // The error is the same whether or not the device exists.
  expect(await refusal(app, stranger, save, { id, name: 'other' })).toBe('FORBIDDEN')
  expect(await refusal(app, stranger, save, { id: 'unheard-of', name: 'other' })).toBe('FORBIDDEN')
  expect(await row(id)).toMatchObject({ name: 'n', status: 'PRODUCED', tenant_id: first.id })
  const credentials = await app.db.query.selectFrom('device_credential').selectAll().execute()
  expect(credentials).toEqual([])
})

test('also serves devices at the GraphQL path of the device service', async () => {
  const response = await app.post(
    '/api/services/device/actions/graphql',
    { query: one, variables: { id: 'seen' } },
    { authorization: `Bearer ${admin.access_token}` },
  )
  expect(response.body.data.device).toMatchObject({ id: 'seen', status: 'PRODUCED' })
})

test('hides devices from the owner of an expired organization', async () => {
  const expired = await organization(app)
  const { id } = await ask(app, admin, save, { tenantId: expired.id })
  await app.db.query
    .updateTable('tenant')
    .set({ expire_at: new Date(Date.now() - 1_000) })
    .where('id', '=', expired.id)
    .execute()
  expect(await ask(app, expired.owner, one, { id })).toBeNull()
  expect(await refusal(app, expired.owner, list, { tenantId: expired.id })).toBe('FORBIDDEN')
})

test('notifies the owner of an organization about a new device, but not about a change of its name', async () => {
  const { id, owner, name } = await organization(app)
  await ask(app, admin, save, { id: 'assigned', tenantId: id, name: '新网关' })
  await ask(app, admin, save, { id: 'assigned', name: '改名' })
  const messages = await app.db.query
    .selectFrom('message')
    .select(['template', 'params', 'link'])
    .where('account_id', '=', owner.id)
    .where('template', 'like', 'device.%')
    .execute()
  expect(messages).toEqual([
    {
      template: 'device.joined',
      params: { device: '新网关', tenant: name },
      link: '/device-management/assigned',
    },
  ])
})

test('a moved device keeps its versions, and both organizations are notified and have correct device counts', async () => {
  const [from, to] = [await organization(app), await organization(app)]
  const { id } = await ask(app, admin, save, {
    id: 'mover',
    tenantId: from.id,
    name: '移动',
    config: { a: 1 },
  })
  await app.db.query
    .updateTable('device')
    .set({ version_map: '{"firmware":"1.2"}' })
    .where('id', '=', id)
    .execute()
  await ask(app, admin, setStatus, { id, status: 'RETIRED' })
  const moved = await ask(app, admin, save, { id, tenantId: to.id, name: '移动' })
  expect(moved).toMatchObject({
    tenant: { id: to.id },
    status: 'RETIRED',
    config: {},
    versionMap: { firmware: '1.2' },
  })
  expect(required((await stored(app, from.id)).tenant, 'tenant').device_count).toBe(0)
  expect(required((await stored(app, to.id)).tenant, 'tenant').device_count).toBe(1)
  expect(await ask(app, from.owner, list, { tenantId: from.id })).toMatchObject({ count: 0, data: [] })
  expect(await ask(app, to.owner, list, { tenantId: to.id })).toMatchObject({ count: 1, data: [{ id }] })
  expect(await ask(app, from.owner, one, { id })).toBeNull()
  for (const tenant of [from, to]) {
    const events = await auditEvents(app.db, ['changes'], { tenant_id: tenant.id, target_id: id })
    expect(events.at(-1)).toMatchObject({ changes: { tenantId: [from.id, to.id] } })
    const messages = await app.db.query
      .selectFrom('message')
      .select('template')
      .where('account_id', '=', tenant.owner.id)
      .where('template', 'like', 'device.%')
      .execute()
    expect(messages.map(({ template }) => template)).toEqual(
      tenant === from ? ['device.joined', 'device.left'] : ['device.joined'],
    )
  }
  await ask(app, admin, save, { id, tenantId: null })
  expect(required((await stored(app, to.id)).tenant, 'tenant').device_count).toBe(0)
  expect(await row(id)).toMatchObject({ tenant_id: '00000000-0000-0000-0000-000000000000' })
})

test('allows each permitted status change of a device, and rejects all other status changes', async () => {
  const allowed: Record<string, string[]> = {
    PRODUCED: ['ACTIVE', 'SUSPENDED', 'RETIRED'],
    ACTIVE: ['SUSPENDED', 'RETIRED'],
    SUSPENDED: ['ACTIVE', 'RETIRED'],
    EXPIRED: ['RETIRED'],
    RETIRED: [],
  }
  const { id } = await ask(app, admin, save, {})
  for (const from of Object.keys(allowed)) {
    for (const to of Object.keys(allowed)) {
      await app.db.query.updateTable('device').set({ status: from }).where('id', '=', id).execute()
      if (from === to || required(allowed[from], 'item of allowed').includes(to))
        expect(await ask(app, admin, setStatus, { id, status: to })).toEqual({ id, status: to })
      else {
        expect(await refusal(app, admin, setStatus, { id, status: to }), `${from} ${to}`).toBe('CONFLICT')
        expect(required(await row(id), 'result of row').status).toBe(from)
      }
    }
  }
})

test('returns the password of a new device credential, and neither stores nor logs it in plain text', async () => {
  const { id } = await ask(app, admin, save, {})
  const { username, password } = await ask(app, admin, credential, { id })
  expect(username).toBe(id)
  expect(password).toHaveLength(43)
  expect((await ask(app, admin, one, { id })).credentialDateTime).not.toBeNull()
  const everything = await app.db.query.selectFrom('device_credential').selectAll().execute()
  const events = await app.db.query
    .selectFrom('audit_event')
    .selectAll()
    .where('target_id', '=', id)
    .execute()
  expect(events).toContainEqual(expect.objectContaining({ action: 'CreateDeviceCredential', success: true }))
  expect(JSON.stringify([everything, events]) + app.log.join('')).not.toContain(password)
})

test('the id of a deleted device can be used again', async () => {
  const { id } = await ask(app, admin, save, { id: 'gone', tenantId: first.id, name: 'one' })
  const before = required((await stored(app, first.id)).tenant, 'tenant').device_count
  expect(await ask(app, admin, remove, { id })).toBe(true)
  expect(await refusal(app, admin, remove, { id })).toBe('NOT_FOUND')
  expect(required((await stored(app, first.id)).tenant, 'tenant').device_count).toBe(before - 1)
  expect(await ask(app, admin, save, { id: 'gone', name: 'two' })).toMatchObject({
    tenant: null,
    name: 'two',
  })
})
