import { utils, write } from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import type { Preview } from '../../contract/import.ts'
import { required } from '../../contract/required.ts'
import { auditEvents } from '../testing/audit.ts'
import { ask, member, organization, people } from '../testing/organizations.ts'
import { cellsOf, importer, last, workbook } from '../testing/transfer/files.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)
let devices: ReturnType<typeof importer>

beforeAll(async () => {
  devices = importer(app, 'devices')
})

const device = (id: string) =>
  ask(
    app,
    admin,
    'query q($id: ID!) { device(id: $id) { id name tenant { id } status contactName contactMobilePhone produceDate expiredDate specification } }',
    { id },
  )
const deviceCount = async (tenantId: string): Promise<number> =>
  (
    await ask(app, admin, 'query q($id: ID!) { getTenant(id: $id) { statistics { deviceCount } } }', {
      id: tenantId,
    })
  ).statistics.deviceCount
const all = async () => (await app.db.execute('select count(*)::integer as count from device')).rows[0].count

test("the import template has column titles in the reader's language, and a second sheet", async () => {
  for (const [locale, title, explained] of [
    ['zh-CN', '编号', '填写说明'],
    ['en-US', 'ID', 'Instructions'],
  ]) {
    const response = await devices.call('/template', admin, {
      headers: { 'accept-language': required(locale, 'locale') },
    })
    const content = new Uint8Array(await response.arrayBuffer())
    const [titles] = await cellsOf(content)
    expect(required(titles, 'titles')[0]).toBe(title)
    expect(Buffer.from(content).toString('latin1')).toContain('sheet2.xml')
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="devices-template\.xlsx"; .*\.xlsx$/,
    )
    expect(explained).toBeDefined()
  }
})

type Organization = Awaited<ReturnType<typeof organization>>

/** Creates three devices. Returns a sheet that changes, moves and repeats devices and adds new ones. */
async function sheetOf(from: Organization, to: Organization) {
  for (const id of ['kept', 'moved', 'same'])
    await ask(
      app,
      admin,
      'mutation m($id: ID, $t: ID) { saveDeviceByPalgo(id: $id, tenantId: $t, name: "old", contactName: "王") { id } }',
      { id, t: from.id },
    )
  const titles = ['Name', '编号*', 'Organization', '联系电话', 'Contact', 'Expires', 'produced', 'Whatever']
  return workbook(titles, [
    ['first', 'new-1', to.name, 13800138000, null, new Date('2036-01-31T16:00:00Z'), '2026-1-31', 'x'],
    ['no id', null, null, null, null, null, null],
    ['gone', 'new-2', to.id.toUpperCase(), '+86 138 0013 8001', 'Li', '2020年2月29日 08:30', null],
    ['renamed', 'kept', null, null, null, null, null],
    [null, 'moved', to.name.toLowerCase(), null, 'Zhao', null, null],
    ['old', 'same', from.name, null, '王', null, null],
    [null, 'new-3', null, null, null, null, null],
    ['twice', 'new-1', null, null, null, null, null],
    [1.2345e19, 'a/b', 'no such organization', '123', 'x'.repeat(65), '2026-02-30', 'soon'],
    ['　', ' ', null, null, null, null, null],
  ])
}

function expectPreview(preview: Preview, from: Organization, to: Organization): void {
  expect(preview).toMatchObject({
    rows: 9,
    created: 3,
    changed: 2,
    unchanged: 1,
    wrong: 3,
    ignored: ['Whatever'],
  })
  expect(preview.samples.changed).toEqual([
    { row: 5, name: 'kept renamed', changes: [['Name', 'old', 'renamed']] },
    {
      row: 6,
      name: 'moved old',
      changes: [
        ['Organization', from.name, to.name],
        ['Contact', '王', 'Zhao'],
      ],
    },
  ])
  expect(preview.samples.wrong.map(({ row, fault }) => [row, fault])).toEqual([
    [8, 'Name: Required'],
    [9, 'ID: Duplicate of row 2'],
    [
      10,
      'Name: Spreadsheets keep only 15 digits of a number. Format the cell as text and enter the number again.; ID: Must be 1 to 64 characters without spaces, /, + or #; Contact phone: Not a valid phone number; Contact: At most 64 characters; Expires: Enter a date such as 2026-01-31 or 2026-01-31 08:30; Produced: Enter a date such as 2026-01-31 or 2026-01-31 08:30',
    ],
  ])
}

