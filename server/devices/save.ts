import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { deviceConnects } from '../../contract/states.ts'
import { phoneSchema } from '../accounts/phones/phone.ts'
import type { Services } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { isId, newId, noTenant } from '../core/id.ts'
import { boolean, type Field, id, instant, optional, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import type { Tx } from '../db/open.ts'
import { lockTenants, type TenantRow } from '../tenants/store.ts'
import { changesOf, movedChanges, ofDevice } from './audit.ts'
import { findSpellings, lockSpellings } from './ids/spellings.ts'
import { config, deviceId, newDeviceId } from './input.ts'
import { publishDevices, publishToGateways } from './live.ts'
import { statusByDate } from './rules.ts'
import {
  type DeviceChange,
  type DeviceRow,
  insertDevices,
  lockDevice,
  readDevice,
  updateDevice,
} from './store.ts'
import { findTenantOf } from './tenancy/claims.ts'
import { moveDevice } from './tenancy/move.ts'
import { Device } from './types.ts'

/**
 * The device to save and its organizations, all locked. `device` is null for a new device. An organization is
 * null if the device has none.
 */
interface SaveTarget {
  device: DeviceRow | null
  /** Id of the existing or new device, or undefined if the server will generate the id. */
  id: string | undefined
  /** `to` is the target organization. `from` is the current organization if the device moves. */
  to: TenantRow | null
  from: TenantRow | null
}

/** An empty string means no phone number, because forms send empty fields as empty strings. */
const phone: Field<string | null> = {
  type: 'String',
  list: false,
  required: true,
  schema: v.lazy((value) =>
    value === ''
      ? v.pipe(
          v.literal(''),
          v.transform(() => null),
        )
      : phoneSchema,
  ) as v.GenericSchema<unknown, string | null>,
}
const name = () => optional(text({ min: 0, max: limits.name.max }))

/**
 * Returns the id of the existing device whose id is this text or its normalized form. If there is no such
 * device, returns the id for a new one. Throws BAD_INPUT if the id is not valid for a new device.
 */
async function resolveId(tx: Tx, written: string): Promise<{ id: string; present: string | undefined }> {
  const present = await findTenantOf(tx, written)
  if (present !== undefined) return { id: written, present }
  const plain = newDeviceId(written)
  if ('fault' in plain) throw badInput({ id: [plain.fault] })
  const { id } = plain
  return { id, present: id === written ? undefined : await findTenantOf(tx, id) }
}

/** Throws CONFLICT if the id of an existing device differs from the new id only in case or width. */
async function assertIdFree(tx: Tx, id: string): Promise<void> {
  await lockSpellings(tx, [id])
  const other = (await findSpellings(tx, [id])).get(id)
  if (other === undefined) return
  const message = ['device.takenAs', { id: other }] as const
  throw new AppError('CONFLICT', { message, fields: { id: message } })
}

/**
 * Locks the organizations in a fixed order and then the device, which prevents deadlocks. An organization is
 * locked only if its device count changes.
 */
async function lockSaveTarget(
  tx: Tx,
  input: { id?: string | null | undefined; tenantId?: string | null | undefined },
): Promise<SaveTarget> {
  const { id, present } =
    input.id == null ? { id: undefined, present: undefined } : await resolveId(tx, input.id)
  const wanted =
    input.tenantId === undefined ? (present ?? noTenant) : (input.tenantId?.toLowerCase() ?? noTenant)
  if (!isId(wanted)) throw badInput({ tenantId: ['device.unknownTenant'] })
  const ids = present === wanted ? [] : [present, wanted].filter((id) => id && id !== noTenant)
  const tenants = await lockTenants(tx, ids as string[])
  const to = tenants.get(wanted) ?? null
  if (present !== wanted && wanted !== noTenant) {
    if (!to) throw badInput({ tenantId: ['device.unknownTenant'] })
    if (to.personal) throw new AppError('CONFLICT', { message: ['device.personal'] })
  }
  const device = present === undefined ? null : ((await lockDevice(tx, required(id, 'id'))) ?? null)
  // Another transaction moved or deleted the device while this call waited for the locks.
  if (present !== device?.tenant_id) throw new AppError('CONFLICT')
  return { device, id, to, from: tenants.get(present ?? noTenant) ?? null }
}

const tenantOf = ({ device, to, from }: SaveTarget): string =>
  to?.id ?? (from || !device ? noTenant : device.tenant_id)

mutation({
  name: 'saveDeviceByPalgo',
  description:
    'Creates a device if id is null or not in use; otherwise changes the device. Omitted fields stay unchanged; null clears a field. A different tenantId moves the device, whatever its status. Moving clears contactName, contactMobilePhone and config, except for values in the same call; keepContact and keepConfig preserve them. With `create: true`, CONFLICT if the device exists. With `create: false`, NOT_FOUND if it does not. Access: admin, account_management.',
  can: 'DEVICE_MANAGE',
  effects: [],
  input: {
    id: optional(deviceId()),
    tenantId: optional(id()),
    name: text(limits.name),
    contactName: name(),
    contactMobilePhone: optional(phone),
    businessMan: name(),
    createDateTime: optional(instant()),
    customerName: name(),
    specification: optional(text({ min: 0, max: limits.device.specification })),
    produceDate: optional(instant()),
    expiredDate: optional(instant()),
    config: optional(config()),
    keepContact: optional(boolean()),
    keepConfig: optional(boolean()),
    create: optional(boolean()),
  },
  returns: Device,

  async target(tx, input) {
    const row = await lockSaveTarget(tx, input)
    return row.device || input.create !== false ? { row } : null
  },

  async run({ tx, input, target: saveTarget, viewer, context: { services } }) {
    const { device } = saveTarget
    if (device && input.create) throw taken()
    const change: DeviceChange = onlyGiven({
      name: input.name,
      contact_name: orNull(input.contactName),
      contact_mobile_phone: input.contactMobilePhone,
      business_man: orNull(input.businessMan),
      customer_name: orNull(input.customerName),
      specification: orNull(input.specification),
      produced_at: input.produceDate,
      expired_at: input.expiredDate,
      created_at: input.createDateTime ?? undefined,
      config: input.config === undefined ? undefined : JSON.stringify(input.config ?? {}),
    })
    const dated = statusByDate(
      {
        status: device?.status ?? 'PRODUCED',
        status_before: device?.status_before ?? null,
        expired_at: input.expiredDate === undefined ? (device?.expired_at ?? null) : input.expiredDate,
      },
      viewer.now,
    )
    if (!device) {
      const id = saveTarget.id ?? newId()
      if (saveTarget.id) await assertIdFree(tx, id)
      const { status } = dated
      const made = await insertDevices(tx, [
        { ...change, tenant_id: tenantOf(saveTarget), id, name: input.name, status: 'PRODUCED' },
      ])
      if (!made.has(id)) throw taken()
      const result = await readDevice(tx, id)
      await sendMovedMessage(tx, services, result, saveTarget)
      await publishDevices(tx, [result])
      return status === result.status ? result : updateDevice(tx, result, dated)
    }
    const tenantId = tenantOf(saveTarget)
    const moves = tenantId !== device.tenant_id
    if (moves) {
      await moveDevice(tx, { device, tenantId, keep: retainedOf(input) })
      await sendMovedMessage(tx, services, device, saveTarget)
    }
    const result = await updateDevice(tx, { ...device, tenant_id: tenantId }, { ...change, ...dated })
    await publishDevices(tx, [result])
    if (deviceConnects(device.status) && !deviceConnects(result.status))
      await publishToGateways(tx, [device.id])
    return result
  },

  audit({ target: { device }, input, result }) {
    if (device && device.tenant_id !== result.tenant_id) {
      const { left, joined } = movedChanges(device, result, retainedOf(input))
      return [
        { ...ofDevice(device), changes: left },
        { ...ofDevice(result), changes: joined },
      ]
    }
    return { ...ofDevice(result), always: !device, changes: changesOf(device, result) }
  },
})

const retainedOf = ({
  keepContact: contact,
  keepConfig: config,
}: Record<'keepContact' | 'keepConfig', Flag>) => ({
  contact,
  config,
})
type Flag = boolean | null | undefined

const taken = () => new AppError('CONFLICT', { message: ['device.taken'], fields: { id: ['device.taken'] } })

const orNull = (value: string | null | undefined) => (value === '' ? null : value)

const onlyGiven = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

async function sendMovedMessage(
  tx: Tx,
  { sendMessage }: Services,
  { id, name }: DeviceRow,
  { to, from }: SaveTarget,
): Promise<void> {
  const params = { device: name }
  const link = `/device-management/${encodeURIComponent(id)}`
  if (from)
    await sendMessage(tx, {
      accountId: from.owner_id,
      template: 'device.left',
      params: { ...params, tenant: from.name },
    })
  if (to)
    await sendMessage(tx, {
      accountId: to.owner_id,
      template: 'device.joined',
      params: { ...params, tenant: to.name },
      link,
    })
}
