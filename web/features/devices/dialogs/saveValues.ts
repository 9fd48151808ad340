import type { VariablesOf } from '../../../lib/graphql.ts'
import { dayOf, endOfDay, startOfDay } from '../../../lib/time/days.ts'
import { nationalPhone } from '../../../ui/fields/digits.ts'
import type { DeviceDetail } from '../device.ts'
import type { saveDevice } from '../mutations.ts'

/** Returns a device's values as texts for the form. Dates are days in the viewer's time zone. */
export function valuesOf(device: DeviceDetail | undefined) {
  const day = (instant: string | null | undefined) => (instant ? dayOf(instant) : '')
  return {
    id: '',
    tenantId: '',
    name: device?.name ?? '',
    contactName: device?.contactName ?? '',
    contactMobilePhone: nationalPhone(device?.contactMobilePhone),
    customerName: device?.customer?.name ?? '',
    businessMan: device?.businessMan ?? '',
    produceDate: day(device?.produceDate),
    createDate: day(device?.createDateTime),
    expiredDate: day(device?.expiredDate),
    specification: device?.specification ?? '',
  }
}

type Values = ReturnType<typeof valuesOf>

/** Returns the mutation variables: the id, the name and all changed fields. null clears a field. */
export function changesOf(
  values: Values,
  initial: Values,
  id: string | undefined,
): VariablesOf<typeof saveDevice> {
  const texts = ['contactName', 'contactMobilePhone', 'customerName', 'businessMan', 'specification'] as const
  const differs = (key: keyof Values) => values[key] !== initial[key]
  const instant = (date: Date | null) => date?.toISOString() ?? null
  return {
    ...(id ? { id } : values.id.trim() && { id: values.id.trim() }),
    ...(!id && values.tenantId && { tenantId: values.tenantId }),
    create: !id,
    name: values.name.trim(),
    ...Object.fromEntries(texts.filter(differs).map((key) => [key, values[key].trim() || null])),
    ...(differs('produceDate') && { produceDate: instant(startOfDay(values.produceDate)) }),
    ...(differs('createDate') &&
      values.createDate && { createDateTime: instant(startOfDay(values.createDate)) }),
    ...(differs('expiredDate') && { expiredDate: instant(endOfDay(values.expiredDate)) }),
  } as VariablesOf<typeof saveDevice>
}
