import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { textSchema } from '../core/input.ts'
import { fromLocal, zoneOffset } from '../core/time/zone.ts'
import { organization } from '../testing/organizations.ts'
import { importer, last } from '../testing/transfer/files.ts'
import { isInstalled, savedByLibreOffice } from '../testing/transfer/programs.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests that importing an exported file changes nothing, whatever values the devices have.

const app = useApp()
const admin = useAdmin(app)

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns'] as const

/** Prefixes that a spreadsheet or the file reader could interpret as something other than text. */
const begins = [
  '',
  "'",
  "''",
  '=',
  '+',
  '-',
  '@',
  "'=",
  "''+",
  '\uff1d',
  "'#N/A",
  '_x0041_',
  '00',
  '1E5',
  '"',
  ',',
]
const wholes = [
  '#N/A',
  "'#REF!",
  'TRUE',
  '2026-01-02',
  '8:30',
  '30%',
  '=1+1',
  "'=1+1",
  '1,5',
  'sep=;',
  'a  b',
]

const name = textSchema(limits.name)
const text = fc
  .oneof(
    fc.constantFrom(...wholes),
    fc
      .tuple(fc.constantFrom(...begins), fc.string({ unit: 'grapheme', maxLength: 12 }))
      .map((both) => both.join('')),
  )
  .map((value) => v.safeParse(name, value))
  .filter(({ success }) => success)
  .map(({ output }) => output as string)

/**
 * Generates midnights, times in the repeated hour at the end of daylight saving time, ends of days, and other
 * times since 1970.
 */
const instant = (offset: (instant: number) => number) =>
  fc.oneof(
    fc.constantFrom(
      ...['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-11-01T03:45:00Z', '2026-11-01T04:45:00Z'],
      '2027-01-31T15:59:59.999Z',
    ),
    fc
      .integer({ min: 1, max: 30_000 })
      .map((days) => new Date(fromLocal(days * 86_400_000, offset)).toISOString()),
    fc
      .date({ min: new Date('1970-01-03'), max: new Date('2099-12-30'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  )

const device = (zone: string) =>
  fc.record({
    name: text,
    specification: fc.option(text),
    customer_name: fc.option(text),
    produced_at: fc.option(instant(zoneOffset(zone))),
    expired_at: fc.option(instant(zoneOffset(zone))),
  })

let run = 0

/** Creates an organization and inserts the devices into it. Returns the organization's id. */
async function insert(rows: readonly object[]): Promise<string> {
  run += 1
  const { id: tenantId } = await organization(app)
  const ids = ['=', '-', "'=", '00', '1E'].map((begin) => `${begin}${run}-`)
  await app.db.execute(
    `with made as (
       insert into device (tenant_id, id, name, status, specification, customer_name, produced_at, expired_at)
       select $1::uuid, r.id, r.name, 'PRODUCED', r.specification, r.customer_name, r.produced_at, r.expired_at
       from jsonb_to_recordset($2::jsonb) as r(id text, name text, specification text, customer_name text,
         produced_at timestamptz, expired_at timestamptz)
       returning id),
     presence as (insert into device_presence (tenant_id, id) select $1::uuid, id from made)
     insert into device_claim (tenant_id, id) select $1::uuid, id from made`,
    [
      tenantId,
      JSON.stringify(rows.map((row, index) => ({ ...row, id: `${ids[index % ids.length]}${index}` }))),
    ],
  )
  return tenantId
}

async function exported(tenantId: string, format: 'xlsx' | 'csv', timeZone: string): Promise<Buffer> {
  const response = await fetch(`${app.url}/api/export/devices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format, timeZone, variables: { tenantId } }),
  })
  return Buffer.from(await response.arrayBuffer())
}

async function expectUnchanged(content: Buffer, timeZone: string, rows: number): Promise<void> {
  const { result, problem } = last(await importer(app, 'devices', { timeZone }).upload(admin, content))
  expect(problem).toBeUndefined()
  expect(required(result, 'result').samples).toEqual({ created: [], changed: [], wrong: [] })
  expect(result).toMatchObject({ rows, unchanged: rows })
}

test.each(zones)('in time zone %s, importing an unchanged export changes nothing', async (zone) => {
  await fc.assert(
    fc.asyncProperty(fc.array(device(zone), { minLength: 20, maxLength: 60 }), async (rows) => {
      const tenantId = await insert(rows)
      for (const format of ['xlsx', 'csv'] as const)
        await expectUnchanged(await exported(tenantId, format, zone), zone, rows.length)
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

test.runIf(isInstalled('soffice'))(
  'importing an export changes nothing, even if LibreOffice has saved the file',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(device(zones[1]), { minLength: 60, maxLength: 60 }), async (rows) => {
        const content = await exported(await insert(rows), 'xlsx', zones[1])
        for (const type of ['xlsx', 'ods', 'xls'])
          await expectUnchanged(savedByLibreOffice(content, 'xlsx', type), zones[1], rows.length)
      }),
      { numRuns: 2, endOnFailure: true },
    )
  },
)
