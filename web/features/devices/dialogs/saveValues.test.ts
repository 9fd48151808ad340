import { expect, test } from 'vitest'
import type { DeviceDetail } from '../device.ts'
import { changesOf, valuesOf } from './saveValues.ts'

const device = {
  name: '泵房边缘计算网关',
  contactName: '陈思琪',
  contactMobilePhone: '+8618600007713',
  businessMan: null,
  customer: { name: '张江科学城' },
  specification: 'EG-200',
  produceDate: new Date(2024, 8, 18, 15, 20).toISOString(),
  createDateTime: new Date(2024, 8, 20, 9, 0).toISOString(),
  expiredDate: null,
} as unknown as DeviceDetail

test('sends only the name and the changed values of an existing device, and null for emptied values', () => {
  const initial = valuesOf(device)
  expect(changesOf(initial, initial, 'EG-1')).toEqual({ id: 'EG-1', create: false, name: device.name })
  const values = {
    ...initial,
    contactName: ' ',
    businessMan: ' 李国栋 ',
    expiredDate: '2028-01-06',
  }
  expect(changesOf(values, initial, 'EG-1')).toEqual({
    id: 'EG-1',
    create: false,
    name: device.name,
    contactName: null,
    businessMan: '李国栋',
    expiredDate: new Date(2028, 0, 6, 23, 59, 59, 999).toISOString(),
  })
  expect(changesOf({ ...initial, produceDate: '' }, initial, 'EG-1')).toEqual({
    id: 'EG-1',
    create: false,
    name: device.name,
    produceDate: null,
  })
})

test('sends the ID and organization of a new device only if the user has entered them', () => {
  const initial = valuesOf(undefined)
  const values = { ...initial, name: ' 网关 ', produceDate: '2026-11-20' }
  const produceDate = new Date(2026, 10, 20).toISOString()
  expect(changesOf(values, initial, undefined)).toEqual({ create: true, name: '网关', produceDate })
  expect(changesOf({ ...values, id: ' EG-2 ', tenantId: 'one' }, initial, undefined)).toEqual({
    create: true,
    id: 'EG-2',
    tenantId: 'one',
    name: '网关',
    produceDate,
  })
})