async function expectDevices(from: Organization, to: Organization): Promise<void> {
  expect(await device('new-1')).toMatchObject({
    name: 'first',
    tenant: { id: to.id },
    status: 'PRODUCED',
    contactMobilePhone: '+8613800138000',
    // The cell has a date and time format, so the value is midnight and not the end of the day.
    expiredDate: '2036-01-31T16:00:00.000Z',
    produceDate: '2026-01-30T16:00:00.000Z',
  })
  expect(await device('new-2')).toMatchObject({ status: 'EXPIRED', expiredDate: '2020-02-29T00:30:00.000Z' })
  expect(await device('kept')).toMatchObject({ name: 'renamed', contactName: '王', tenant: { id: from.id } })
  expect(await device('moved')).toMatchObject({ name: 'old', contactName: 'Zhao', tenant: { id: to.id } })
  expect([await deviceCount(from.id), await deviceCount(to.id)]).toEqual([2, 3])
  for (const [tenantId, count] of [
    [from.id, 2],
    [to.id, 3],
  ] as const) {
    const page = await ask(
      app,
      admin,
      'query q($t: ID) { queryDevice(tenantId: $t) { count data { id } } }',
      {
        t: tenantId,
      },
    )
    expect([page.count, page.data.length]).toEqual([count, count])
  }
}

/** Asserts that the import has written the expected audit events and messages. */
async function expectRecords(from: Organization, to: Organization): Promise<void> {
  const events = await app.db.query
    .selectFrom('audit_event')
    .select(['action', 'target_id', 'tenant_id', 'changes'])
    .where('tenant_id', 'in', [from.id, to.id])
    .where('target_id', '=', 'moved')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(
    events.map((event) => [event.action, event.tenant_id, Object.keys(event.changes as object)]),
  ).toEqual([
    ['SaveDeviceByPalgo', to.id, ['tenantId', 'contactName']],
    ['SaveDeviceByPalgo', from.id, ['tenantId', 'contactName']],
  ])
  expect(events.map(({ changes }) => (changes as Record<string, unknown>).contactName)).toEqual([
    [null, 'Zhao'],
    ['王', null],
  ])
  const imports = await auditEvents(app.db, ['success', 'changes'], { action: 'ImportDevices' })
  expect(imports.map(({ success, changes }) => [success, changes])).toEqual([
    [true, expect.objectContaining({ created: [null, 3], wrong: [null, 3] })],
  ])
  const messages = await app.db.query
    .selectFrom('message')
    .select(['account_id', 'template', 'params'])
    .where('account_id', 'in', [from.owner.id, to.owner.id])
    .where('template', 'like', 'devices.%')
    .execute()
  expect(messages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ account_id: from.owner.id, template: 'devices.left' }),
      expect.objectContaining({
        account_id: to.owner.id,
        template: 'devices.joined',
        params: { count: 3, tenant: to.name },
      }),
    ]),
  )
}

