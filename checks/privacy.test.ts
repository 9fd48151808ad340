import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountIds, impersonal } from '../contract/privacy/impersonal.ts'
import { privacyPages } from '../contract/privacy/page.ts'
import { register } from '../contract/privacy/register.ts'
import { required } from '../contract/required.ts'
import { root } from './sources.ts'

/** The columns of each table after all migrations. */
const tables = tablesOf(readFileSync(join(root, 'server/db/tables.ts'), 'utf8'))

/** Whether a table belongs to Reeve. The other tables belong to the job queue. */
const ours = (table: string) => !table.includes('.')

function tablesOf(generated: string): Map<string, string[]> {
  const interfaces = new Map(
    [...generated.matchAll(/export interface (\w+) \{\n(.*?)\n\}/gs)].map(([, name, body]) => [
      required(name, 'name'),
      [...required(body, 'body').matchAll(/^ {2}(\w+): (.*);$/gm)].map(
        ([, column, type]) => [required(column, 'column'), required(type, 'type')] as const,
      ),
    ]),
  )
  return new Map(
    required(interfaces.get('Tables'), 'Tables').map(([table, type]) => [
      table,
      required(interfaces.get(type), 'item of interfaces').map(([column]) => column),
    ]),
  )
}

/**
 * Returns the columns that migrations declare as impersonal. A declaration has the form `-- impersonal: TABLE
 * COLUMN COLUMN`.
 */
function impersonalInMigrations(): [table: string, columns: string][] {
  const folder = join(root, 'server/db/migrations')
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^-- impersonal: (\w+) (.+)$/gm)].map(
      ([, table = '', columns = '']): [string, string] => [table, columns],
    ),
  )
}

/** All declared columns as `table.column`, including duplicates. */
const named = [
  ...register.map(({ table, columns }) => [table, columns] as const),
  ...Object.entries(accountIds),
  ...Object.entries(impersonal),
  ...impersonalInMigrations(),
]
  .filter(([table]) => ours(table))
  .flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`))

test('each column is either in the register of personal data or declared as impersonal', () => {
  const there = [...tables].flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
  expect(there.length).toBeGreaterThan(300)
  const unknown = there.filter((column) => !named.includes(column))
  expect(
    unknown,
    'Describe these columns in contract/privacy/register.ts if they hold personal data; otherwise write “-- impersonal: TABLE COLUMN …” into their migration. Then run npm run generate',
  ).toEqual([])
  expect(
    named.filter((column) => !there.includes(column)),
    'These columns no longer exist: remove them from contract/privacy',
  ).toEqual([])
})

test('each column is declared only once as personal or impersonal', () => {
  const repeated = named.filter((column, index) => named.indexOf(column) !== index)
  expect(repeated).toEqual([])
})

test('each entry in the register of personal data states when the data is deleted', () => {
  for (const { table, columns, ends, period, of } of register) {
    expect(ends.length || period, `${table}: ${columns}`).toBeTruthy()
    // `of` is the column that contains the account id. When an account is closed, its rows in this table are
    // found by this column and deleted.
    if (of) expect(ends, table).toContain('account')
    for (const column of [of, period?.from])
      if (column) expect(tables.get(table), `${table}.${column}`).toContain(column)
  }
})

test.each(Object.entries(privacyPages()))(
  '%s matches the register of personal data (npm run generate)',
  (path, content) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(content)
  },
)
