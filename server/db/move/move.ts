import { required } from '../../../contract/required.ts'
import { unfinishedMove } from '../migrate.ts'
import type { Database } from '../open.ts'
import type { Connection } from '../pool.ts'
import { copyIn, copyOut } from './copy.ts'
import { readSequences, readTables, select, sumOf, type Table } from './tables.ts'

interface Options {
  /** Creates missing tables in the target. */
  prepare(): Promise<void>
  onProgress(text: string): void
}

export interface MoveResult {
  tables: number
  rows: number
  /** Average number of rows per second since the start of this run. */
  rowsPerSecond: number
}

/**
 * Copies an embedded database into an empty PostgreSQL database: rows, sequences, partitions and their
 * privileges. No server may have the embedded database open. An interrupted move can be continued, because
 * the progress of each table is stored with its rows in the schema "moving" of the target. No server starts
 * on the target while this schema exists. At the end, the rows and checksums of both databases are compared.
 */
export const moveDatabase = (source: Database, target: Database, options: Options): Promise<MoveResult> =>
  source.hold(async (from) => {
    await markTarget(from, target)
    await options.prepare()
    return target.hold((to) => copyAll(from, to, options))
  })

/**
 * Marks an empty database as the target of this move. Accepts a database that this move has already marked.
 */
async function markTarget({ query: ask }: Connection, target: Database): Promise<void> {
  const [source] = await select<{ id: string }>(
    ask,
    'select applied_at::text as id from migration where version = 1',
  )
  const going = await unfinishedMove(target)
  await target.hold(async ({ query }) => {
    if (going) {
      const [mark] = await select<{ id: string }>(query, 'select id from moving.source')
      if (mark?.id === required(source, 'source').id) return
      throw new Error(
        'The target contains an unfinished move of another database. Create a new database for this move.',
      )
    }
    const [{ count } = { count: 0 }] = await select<{ count: number }>(
      query,
      `select count(*)::int as count from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'`,
    )
    if (count) throw new Error('The target is not empty. Create a new database for the move.')
    await query(
      `create schema moving;
       create table moving.source (id text not null);
       create table moving.progress (name text primary key, page integer not null, done boolean not null);`,
    )
    await query('insert into moving.source values ($1)', [required(source, 'source').id])
  })
}

async function copyAll(from: Connection, to: Connection, { onProgress }: Options): Promise<MoveResult> {
  const tables = await readTables(from.query)
  const present = new Map((await readTables(to.query)).map((table) => [table.name, table]))
  const begin = performance.now()
  let copied = 0
  for (const table of tables) {
    if (!present.has(table.name)) await makePartition(to, table)
    await copyTable(from, to, table, (rows, share) => {
      copied += rows
      onProgress(`${table.name}: ${Math.round(100 * share)} %, ${speed(copied, begin)} rows per second`)
    })
  }
  const rowsPerSecond = speed(copied, begin)
  for (const { name, value } of await readSequences(from.query))
    await to.query('select setval($1::regclass, $2::bigint)', [name, value])
  const rows = await compare(from, to, tables, onProgress)
  onProgress('Gathering statistics')
  await to.query('analyze')
  await to.query('drop schema moving cascade')
  return { tables: tables.length, rows, rowsPerSecond }
}

const speed = (rows: number, begin: number) => Math.round((1_000 * rows) / (performance.now() - begin))

/** Creates a partition for a past period, because migrations create only the current partitions. */
async function makePartition({ query }: Connection, { name, parent, bound, rights }: Table): Promise<void> {
  if (!parent)
    throw new Error(`The target has no table ${name}. Its migrations differ from those of the source.`)
  const taken = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'].filter((right) => !rights.includes(right))
  await query(
    `begin; create table ${name} partition of ${parent} ${bound};
     ${taken.length ? `revoke ${taken.join(', ')} on ${name} from current_user;` : ''} commit`,
  )
}

/**
 * Copies a table in portions of database pages. Each portion and its progress are stored in one transaction.
 * Triggers are disabled, because the rows that they would write are copied, too.
 */
async function copyTable(
  from: Connection,
  to: Connection,
  { name, columns, pages, portion }: Table,
  onRows: (rows: number, share: number) => void,
): Promise<void> {
  const [progress] = await select<{ page: number; done: boolean }>(
    to.query,
    'select page, done from moving.progress where name = $1',
    [name],
  )
  if (progress?.done) return
  const read = (page: number) =>
    copyOut(
      required(from.client, 'client'),
      `copy (select ${columns} from only ${name} where ctid >= '(${page},0)' and ctid < '(${page + portion},0)') to stdout`,
    )
  let next = read(progress?.page ?? 0)
  for (let page = progress?.page ?? 0; page === 0 || page < pages; page += portion) {
    const rows = await next
    const done = page + portion >= pages
    // Reads the next rows while the target writes the current ones.
    if (!done) next = read(page + portion)
    next.catch(() => {})
    await to.query(`begin; alter table ${name} disable trigger user`)
    try {
      // Deletes rows that migrations of the target have inserted into the table.
      if (page === 0 && (await select(to.query, `select from only ${name} limit 1`)).length)
        await to.query(`set constraints all immediate; delete from only ${name}`)
      if (rows.length)
        await copyIn(required(to.client, 'client'), `copy ${name} (${columns}) from stdin`, rows)
      await to.query(
        `insert into moving.progress (name, page, done) values ($1, $2, $3)
         on conflict (name) do update set page = excluded.page, done = excluded.done`,
        [name, page + portion, done],
      )
      // Runs deferred constraint checks first, because a table with pending checks cannot be altered.
      await to.query(`set constraints all immediate; alter table ${name} enable trigger user; commit`)
    } catch (error) {
      await to.query('rollback').catch(() => {})
      throw error
    }
    onRows(linesIn(rows), Math.min(1, (page + portion) / Math.max(1, pages)))
  }
}

function linesIn(rows: Buffer): number {
  let lines = 0
  for (let at = rows.indexOf(10); at >= 0; at = rows.indexOf(10, at + 1)) lines++
  return lines
}

/** Returns the number of rows in all tables. Throws if the databases differ. */
async function compare(from: Connection, to: Connection, tables: Table[], onProgress: Options['onProgress']) {
  const rights = new Map((await readTables(to.query)).map((table) => [table.name, table.rights]))
  const differing: string[] = []
  let rows = 0
  for (const table of tables) {
    onProgress(`Comparing ${table.name}`)
    const [here, there] = await Promise.all([sumOf(from.query, table), sumOf(to.query, table)])
    rows += here.rows
    if (here.rows !== there.rows)
      differing.push(`${table.name} has ${there.rows} instead of ${here.rows} rows`)
    else if (here.sum !== there.sum) differing.push(`${table.name} has different rows`)
    if (rights.get(table.name) !== table.rights) differing.push(`${table.name} has different privileges`)
  }
  if (!differing.length) return rows
  throw new Error(
    `The target differs from the source: ${differing.join('; ')}. ` +
      'A server may have been started during the move. Create a new database and move into it.',
  )
}
