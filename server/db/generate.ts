import { readFile, writeFile } from 'node:fs/promises'
import { PostgresDialect as GeneratorDialect, generate } from 'kysely-codegen'
import type { Database } from './open.ts'

const file = new URL('./tables.ts', import.meta.url)

/** The TypeScript of tables.ts for a migrated database. */
export async function generateTables(db: Database): Promise<string> {
  const generated = await generate({
    db: db.query as never,
    dialect: new GeneratorDialect(),
    outFile: null,
    singularize: false,
    // The quarters of the audit log, the days of events, and what Citus adds.
    excludePattern: '{record.*,feed.*,*.citus_*,*.device_count_change}',
    // As values.ts gives them. jsonb is written as text, or the driver would take an array for one of SQL's.
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

/** Returns the TypeScript of a constant with the column names of each table. */
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

/** Rewrites tables.ts; true where it was not current. */
export async function writeTables(db: Database): Promise<boolean> {
  const tables = await generateTables(db)
  if ((await readFile(file, 'utf8')) === tables) return false
  await writeFile(file, tables)
  return true
}