test('a preview changes nothing, and the import then saves valid rows and returns invalid rows as a file', async () => {
  const from = await organization(app)
  const to = await organization(app)
  const content = await sheetOf(from, to)
  const before = await all()
  const preview = required(last(await devices.upload(admin, content)).result, 'result')
  expectPreview(preview, from, to)
  expect(await all()).toBe(before)
  expect((await device('kept')).name).toBe('old')

  const refused = last(await devices.apply(admin, preview.id, 'refuse'))
  expect(refused.problem).toMatchObject({
    status: 409,
    detail: "3 rows can't be imported. Nothing was imported.",
  })
  expect(await all()).toBe(before)

  const lines = await devices.apply(admin, preview.id)
  expect(last(lines).result).toEqual({ rows: 9, created: 3, changed: 2, unchanged: 1, wrong: 3 })
  expect(lines.filter(({ phase }) => phase === 'write').map(({ done }) => done)).toEqual([0, 3, 5, 5])
  await expectDevices(from, to)
  await expectRecords(from, to)

  // Importing an exported file changes nothing, although times in a sheet are precise only to the second.
  const exported = await fetch(`${app.url}/api/export/devices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'xlsx', timeZone: 'Asia/Shanghai', variables: { tenantId: to.id } }),
  })
  const unchanged = required(
    last(await devices.upload(admin, Buffer.from(await exported.arrayBuffer()))).result,
    'result',
  )
  expect(unchanged).toMatchObject({ rows: 3, unchanged: 3 })

  // Applying the same upload a second time changes nothing.
  expect(last(await devices.apply(admin, preview.id)).result).toMatchObject({ created: 3 })
  expect(await all()).toBe(before + 3)

  const [head, ...rows] = await devices.failures(admin, preview.id)
  expect(required(head, 'head').slice(-1)).toEqual(['Error'])
  expect(rows.map((row) => row[0])).toEqual(['new-3', 'new-1', 'a/b'])
  expect(rows.every((row) => typeof row.at(-1) === 'string')).toBe(true)
  const corrected = rows.map((row, index) => {
    const blank = Array.from({ length: 5 }, () => '')
    return [`corrected-${index}`, 'n', '', '', '13800138000', ...blank, row.at(-1)]
  })
  const again = required(
    last(await devices.upload(admin, await workbook(head as string[], corrected))).result,
    'result',
  )
  expect(again).toMatchObject({ rows: 3, created: 3, wrong: 0, ignored: [] })
  expect(last(await devices.apply(admin, again.id, 'refuse')).result).toMatchObject({ created: 3 })
  expect(await all()).toBe(before + 6)
})

test('imports a CSV file, and counts hidden rows of a workbook in the preview', async () => {
  const csv = Buffer.from('ID;Name\r\ncsv-1;"pump; large"\r\n')
  const preview = required(last(await devices.upload(admin, csv, 'text/csv')).result, 'result')
  expect(preview).toMatchObject({ rows: 1, created: 1, wrong: 0, hidden: 0 })
  expect(last(await devices.apply(admin, preview.id)).result).toMatchObject({ created: 1 })
  expect((await device('csv-1')).name).toBe('pump; large')

  const sheet = utils.aoa_to_sheet([
    ['ID', 'Name'],
    ['h-1', 'n'],
    ['h-2', 'n'],
    ['h-3', 'n'],
  ])
  sheet['!rows'] = [{}, {}, { hidden: true }, { hidden: true }]
  const filtered = write(utils.book_new(sheet, 's'), { type: 'buffer', cellStyles: true }) as Buffer
  const hidden = required(
    last(await devices.upload(admin, filtered, 'application/octet-stream')).result,
    'result',
  )
  expect(hidden).toMatchObject({ rows: 3, created: 3, hidden: 2 })
})

test('only device managers can import devices, and only the user who uploaded a file can import it', async () => {
  const own = await organization(app)
  const content = await workbook(['ID', 'Name'], [['mine', 'n']])
  const [accountManager, lister, other] = (
    await Promise.all([people(app, 2, ['account_management']), people(app, 1, ['organization_list'])])
  ).flat()
  const manager = await member(app, own, { manager: true })
  for (const who of [own.owner, manager, required(other, 'other')]) {
    const { problem } = last(await devices.upload(who, Buffer.from('not looked at')))
    expect(problem).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  }
  expect(lister).toBeDefined()
  const { id } = required(
    last(await devices.upload(required(accountManager, 'accountManager'), content)).result,
    'result',
  )
  for (const who of [admin, own.owner, required(lister, 'lister')])
    expect(last(await devices.apply(who, id)).problem, who.access_token.slice(-6)).toMatchObject({
      status: 404,
    })
  await expect(devices.failures(admin, id)).rejects.toThrow(/expired/)
  // The user loses the permission after the upload.
  await app.db.query
    .updateTable('account')
    .set({ auth_codes: [] })
    .where('id', '=', required(accountManager, 'accountManager').id)
    .execute()
  expect(last(await devices.apply(required(accountManager, 'accountManager'), id)).problem).toMatchObject({
    status: 403,
  })
  await expect(device('mine')).resolves.toBeNull()
  const refused = await auditEvents(app.db, ['actor_id'], { action: 'ImportDevices', success: false })
  expect(refused.map(({ actor_id }) => actor_id)).toEqual([
    own.owner.id,
    manager.id,
    required(other, 'other').id,
    required(accountManager, 'accountManager').id,
  ])
})

test('rejects files that are unreadable, are too large or do not match the template', async () => {
  const wordsOf = async (content: Buffer) => last(await devices.upload(admin, content)).problem?.fields?.file
  expect(await wordsOf(Buffer.from([0, 1, 2]))).toMatch(/isn't a readable xlsx, xls, ods or csv file/)
  expect(await wordsOf(Buffer.from('%PDF-1.7'))).toMatch(/^PDF files can't be imported/)
  expect(await wordsOf(Buffer.from('not a file'))).toMatch(/no rows/)
  expect(await wordsOf(await workbook(['Name', 'ID', 'Name'], [['a', 'b', 'c']]))).toMatch(/twice/)
  expect(await wordsOf(await workbook(['ID'], [['  ']]))).toMatch(/no rows/)
  expect(await wordsOf(await workbook(['Price'], [['12']]))).toMatch(/doesn't match the template/)
  expect(await wordsOf(Buffer.alloc(0))).toMatch(/isn't a readable xlsx/)
  const large = await devices.call('', admin, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    body: new Uint8Array(11 * 1024 * 1024),
  })
  expect([large.status, ((await large.json()) as { code: string }).code]).toEqual([413, 'TOO_LARGE'])
  const nobody = await devices.call('', { access_token: 'a.b.c' }, { method: 'POST', body: 'x' })
  expect(nobody.status).toBe(401)
  expect(last(await importer(app, 'tenants').upload(admin, Buffer.from('x'))).problem.status).toBe(404)
})
