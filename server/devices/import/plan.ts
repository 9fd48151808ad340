import { required } from '../../../contract/required.ts'
import { AppError } from '../../core/errors.ts'
import { newId, noTenant } from '../../core/id.ts'
import type { Cell } from '../../core/list-export.ts'
import type { Fault, ImportCall, ImportRow, PlannedRow } from '../../core/list-import.ts'
import type { Tx } from '../../db/open.ts'
import { findTenantIds, findTenants, lockTenants, type TenantRow } from '../../tenants/store.ts'
import { findSpellings, lockSpellings } from '../ids/spellings.ts'
import { newDeviceId } from '../input.ts'
import { statusByDate } from '../rules.ts'
import { type DeviceRow, findDevices, lockDevices } from '../store.ts'
import { findTenantsOf } from '../tenancy/claims.ts'
import { withoutOwn } from '../tenancy/move.ts'
import type { columns } from './columns.ts'

type Row = ImportRow<typeof columns>

/** The change that one row of the file makes. `before` is null for a new device. */
export interface RowChange {
  before: DeviceRow | null
  after: DeviceRow
}

type PlanCall = Pick<ImportCall<Record<never, never>, null>, 'tx' | 'viewer' | 'showsSame'> & {
  rows: readonly Row[]
  /** Whether to lock the devices and organizations. This is required if the changes will be applied. */
  lock: boolean
}

/** The existing devices and organizations that the file mentions. */
interface Scene {
  ids: Ids
  devices: Map<string, DeviceRow>
  /** Organization ids by the text of a cell, which contains a name or an id. */
  tenantIds: Map<string, string>
  tenants: Map<string, TenantRow>
  now: Date
  showsSame: (one: Date, other: Date) => boolean
}

/**
 * Determines what each row changes. Throws CONFLICT if a concurrent change affects one of the devices or
 * organizations.
 */
export async function planDevices(call: PlanCall): Promise<PlannedRow<RowChange>[]> {
  const { rows, showsSame } = call
  const scene = { ...(await look(call)), showsSame }
  const seen = new Map<string, number>()
  return rows.map((row): PlannedRow<RowChange> => {
    const faults: Record<string, Fault> = {}
    const { tenant } = row.values
    const id = row.values.id === undefined ? undefined : scene.ids.known.get(row.values.id)
    const fault = row.values.id === undefined ? undefined : scene.ids.faults.get(row.values.id)
    // Two rows must not create devices whose ids differ only in case. Rows for existing devices are compared
    // by the exact id.
    const key = id !== undefined && !scene.devices.has(id) ? `new ${id.toLowerCase()}` : id
    const earlier = key === undefined ? undefined : seen.get(key)
    if (fault) faults.id = fault
    else if (earlier !== undefined) faults.id = ['import.repeated', { row: earlier }]
    else if (key !== undefined) seen.set(key, row.number)
    if (tenant !== undefined && !scene.tenantIds.has(tenant)) faults.tenant = ['device.unknownTenant']
    const before = (id !== undefined && scene.devices.get(id)) || null
    if (!before && row.values.name === undefined) faults.name = ['field.required']
    return Object.keys(faults).length ? { kind: 'wrong', faults } : planRow(row, { id, before }, scene)
  })
}

/**
 * Loads the devices and organizations that the file mentions. With `lock`, organizations are locked before
 * devices, each in a fixed order, which prevents deadlocks.
 */
async function look({ tx, viewer, rows, lock }: PlanCall): Promise<Omit<Scene, 'showsSame'>> {
  const { present, ...known } = await findIds(
    tx,
    rows.flatMap(({ values: { id } }) => id ?? []),
  )
  const written = [...new Set(rows.flatMap(({ values: { tenant } }) => tenant ?? []))]
  const tenantIds = await findTenantIds(tx, written)
  const touched = new Set<string>()
  for (const { values } of rows) {
    const from = values.id === undefined ? undefined : present.get(known.known.get(values.id) ?? '')
    const to = values.tenant === undefined ? undefined : tenantIds.get(values.tenant)
    if (!to || from === to) continue
    touched.add(to)
    if (from && from !== noTenant) touched.add(from)
  }
  const list = [...touched]
  const tenants = !list.length
    ? new Map<string, TenantRow>()
    : lock
      ? await lockTenants(tx, list)
      : await findTenants(tx, list)
  // Another user has deleted one of the organizations.
  if (tenants.size < list.length) throw new AppError('CONFLICT', { message: ['import.changed'] })
  const ids = [...present.keys()]
  const devices = lock
    ? new Map((await lockDevices(tx, ids)).map((device) => [device.id, device]))
    : await findDevices(tx, ids)
  for (const [id, device] of devices)
    if (present.get(id) !== device.tenant_id) throw new AppError('CONFLICT', { message: ['import.changed'] })
  return { ids: await withSpellings(tx, known, present, lock), devices, tenantIds, tenants, now: viewer.now }
}

