import * as v from 'valibot'
import { limits } from '../../../contract/limits.ts'
import { phoneSchema } from '../../accounts/phone.ts'
import { textSchema } from '../../core/input.ts'
import { deviceIdSchema } from '../input.ts'
import { titles } from '../listing.words.ts'
import { examples, notes } from './words.ts'

const short = textSchema(limits.name)

export const columns = {
  id: { title: titles.id, note: notes.id, example: 'SN-2026-000123', width: 24, schema: deviceIdSchema },
  name: { title: titles.name, note: notes.name, example: examples.name, width: 24, schema: short },
  tenant: { title: titles.tenant, note: notes.tenant, example: examples.tenant, width: 24, schema: short },
  contactName: {
    title: titles.contactName,
    note: notes.contactName,
    example: examples.contactName,
    schema: short,
  },
  contactMobilePhone: {
    title: titles.contactMobilePhone,
    note: notes.contactMobilePhone,
    example: '13800138000',
    schema: phoneSchema,
  },
  businessMan: {
    title: titles.businessMan,
    note: notes.businessMan,
    example: examples.businessMan,
    schema: short,
  },
  customerName: {
    title: titles.customerName,
    note: notes.customerName,
    example: examples.customerName,
    schema: short,
  },
  specification: {
    title: titles.specification,
    note: notes.specification,
    example: 'RX-200 / 4G',
    width: 24,
    schema: textSchema({ min: 1, max: limits.device.specification }),
  },
  produceDate: {
    title: titles.produceDate,
    note: notes.produceDate,
    example: '2026-01-31',
    kind: 'instant',
    width: 20,
    schema: v.date(),
  },
  expiredDate: {
    title: titles.expiredDate,
    note: notes.expiredDate,
    example: '2027-01-31 08:30',
    kind: 'instant',
    endOfDay: true,
    width: 20,
    schema: v.date(),
  },
} as const
