import * as v from 'valibot'
import { limits } from '../../../contract/limits.ts'
import { phoneSchema } from '../../accounts/phones/phone.ts'
import { textSchema } from '../../core/input.ts'
import { columns as exported } from '../export-columns.ts'
import { deviceIdSchema } from '../input.ts'
import { examples, notes } from './words.ts'

const short = textSchema(limits.name)

export const columns = {
  id: {
    title: exported.id.title,
    note: notes.id,
    example: 'SN-2026-000123',
    width: 24,
    schema: deviceIdSchema,
  },
  name: { title: exported.name.title, note: notes.name, example: examples.name, width: 24, schema: short },
  tenant: {
    title: exported.tenant.title,
    note: notes.tenant,
    example: examples.tenant,
    width: 24,
    schema: short,
  },
  contactName: {
    title: exported.contactName.title,
    note: notes.contactName,
    example: examples.contactName,
    schema: short,
  },
  contactMobilePhone: {
    title: exported.contactMobilePhone.title,
    note: notes.contactMobilePhone,
    example: '13800138000',
    schema: phoneSchema,
  },
  businessMan: {
    title: exported.businessMan.title,
    note: notes.businessMan,
    example: examples.businessMan,
    schema: short,
  },
  customerName: {
    title: exported.customerName.title,
    note: notes.customerName,
    example: examples.customerName,
    schema: short,
  },
  specification: {
    title: exported.specification.title,
    note: notes.specification,
    example: 'RX-200 / 4G',
    width: 24,
    schema: textSchema({ min: 1, max: limits.device.specification }),
  },
  produceDate: {
    title: exported.produceDate.title,
    note: notes.produceDate,
    example: '2026-01-31',
    kind: 'instant',
    width: 20,
    schema: v.date(),
  },
  expiredDate: {
    title: exported.expiredDate.title,
    note: notes.expiredDate,
    example: '2027-01-31 08:30',
    kind: 'instant',
    endOfDay: true,
    width: 20,
    schema: v.date(),
  },
} as const