interface Ids {
  /**
   * Device ids by the text of a cell. Each id belongs to an existing device or to a device that the import
   * will create.
   */
  known: Map<string, string>
  faults: Map<string, Fault>
}

/**
 * Resolves the device ids in the file. An exact match takes precedence over a match of the normalized form.
 * `present` maps the ids of existing devices to the ids of their organizations.
 */
async function findIds(tx: Tx, written: readonly string[]): Promise<Ids & { present: Map<string, string> }> {
  const exact = await findTenantsOf(tx, [...new Set(written)])
  const faults = new Map<string, Fault>()
  const known = new Map<string, string>()
  for (const each of written) {
    const plain = exact.has(each) ? { id: each } : newDeviceId(each)
    if ('fault' in plain) faults.set(each, [plain.fault])
    else known.set(each, plain.id)
  }
  const others = [...new Set(known.values())].filter((id) => !exact.has(id))
  return { known, faults, present: new Map([...exact, ...(await findTenantsOf(tx, others))]) }
}

/** Adds errors for new ids that differ from existing ones only in case or width. */
async function withSpellings(
  tx: Tx,
  { known, faults }: Ids,
  present: ReadonlyMap<string, string>,
  lock: boolean,
): Promise<Ids> {
  const created = [...new Set(known.values())].filter((id) => !present.has(id))
  if (lock) await lockSpellings(tx, created)
  const spellings = await findSpellings(tx, created)
  const taken = [...known].flatMap(([written, id]): [string, Fault][] => {
    const other = spellings.get(id)
    return other === undefined ? [] : [[written, ['device.takenAs', { id: other }]]]
  })
  return { known, faults: new Map([...faults, ...taken]) }
}

/** Maps columns of the sheet to columns of the database. */
const plain = {
  name: 'name',
  contactName: 'contact_name',
  contactMobilePhone: 'contact_mobile_phone',
  businessMan: 'business_man',
  customerName: 'customer_name',
  specification: 'specification',
  produceDate: 'produced_at',
  expiredDate: 'expired_at',
} as const satisfies Partial<Record<keyof typeof columns, keyof DeviceRow>>

function planRow(
  { values }: Row,
  { id, before }: { id: string | undefined; before: DeviceRow | null },
  scene: Scene,
): PlannedRow<RowChange> {
  const base = before ?? emptyDevice(id ?? newId(), scene.now)
  const wanted =
    values.tenant === undefined
      ? base.tenant_id
      : required(scene.tenantIds.get(values.tenant), 'item of tenantIds')
  const moves = wanted !== base.tenant_id
  const after: DeviceRow = { ...(moves ? withoutOwn(base) : base), tenant_id: wanted }
  const changes: Record<string, readonly [Cell, Cell]> = {}
  if (moves) changes.tenant = [scene.tenants.get(base.tenant_id)?.name, scene.tenants.get(wanted)?.name]
  for (const [key, field] of Object.entries(plain) as [keyof typeof plain, 'name'][]) {
    const value = values[key] as string | undefined
    if (value !== undefined && !same(after[field], value, scene)) after[field] = value
    if (after[field] !== base[field]) changes[key] = [base[field], after[field]]
  }
  Object.assign(after, statusByDate(after, scene.now))
  const kind = !before ? 'created' : Object.keys(changes).length ? 'changed' : 'unchanged'
  return { kind, name: `${after.id} ${after.name}`, changes, rowChange: { before, after } }
}

/**
 * Whether two values are equal. Dates are equal if a sheet shows the same text for both. Importing an
 * exported file therefore changes nothing.
 */
const same = (one: unknown, other: unknown, { showsSame }: Scene): boolean =>
  one instanceof Date && other instanceof Date ? showsSame(one, other) : one === other

const emptyDevice = (id: string, now: Date): DeviceRow =>
  ({
    id,
    tenant_id: noTenant,
    name: '',
    contact_name: null,
    contact_mobile_phone: null,
    business_man: null,
    customer_name: null,
    specification: null,
    produced_at: null,
    expired_at: null,
    status: 'PRODUCED',
    status_before: null,
    config: {},
    created_at: now,
  }) as unknown as DeviceRow
