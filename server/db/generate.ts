import { readFile, writeFile } from 'node:fs/promises'
import { PostgresDialect as GeneratorDialect, generate } from 'kysely-codegen'
import type { Database } from './open.ts'

const file = new URL('./tables.ts', import.meta.url)

/** Returns the content of tables.ts for a migrated database. */
export async function generateTables(db: Database): Promise<string> {
  const generated = await generate({
    db: db.query as never,
    dialect: new GeneratorDialect(),
    outFile: null,
    singularize: false,
    // Excludes partitions of the audit log and of events, and tables of Citus.
    excludePattern: '{record.*,feed.*,*.citus_*,*.device_count_change}',
    // The column types are the same as in values.ts. jsonb is written as text, because the driver would
    // convert a JavaScript array to an SQL array.
    typeMapping: {
      int8: 'number',
      numeric: 'string',
      date: 'string',
      interval: 'string',
      jsonb: 'ColumnType<unknown, string, string>',
    },
  })
  const types = generated.replace('export interface DB {', 'export interface Tables {')
  return `${types}\n${columnNames(types)}`
}

/** Returns the TypeScript source of a constant with the column names of each table. */
function columnNames(types: string): string {
  const columns = new Map(
    [...types.matchAll(/export interface (\w+) \{\n(.*?)\n\}/gs)].map(([, name, body = '']) => [
      name,
      [...body.matchAll(/^ {2}(\S+): (\w+)/gm)].map(([, column, type]) => ({ column, type })),
    ]),
  )
  const lines = columns.get('Tables')?.map(
    ({ column: table, type }) =>
      `${table}: '${columns
        .get(type)
        ?.map(({ column }) => column)
        .join(' ')}',\n`,
  )
  return `export const columnNames: Readonly<Record<keyof Tables, string>> = {\n${lines?.join('')}}\n`
}

/** Rewrites tables.ts. Returns true if it was out of date. */
export async function writeTables(db: Database): Promise<boolean> {
  const tables = await generateTables(db)
  if ((await readFile(file, 'utf8')) === tables) return false
  await writeFile(file, tables)
  return true
}
