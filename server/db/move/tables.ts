import { last, required } from '../../../contract/required.ts'
import type { Connection } from '../pool.ts'

/** A table that stores rows itself: a partition or an unpartitioned table. */
export interface Table {
  /** Qualified name, such as record.audit_event_2026_4. */
  name: string
  /** All columns except generated ones. */
  columns: string
  /** Size in database pages of 8 kB. */
  pages: number
  /**
   * Number of database pages that are copied at once: about 8 MB including TOAST data, but at least one page.
   */
  portion: number
  /** Parent table and bounds of a partition. Null for other tables. */
  parent: string | null
  bound: string | null
  /** Privileges of the table's owner. On the audit log, the owner has only some privileges. */
  rights: string
  /** Tables that this table references with foreign keys. */
  refersTo: string[]
}

type Query = Connection['query']

const nameOf = (relation: string) =>
  `(select format('%I.%I', nspname, relname) from pg_class join pg_namespace n on n.oid = relnamespace where pg_class.oid = ${relation})`

const userTables = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'moving')`

/** Returns all tables of a database. A referenced table comes before the tables that reference it. */
export async function readTables(query: Query): Promise<Table[]> {
  const rows = await select<Table>(
    query,
    `select format('%I.%I', n.nspname, c.relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages,
      greatest(1, 1024 * pg_relation_size(c.oid) / greatest(pg_table_size(c.oid), 1))::int as portion,
      (select ${nameOf('inhparent')} from pg_inherits where inhrelid = c.oid) as parent,
      pg_get_expr(c.relpartbound, c.oid) as bound,
      (select coalesce(string_agg(privilege_type, ', ' order by privilege_type), '')
        from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner)))
        where grantee = c.relowner and privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE')) as rights,
      array(select ${nameOf('confrelid')} from pg_constraint
        where contype = 'f' and conrelid = c.oid and confrelid <> c.oid) as "refersTo"
     from ${userTables} and c.relkind = 'r' order by 1`,
  )
  return inOrder(rows)
}

function inOrder(tables: Table[]): Table[] {
  const ordered = new Set<Table>()
  const visit = (table: Table, above: Table[]) => {
    if (ordered.has(table) || above.includes(table)) return
    for (const name of table.refersTo)
      for (const other of tables)
        if (other.name === name || other.parent === name) visit(other, [...above, table])
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered]
}

/** Returns the number of rows of a table and a checksum that does not depend on their order. */
export async function sumOf(query: Query, { name, columns }: Table): Promise<{ rows: number; sum: string }> {
  const [found] = await select<{ rows: number; sum: string }>(
    query,
    `select count(*)::float8 as rows,
       coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text as sum from only ${name}`,
  )
  return required(found, 'found')
}

/** Returns the current values of all sequences. */
export const readSequences = (query: Query): Promise<{ name: string; value: string }[]> =>
  select(
    query,
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where last_value is not null and schemaname !~ '^pg_'`,
  )

export async function select<Row>(query: Query, text: string, params?: unknown[]): Promise<Row[]> {
  const result = await query(text, params)
  return (Array.isArray(result) ? last(result, 'result') : result).rows as Row[]
}
