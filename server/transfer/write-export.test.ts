import { expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { withPersonal } from '../core/audit.ts'
import type { Answer, Tokens } from '../testing/app.ts'
import { newDevice } from '../testing/devices.ts'
import { ask, givenPerson, member, organization, people } from '../testing/organizations.ts'
import { cellsOf } from '../testing/transfer/files.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

type Caller = Pick<Tokens, 'access_token'>

const exported = (list: string, who: Caller, body: object, locale = 'en-US'): Promise<Response> =>
  fetch(`${app.url}/api/export/${list}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': locale,
      authorization: `Bearer ${who.access_token}`,
    },
    body: JSON.stringify({ format: 'csv', timeZone: 'Asia/Shanghai', ...body }),
  })

/** Returns the rows of a CSV file. The cells must not contain commas. */
async function linesOf(response: Response): Promise<string[][]> {
  expect(response.status).toBe(200)
  const text = await response.text()
  return text
    .replace('\ufeff', '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','))
}

const status = async (list: string, who: Caller, variables: object) => {
  const response = await exported(list, who, { variables })
  const body = response.status === 200 ? await response.text() : ((await response.json()) as Answer['body'])
  return response.status === 200 ? 200 : `${response.status} ${body.code}`
}

const events = async (action: string) =>
  withPersonal(
    app.db.query,
    await app.db.query
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', action)
      .orderBy('date_time')
      .execute(),
  )

test('exports only those selected rows that the caller can see', async () => {
  const own = await organization(app)
  const owner = own.owner
  const made = async (tenantId: string) => (await newDevice(app, admin, { tenantId })).username
  const mine = [await made(own.id), await made(own.id), await made(own.id)]
  const other = await made((await organization(app)).id)
  const chosen = [required(mine[0], 'item of mine'), required(mine[2], 'item of mine'), other, 'gone']
  const file = async (list: string, who: Caller, ids: readonly unknown[], variables = {}) =>
    (await linesOf(await exported(list, who, { ids, variables }))).slice(1).map(([id]) => required(id, 'id'))
  const two = [mine[0], mine[2]].toSorted()
  expect((await file('devices', owner, chosen, { tenantId: own.id })).toSorted()).toEqual(two)
  expect((await file('devices', admin, chosen)).toSorted()).toEqual([...two, other].toSorted())
  // The rows are read in several batches of ids, and each row appears exactly once.
  const many = [...Array.from({ length: 1_500 }, (_, index) => `none-${index}`), ...mine]
  expect((await file('devices', admin, many)).toSorted()).toEqual(mine.toSorted())
  expect((await exported('devices', owner, { ids: chosen })).status).toBe(403)
  for (const ids of [[], Array(10_001).fill('x'), 'x', [1]])
    expect((await exported('devices', admin, { ids })).status).toBe(400)
  const [event] = (await events('ExportDevices')).slice(-1)
  expect(event).toMatchObject({
    changes: { filter: [null, { chosen: 1_503 }], rows: [null, 3] },
  })
})

test('exports a list only to viewers who can query the list', async () => {
  const theirs = await organization(app)
  const own = await organization(app)
  const plain = await member(app, own)
  const manager = await member(app, own, { manager: true })
  const [reviewer, accountManager] = await Promise.all([
    people(app, 1, ['certification_audit']),
    people(app, 1, ['account_management']),
  ])
  const everyone = {
    nobody: { access_token: 'a.b.c' },
    plain,
    manager,
    owner: own.owner,
    reviewer: required(reviewer[0], 'item of reviewer'),
    accountManager: required(accountManager[0], 'item of accountManager'),
    admin,
  }
  const calls: [list: string, variables: object, may: (keyof typeof everyone)[]][] = [
    ['operators', {}, ['accountManager', 'admin']],
    ['tenants', {}, ['reviewer', 'admin']],
    ['members', { tenantIdSet: [own.id] }, ['manager', 'owner', 'accountManager', 'admin']],
    ['members', { tenantIdSet: [theirs.id] }, ['accountManager', 'admin']],
    ['devices', {}, ['accountManager', 'admin']],
    ['devices', { tenantId: own.id }, ['plain', 'manager', 'owner', 'accountManager', 'admin']],
    ['devices', { tenantId: theirs.id }, ['accountManager', 'admin']],
  ]
  for (const [list, variables, may] of calls) {
    for (const [name, who] of Object.entries(everyone)) {
      const expected = may.includes(name as never)
        ? 200
        : name === 'nobody'
          ? '401 UNAUTHENTICATED'
          : '403 FORBIDDEN'
      expect(await status(list, who, variables), `${list} ${name}`).toBe(expected)
    }
  }
})

test('rejects invalid arguments of an export', async () => {
  expect(await status('nothing', admin, {})).toBe('404 NOT_FOUND')
  expect(await status('devices', admin, { nothing: 1 })).toBe('400 BAD_INPUT')
  expect(await status('devices', admin, { connectStatus: 'MAYBE' })).toBe('400 BAD_INPUT')
  expect(await status('members', admin, {})).toBe('400 BAD_INPUT')
  for (const body of [{ format: 'pdf' }, { timeZone: 'Mars/Base' }, { variables: 'x' }])
    expect((await exported('devices', admin, body)).status, JSON.stringify(body)).toBe(400)
})

test('an export ignores a filter that contains an empty set', async () => {
  const { id: tenantId } = await organization(app)
  await newDevice(app, admin, { tenantId })
  const variables = { tenantId, statusSet: [] }
  expect(await linesOf(await exported('devices', admin, { variables }))).toHaveLength(2)
  const tenants = { q: tenantId, statusSet: [] }
  expect(await linesOf(await exported('tenants', admin, { variables: tenants }))).toHaveLength(2)
})

test("exports all filtered rows in the viewer's language and time zone, and audits the export", async () => {
  const { id: tenantId, owner } = await organization(app)
  const names = ['=1+1', '+1', '-1', '@x', '\uff1dsum', '"quoted", with a comma', 'plain']
  for (const [index, name] of names.entries())
    await ask(
      app,
      admin,
      'mutation m($id: ID, $t: ID, $n: String!, $e: DateTime) { saveDeviceByPalgo(id: $id, tenantId: $t, name: $n, expiredDate: $e) { id } }',
      { id: `cell-${index}`, t: tenantId, n: name, e: '2036-01-31T20:00:00Z' },
    )
  await newDevice(app, admin, { id: 'elsewhere' })

  const response = await exported('devices', owner, { variables: { tenantId } })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="devices-\d{8}-\d{6}\.csv"; filename\*=UTF-8''Devices-\d{8}-\d{6}\.csv$/,
  )
  const text = await response.text()
  expect(text).not.toContain('elsewhere')
  expect(text).toContain('2036-02-01 04:00:00')
  for (const [index, shown] of [
    "'=1+1",
    "'+1",
    "'-1",
    "'@x",
    "'\uff1dsum",
    '"""quoted"", with a comma"',
    'plain',
  ].entries())
    expect(text).toContain(`cell-${index},${shown},`)

  const chinese = await exported('devices', owner, { format: 'xlsx', variables: { tenantId } }, 'zh-CN')
  expect(
    decodeURIComponent(required(chinese.headers.get('content-disposition'), 'content-disposition')),
  ).toContain('设备-')
  const [titles, ...rows] = await cellsOf(Buffer.from(await chinese.arrayBuffer()))
  expect(required(titles, 'titles').slice(0, 3)).toEqual(['编号', '设备名称', '所属组织'])
  // In a workbook, the cell type marks the value as text, so no apostrophe is needed.
  expect(rows.map((cells) => cells[1])).toEqual(names.toReversed())

  const [first] = (await events('ExportDevices')).filter((event) => event.tenant_id === tenantId)
  expect(first).toMatchObject({
    actor_id: owner.id,
    target_type: 'tenant',
    target_id: tenantId,
    success: true,
    changes: { filter: [null, { tenantId }], rows: [null, names.length] },
  })
})

test('masks phone numbers for organization owners, shows them to administrators, and omits them from the audit log', async () => {
  const own = await organization(app)
  const other = await member(app, own)
  const seen = async (who: Caller) =>
    (await linesOf(await exported('members', who, { variables: { tenantIdSet: [own.id] } }))).flat()
  expect(await seen(own.owner)).not.toContain(`'${other.phone}`)
  expect((await seen(own.owner)).some((cell) => /^'\+86 139\*{4}\d{4}$/.test(cell))).toBe(true)
  expect(await seen(admin)).toContain(`'${other.phone}`)

  await linesOf(await exported('operators', admin, { variables: { loginId: other.phone } }))
  const [event] = (await events('ExportOperators')).slice(-1)
  expect(JSON.stringify(event)).not.toContain(other.phone.slice(3))
})

/** Inserts devices into an organization. The specification of each device has `length` characters. */
const manyDevices = (tenantId: string, count: number, length = 1) =>
  app.db.execute(
    `with made as (
       insert into device (tenant_id, id, name, status, specification)
       select $1::uuid, gen_random_uuid()::text, 'n', 'PRODUCED', repeat('x', $3) from generate_series(1, $2)
       returning id),
     presence as (insert into device_presence (tenant_id, id) select $1::uuid, id from made)
     insert into device_claim (tenant_id, id) select $1::uuid, id from made`,
    [tenantId, count, length],
  )

test('exports each row exactly once if the list has many pages', async () => {
  const { id: tenantId, owner } = await organization(app)
  await manyDevices(tenantId, 2_500)
  const lines = await linesOf(await exported('devices', owner, { variables: { tenantId } }))
  expect(lines).toHaveLength(2_501)
  expect(new Set(lines.map(([id]) => id)).size).toBe(2_501)
})

test('stops an export when the account of the viewer is disabled', async () => {
  const { id: tenantId, owner } = await organization(app)
  // Each page of rows is 8 MB, which is more than a connection's buffers hold, so the last pages are read only
  // after the client has read the first ones.
  await manyDevices(tenantId, 3_500, 8_000)
  const response = await exported('devices', owner, { variables: { tenantId } })
  const reader = required(response.body, 'body').getReader()
  await reader.read()
  await app.db.query.updateTable('account').set({ enabled: false }).where('id', '=', owner.id).execute()
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  await expect(rest()).rejects.toThrow()
  await expect
    .poll(async () => (await events('ExportDevices')).filter((event) => event.tenant_id === tenantId))
    .toMatchObject([
      { success: false, changes: { rows: [null, expect.toSatisfy((rows: number) => rows < 3_500)] } },
    ])
  expect(await status('devices', owner, { tenantId })).toBe('401 UNAUTHENTICATED')
})

test('limits the number of concurrent exports of an account, and allows new exports after they have ended', async () => {
  const person = await givenPerson(app, ['account_management'])
  await app.db.execute('analyze')
  const all = await Promise.all(Array.from({ length: 8 }, () => status('devices', person, {})))
  expect(all.filter((each) => each === 200).length).toBeGreaterThanOrEqual(1)
  expect(all).toContain('429 RATE_LIMITED')
  expect(all.filter((each) => each !== 200 && each !== '429 RATE_LIMITED')).toEqual([])
  expect(await status('devices', person, {})).toBe(200)
})
