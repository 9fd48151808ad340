import { expect, test } from 'vitest'
import { first, required } from '../../../contract/required.ts'
import { auditEvents } from '../../testing/audit.ts'
import { ask, organization } from '../../testing/organizations.ts'
import { importer, last, workbook } from '../../testing/transfer/files.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

const app = useApp()
const admin = useAdmin(app)

const save = `mutation m($id: ID, $tenantId: ID, $contactName: String, $contactMobilePhone: String, $config: JSON) {
  saveDeviceByPalgo(id: $id, tenantId: $tenantId, name: "n", contactName: $contactName,
    contactMobilePhone: $contactMobilePhone, config: $config) { id contactName config } }`

test('moving a device clears its contact and configuration unless the caller keeps or replaces them', async () => {
  const move = `mutation m($id: ID, $tenantId: ID, $keepContact: Boolean, $keepConfig: Boolean, $contactName: String) {
    saveDeviceByPalgo(id: $id, tenantId: $tenantId, name: "n", keepContact: $keepContact, keepConfig: $keepConfig,
      contactName: $contactName) { contactName contactMobilePhone config } }`
  const own = { contactName: '李明', contactMobilePhone: '+8613800138000', config: { secret: 'of B' } }
  const [b, a] = [await organization(app), await organization(app)]
  for (const [given, expected] of [
    [{}, { contactName: null, contactMobilePhone: null, config: {} }],
    [{ contactName: '王芳' }, { contactName: '王芳', contactMobilePhone: null, config: {} }],
    [{ keepContact: true }, { ...own, config: {} }],
    [{ keepConfig: true }, { contactName: null, contactMobilePhone: null, config: own.config }],
    [{ keepContact: true, keepConfig: true }, own],
  ] as const) {
    const { id } = await ask(app, admin, save, { tenantId: b.id, ...own })
    expect(await ask(app, admin, move, { id, tenantId: a.id, ...given })).toEqual(expected)
    const [joined] = (await auditEvents(app.db, ['changes'], { tenant_id: a.id, target_id: id })).slice(-1)
    // Only the audit log of the former organization contains the values that the move cleared.
    expect(required(joined, 'joined').changes).not.toHaveProperty(['contactName', 0], own.contactName)
    const [left] = (await auditEvents(app.db, ['changes'], { tenant_id: b.id, target_id: id })).slice(-1)
    if (!('keepContact' in given))
      expect(required(left, 'left').changes).toHaveProperty(['contactName', 0], own.contactName)
  }
})

test('moving a device by import clears its contact and configuration, and the preview shows the cleared contact', async () => {
  const [from, to] = [await organization(app), await organization(app)]
  const own = { contactName: '李明', contactMobilePhone: '+8613800138000', config: { secret: 'of B' } }
  const { id } = await ask(app, admin, save, { tenantId: from.id, ...own })
  const devices = importer(app, 'devices')
  const preview = required(
    last(await devices.upload(admin, await workbook(['ID', 'Organization'], [[id, to.name]]))).result,
    'result',
  )
  expect(first(preview.samples.changed, 'changed').changes).toContainEqual(['Contact', '李明', ''])
  expect(last(await devices.apply(admin, preview.id)).result).toMatchObject({ changed: 1 })
  expect(await ask(app, admin, `{ device(id: "${id}") { contactName contactMobilePhone config } }`)).toEqual({
    contactName: null,
    contactMobilePhone: null,
    config: {},
  })
})

test('a device keeps contact and configuration when it joins its first organization', async () => {
  const { id } = await ask(app, admin, save, { contactName: '李明', config: { a: 1 } })
  const to = await organization(app)
  expect(await ask(app, admin, save, { id, tenantId: to.id })).toMatchObject({
    contactName: '李明',
    config: { a: 1 },
  })
})
