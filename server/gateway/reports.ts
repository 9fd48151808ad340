import { sql } from 'kysely'
import * as v from 'valibot'
import { sampledNumbers } from '../../contract/device-values.ts'
import { limits } from '../../contract/limits.ts'
import { type IsIn, lockEach } from '../db/citus/distributed.ts'
import type { Tx } from '../db/open.ts'
import { parseForeignJson } from '../db/values.ts'
import { type JsonObject, jsonSchema } from '../devices/input.ts'
import { publishDevices } from '../devices/live.ts'
import { addSamples, slotStart } from '../devices/samples/store.ts'
import { findTenantsOf } from '../devices/tenancy/claims.ts'

/** A report of a device, which completely replaces the device's previous report of the same kind. */
export interface Report {
  id: string
  kind: 'versions' | 'info'
  value: JsonObject
}

const schemas = {
  versions: v.pipe(
    jsonSchema(limits.device.report),
    v.check((value) => Object.values(value).every((version) => typeof version === 'string')),
  ),
  info: jsonSchema(limits.device.report),
}

export const isReportKind = (kind: string): kind is Report['kind'] => Object.hasOwn(schemas, kind)

/** The reasons for rejecting a report: it is too large, not UTF-8, or malformed. */
export type ReportFault = 'REPORT_SIZE' | 'REPORT_ENCODING' | 'REPORT_FORM'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a report. Ignores a byte order mark and trailing NUL characters, which C programs often append. */
export function readReport(kind: Report['kind'], payload: Uint8Array): JsonObject | ReportFault {
  if (payload.length > limits.device.report) return 'REPORT_SIZE'
  let text: string
  try {
    text = utf8.decode(payload).replace(/\0+\s*$/, '')
  } catch {
    return 'REPORT_ENCODING'
  }
  try {
    const result = v.safeParse(schemas[kind], parseForeignJson(text))
    return result.success ? result.output : 'REPORT_FORM'
  } catch {
    return 'REPORT_FORM'
  }
}

/**
 * Stores the latest report of each kind for each device. Unchanged versions are not written. For unchanged
 * values, only the time of the last report is updated.
 */
export async function saveReports(tx: Tx, reports: readonly Report[]): Promise<void> {
  const newest = new Map<string, { id: string; versions?: JsonObject; info?: JsonObject }>()
  for (const { id, kind, value } of reports) newest.set(id, { ...newest.get(id), id, [kind]: value })
  const tenants = await findTenantsOf(tx, [...newest.keys()])
  const placed = [...tenants].map(([id, tenantId]) => ({ ...newest.get(id), tenant_id: tenantId }))
  const rows = await lockEach(tx, tenants, (isIn) => save(tx, placed, isIn))
  if (!rows.length) return
  const samples = rows
    .filter(({ due }) => due)
    .map(({ tenant_id, id }) => ({
      ...{ tenant_id, device_id: id },
      numbers: sampledNumbers(newest.get(id)?.info ?? {}),
    }))
  await addSamples(
    tx,
    samples.filter(({ numbers }) => Object.keys(numbers).length),
  )
  await publishDevices(tx, rows)
}

/** Stores the reports of the devices that `isIn` selects. */
async function save(tx: Tx, reports: readonly object[], isIn: IsIn) {
  const within = isIn('device')
  const due = sql`info is not null and (device.info_at < ${slotStart}) is not false`
  const { rows } = await sql<{ tenant_id: string; id: string; due: boolean }>`
    with reported as (
      select device.tenant_id, device.id, versions, info, ${due} as due,
        case when info is null then device.info_at else now() end as reported_at
      from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as reported(tenant_id uuid, id text, versions jsonb, info jsonb)
      join device on device.tenant_id = reported.tenant_id and device.id = reported.id
      where ${within} and (info is not null or device.version_map <> versions)
      order by device.id for update of device)
    update device set version_map = coalesce(versions, version_map), info_map = coalesce(info, info_map),
      info_at = reported_at
    from reported
    where ${within} and device.tenant_id = reported.tenant_id and device.id = reported.id
    returning device.tenant_id, device.id, due`.execute(tx)
  return rows
}
