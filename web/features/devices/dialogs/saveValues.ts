import { limits } from '../../../../contract/limits.ts'
import type { VariablesOf } from '../../../lib/graphql.ts'
import { dayOf, endOfDay, startOfDay } from '../../../lib/time/days.ts'
import { nationalPhone } from '../../../ui/fields/digits.ts'
import type { DeviceDetail } from '../device.ts'
import type { saveDevice } from '../mutations.ts'

/** What the form of a device holds: texts, days in the viewer's time zone, JSON as it is typed. */
export function valuesOf(device: DeviceDetail | undefined) {
  const day = (instant: string | null | undefined) => (instant ? dayOf(instant) : '')
  const config = device?.config
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
    config: config && Object.keys(config).length ? JSON.stringify(config, null, 2) : '',
  }
}

type Values = ReturnType<typeof valuesOf>
type Read =
  | { value: Record<string, unknown> }
  | { fault: 'syntax'; reason: string }
  | { fault: 'object' | 'large' }

/** The configuration that is typed; nothing typed is an empty one. */
export function readConfig(text: string): Read {
  if (!text.trim()) return { value: {} }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { fault: 'syntax', reason: (error as Error).message }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'object' }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  return bytes > limits.device.config ? { fault: 'large' } : { value: value as Record<string, unknown> }
}

/** What is to be sent: the name, which always is, and what is not as it was; null clears. */
export function changesOf(
  values: Values,
  initial: Values,
  id: string | undefined,
): VariablesOf<typeof saveDevice> {
  const texts = ['contactName', 'contactMobilePhone', 'customerName', 'businessMan', 'specification'] as const
  const differs = (key: keyof Values) => values[key] !== initial[key]
  const instant = (date: Date | null) => date?.toISOString() ?? null
  const config = readConfig(values.config)
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
    ...(differs('config') && 'value' in config && { config: config.value }),
  } as VariablesOf<typeof saveDevice>
}
