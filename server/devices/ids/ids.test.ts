import { describe, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { noTenant } from '../../core/id.ts'
import { findCollisions } from '../../core/names/collisions.ts'
import { ask, outcome } from '../../testing/organizations.ts'
import { importer, last, workbook } from '../../testing/transfer/files.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'
import { insertDevices } from '../store.ts'

// Tests that two device ids cannot differ only in case, width or invisible characters.

const app = useApp()
const admin = useAdmin(app)

describe('device ids', () => {
  const save = `mutation m($id: ID, $name: String = "泵", $create: Boolean) {
    saveDeviceByPalgo(id: $id, name: $name, create: $create) { id name } }`

  test('cannot contain invisible characters', async () => {
    for (const sign of ['\u200b', '\u00ad', '\u2060', '\u3164', '\u2800', '\ufe0f', '\u{e0041}'])
      expect([sign, await outcome(app, admin, save, { id: `SN-1${sign}` })]).toEqual([sign, 'BAD_INPUT'])
  })

  test('are converted to half-width characters', async () => {
    expect(await ask(app, admin, save, { id: 'ＳＮ－Ａ１' })).toMatchObject({ id: 'SN-A1' })
    expect(await ask(app, admin, save, { id: 'ＳＮ-A1', name: '闸门' })).toEqual({
      id: 'SN-A1',
      name: '闸门',
    })
    expect(await outcome(app, admin, save, { id: 'ＳＮ／1' })).toBe('BAD_INPUT')
  })

  test.each([
    ['SN-B1', 'sn-b1'],
    ['sn-c1', 'SN-C1'],
    ['Sn-D1', 'sN-d1'],
    ['泵-E1', '泵-e1'],
  ])('cannot differ only in case, for example %s and %s', async (id, other) => {
    await ask(app, admin, save, { id })
    const { body } = await app.graphql(admin.access_token, save, { id: other })
    expect(body.errors[0].extensions).toMatchObject({ code: 'CONFLICT' })
    expect(body.errors[0].extensions.fields.id).toContain(id)
    expect(await outcome(app, admin, save, { id: other, create: false })).toBe('NOT_FOUND')
  })

  test('that differ only in case are accepted from only one of ten concurrent requests', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'sn-race' : 'SN-RACE'))
    const outcomes = await Promise.all(ids.map((id) => outcome(app, admin, save, { id, create: true })))
    expect(outcomes.filter((each) => each === 'done')).toHaveLength(1)
  })

  test('of existing devices remain valid even if they look alike', async () => {
    const ids = ['ＯＬＤ-1', 'OLD-1', 'old-1', 'OLD\u200b-1']
    await app.db.transaction((tx) =>
      insertDevices(
        tx,
        ids.map((id) => ({ id, tenant_id: noTenant, name: id, status: 'ACTIVE' })),
      ),
    )
    for (const id of ids) expect(await ask(app, admin, save, { id, name: '旧' })).toEqual({ id, name: '旧' })
    expect(await outcome(app, admin, save, { id: 'Old-1' })).toBe('CONFLICT')
    expect(await findCollisions(app.db)).toContainEqual({
      kind: 'device',
      names: expect.any(Array),
      count: 4,
    })
  })
})

test('an import finds existing devices by id, and rejects new ids that look like another id', async () => {
  const ids = ['FILE-1', 'ＦＩＬＥ-2']
  await app.db.transaction((tx) =>
    insertDevices(
      tx,
      ids.map((id) => ({ id, tenant_id: noTenant, name: '旧', status: 'ACTIVE' })),
    ),
  )
  const devices = importer(app, 'devices', {})
  const content = await workbook(
    ['ID', 'Name'],
    ['ＦＩＬＥ-1', 'ＦＩＬＥ-2', 'file-1', 'FILE-3', 'file-3', 'FILE\u200b-4', 'ＦＩＬＥ-5'].map((id) => [
      id,
      '新',
    ]),
  )
  const upload = required(last(await devices.upload(admin, content)).result, 'result')
  expect(upload).toMatchObject({ created: 2, changed: 2, wrong: 3 })
  expect(upload.samples.wrong.map(({ row, fault }) => [row, fault])).toEqual([
    [4, 'ID: Device FILE-1 already exists. The IDs differ only in case or character width.'],
    [6, 'ID: Duplicate of row 5'],
    [7, 'ID: The ID contains invisible characters. Type it again.'],
  ])
  await devices.apply(admin, upload.id)
  const { rows } = await app.db.execute(
    'select id, name from device where upper(id) ~ \'FILE|ＦＩＬＥ\' order by id collate "C"',
  )
  expect(rows.map(({ id, name }) => [id, name])).toEqual([
    ['FILE-1', '新'],
    ['FILE-3', '新'],
    ['FILE-5', '新'],
    ['ＦＩＬＥ-2', '新'],
  ])
})
