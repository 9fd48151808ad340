import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql'
import {
  type AliasedExpression,
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { isDistributed } from '../db/citus/distributed.ts'
import type { Tables } from '../db/tables.ts'
import type { Context } from './context.ts'
import { inOrder, isAfter, readCursor, type SortKey, shareSigner, writeCursor } from './cursor.ts'
import { badInput } from './errors.ts'
import { integer, opaque, optional } from './input.ts'
import {
  countUpTo,
  type PageRequest,
  type Search,
  searchRows,
  selectKeys,
  shownCount,
} from './search/search.ts'

/** GraphQL arguments that every list has. */
export const paging = {
  first: integer({ min: 0, max: 2 ** 31 - 1 }, 0),
  pageSize: integer({ min: 1, max: limits.page.max }, limits.page.size),
  after: optional(opaque(2_048)),
}

export interface PageArguments {
  first: number
  pageSize: number
  after?: string | null | undefined
  /** Whether to omit the total number of rows. */
  uncounted?: true
}

/**
 * Runs the queries of a list on a standby if the standby has replayed everything that the caller has already
 * seen. Permissions have already been checked on the primary.
 */
export async function readList<T extends object>(
  { db, request }: Context,
  run: (query: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { position } = request
  const read = position
    ? await db.readStandby(position, (query) => {
        shareSigner(query, db.query)
        return run(query)
      })
    : undefined
  return read ?? run(db.query)
}

const counts = new Set(['count', 'countExact'])

/** Whether the query selects `count` or `countExact` of the page. Counting can cost more than reading the page. */
export function selectsCount({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const isIn = ({ selectionSet }: { selectionSet?: SelectionSetNode | undefined }): boolean =>
    selectionSet?.selections.some((each) =>
      each.kind === 'Field'
        ? counts.has(each.name.value)
        : isIn(
            each.kind === 'FragmentSpread' ? required(fragments[each.name.value], 'item of fragments') : each,
          ),
    ) ?? false
  return fieldNodes.some(isIn)
}

/** One page of a list. `count` is the total number of rows, or a lower bound if countExact is false. */
export interface Page<Row> {
  first: number
  pageSize: number
  count: number
  countExact: boolean
  /**
   * Cursor of the next page, or null on the last page. If a search ended early, the page has a cursor
   * although it is not full.
   */
  next: string | null
  data: Row[]
  /**
   * Returns the ids of all matching rows in the list's order, or null if there are more than a client can
   * select at once.
   */
  ids(db: Kysely<Tables>): Promise<string[] | null>
}

// biome-ignore lint/suspicious/noExplicitAny: whatever tables the list reads
type Selected<Row> = SelectQueryBuilder<any, any, Row>

/** A stored row count, and the filters for which it is valid. */
interface StoredCount {
  /**
   * SQL expression for the exact row count, from `rowCount` of counts.ts. Undefined if no count is stored for
   * the filter values.
   */
  rows: RawBuilder<number> | undefined
  /** Names of the filters for which the row count is valid. With any other filter, the rows are counted. */
  by: readonly string[]
}

interface List<Row> extends Selection<Row> {
  stored?: StoredCount
}

interface Selection<Row> {
  /**
   * Name of the list. The signature of a cursor covers the name, so a cursor is not valid for other lists.
   */
  name: string
  /** Query with the list's tables and conditions, without columns. */
  from: Selected<object>
  /** Sort keys. The last key is the row's id, so that the order is unique. */
  keys: readonly SortKey[]
  /** Query for the rows with their columns. A page contains the rows whose `ids` equal the last sort keys. */
  rows: Selected<Row>
  ids: readonly Expression<unknown>[]
  /**
   * Loads the rows by the values of the last sort key, in a separate statement. Used for distributed tables.
   */
  load?: ((ids: string[]) => Promise<ReadonlyMap<string, Row>>) | undefined
  counted?: RawBuilder<number> | undefined
  /** Text search of the list. `from` does not contain the condition of the search. */
  search?: Search | undefined
}

/**
 * Reads the keys, rows and row count of one page with one statement. A search first finds the keys with its
 * own statements. Throws BAD_INPUT for a cursor of another list, and for an offset over 10,000 (100,000 if
 * the row count is stored), beyond which callers must use cursors. A page after the last row is empty.
 */
export async function readPage<Row>(
  db: Kysely<Tables>,
  args: PageArguments,
  { stored, ...selection }: List<Row>,
): Promise<Page<Row>> {
  const list = { ...selection, counted: stored && isFollowed(args, stored) ? stored.rows : undefined }
  const { pageSize } = args
  const { name, from, keys, counted, search } = list
  const sorting = `${name} ${keys.map(({ type, order }) => `${type} ${order}`).join()}`
  const cursor = args.after == null ? null : await readCursor(db, sorting, args.after)
  const first = cursor?.first ?? args.first
  const ids = (db: Kysely<Tables>) => readIds(db, list)
  const max = counted ? limits.page.far : limits.page.offset
  if (!cursor && first > max) {
    const total = counted && (await countList(db, from, counted))
    if (!total || first < total.count) throw badInput({ first: ['page.offset', { max }] })
    return { first, pageSize, ...total, next: null, data: [], ids }
  }

  const uncounted = args.uncounted === true
  const pageRequest = { from, keys, first, after: cursor?.values, size: pageSize + 1, uncounted }
  const searched =
    search && (await searchRows(db, search, { ...pageRequest, uncounted: uncounted || !!counted }))
  const apart =
    list.load && isDistributed(db) ? (searched?.values ?? (await readKeys(db, list, pageRequest))) : undefined
  const found = apart
    ? await loadRows(list, apart)
    : searched
      ? await readRows(db, list, searched.values.slice(0, pageSize))
      : await readKeysAndRows(db, list, pageRequest)
  const values = searched?.values ?? apart ?? found.map((row) => row.keys_of_page)
  const last =
    values.length > pageSize
      ? { values: required(values[pageSize - 1], 'item of values'), first: first + pageSize }
      : searched?.stopped
  const total = async () => {
    if (searched && !counted) return { count: searched.count, countExact: searched.countExact }
    if (uncounted) return { count: 0, countExact: false }
    // The statement returns the row count in each row of the page. An empty page therefore contains no row
    // count.
    const count = found[0]?.count_of_page
    return count === undefined ? await countList(db, from, counted) : exactly(count, counted)
  }
  return {
    first,
    pageSize,
    ...(await total()),
    next: last ? await writeCursor(db, sorting, last) : null,
    data: found.slice(0, pageSize),
    ids,
  }
}

/** Arguments that select the page but do not filter rows. */
const pageOnly = ['first', 'pageSize', 'after', 'uncounted', 'sort', 'sorts']

/** Whether the stored row count is valid for all filters that are set. */
const isFollowed = (args: object, { by }: StoredCount): boolean =>
  Object.entries(args).every(
    ([name, value]) => value == null || value === '' || pageOnly.includes(name) || by.includes(name),
  )

async function readIds<Row>(db: Kysely<Tables>, list: Selection<Row>): Promise<string[] | null> {
  const { from, keys, search } = list
  const size = limits.chosen + 1
  const pageRequest = { from, keys, first: 0, after: undefined, size, uncounted: true }
  const found: { values: readonly string[][]; stopped?: unknown } = search
    ? await searchRows(db, search, pageRequest)
    : { values: await readKeys(db, list, pageRequest) }
  return found.values.length < size && !found.stopped
    ? found.values.map((keys) => required(keys.at(-1), 'item of keys'))
    : null
}

/** Additional columns in each row of a page. */
interface PageColumns {
  keys_of_page: string[]
  count_of_page?: number
}

/**
 * Reads one page. For rows before the page, reads only the keys. If the row count is stored, the list has an
 * index for its sort order, and the same query plan suits all parameter values. The page size is then a
 * literal, so that PostgreSQL caches the plan.
 */
function readKeysAndRows<Row>(
  db: Kysely<Tables>,
  list: Selection<Row>,
  { after, first, size, uncounted }: PageRequest,
) {
  const { from, keys, counted } = list
  let page = selectKeys(after ? from.where(isAfter(keys, after)) : from, keys).orderBy(inOrder(keys))
  if (first && !after) page = page.offset(first)
  const rows = rowsOf(db, list, page.limit(counted ? sql.lit(size) : size).as('page'))
  return (uncounted ? rows : rows.select(numberOf(from, counted).as('count_of_page'))).execute()
}

async function readKeys<Row>(
  db: Kysely<Tables>,
  { from, keys }: List<Row>,
  { after, first, size }: PageRequest,
) {
  let page = selectKeys(after ? from.where(isAfter(keys, after)) : from, keys)
    .orderBy(inOrder(keys))
    .limit(size)
  if (first && !after) page = page.offset(first)
  const texts = keys.map((_, index) => sql`${sql.ref(`page.key${index}`)}::text`)
  const { rows } = await sql<{ values: string[] }>`
    select json_build_array(${sql.join(texts)}) as values from (${page}) as page
    order by ${inOrder(keys.map((key, index) => ({ ...key, value: sql.ref(`page.key${index}`) })))}`.execute(
    db,
  )
  return rows.map(({ values }) => values)
}

async function loadRows<Row>(
  { load }: List<Row>,
  values: readonly string[][],
): Promise<(Row & PageColumns)[]> {
  if (!values.length) return []
  const rows = await required(load, 'load')(values.map((keys) => required(keys.at(-1), 'item of keys')))
  return values.flatMap((keys) => {
    const row = rows.get(required(keys.at(-1), 'item of keys'))
    return row ? [{ ...row, keys_of_page: keys }] : []
  })
}

/** Returns the rows with these key values. Omits rows that were deleted after the keys were read. */
async function readRows<Row>(db: Kysely<Tables>, list: Selection<Row>, values: readonly string[][]) {
  if (!values.length) return []
  const columns = list.keys.map(
    ({ type }, index) =>
      sql`${values.map((row) => required(row[index], 'item of row'))}::text[]::${sql.raw(type)}[]`,
  )
  const names = list.keys.map((_, index) => sql.ref(`key${index}`))
  const page = sql<object>`unnest(${sql.join(columns)})`.as<'page'>(sql`page(${sql.join(names)})`)
  return await rowsOf(db, list, page).execute()
}

/**
 * Returns the query for the list's rows with the keys in `page`, in their order. OFFSET 0 forces one lookup
 * per key. Without it, PostgreSQL could, for example, underestimate how many messages an account has, and
 * scan all of them for each row of the page.
 */
function rowsOf<Row>(
  db: Kysely<Tables>,
  { keys, rows, ids }: List<Row>,
  page: AliasedExpression<object, 'page'>,
): Selected<Row & PageColumns> {
  const key = (index: number) => sql.ref(`page.key${index}`)
  const own = ids.map((id, index) => sql`${id} = ${key(keys.length - ids.length + index)}`)
  const row = rows.where(sql<boolean>`${sql.join(own, sql` and `)}`).offset(0)
  const texts = keys.map((_, index) => sql`${key(index)}::text`)
  return db
    .selectFrom(page)
    .innerJoinLateral(row.as('row'), (join) => join.onTrue())
    .selectAll('row' as never)
    .select(sql<string[]>`json_build_array(${sql.join(texts)})`.as('keys_of_page'))
    .orderBy(inOrder(keys.map((each, index) => ({ ...each, value: key(index) })))) as never
}

/**
 * Returns the SQL expression for the stored row count. If no count is stored, the expression counts the rows,
 * up to one more than the largest offset.
 */
const numberOf = (from: Selected<object>, counted: RawBuilder<number> | undefined): RawBuilder<number> =>
  counted ?? countUpTo(from, limits.page.offset + 1)

const exactly = (count: number, counted: RawBuilder<number> | undefined) =>
  counted ? { count, countExact: true } : shownCount(count, true)

async function countList(
  db: Kysely<Tables>,
  from: Selected<object>,
  counted: RawBuilder<number> | undefined,
): Promise<{ count: number; countExact: boolean }> {
  const { rows } = await sql<{ count: number }>`select ${numberOf(from, counted)} as count`.execute(db)
  return exactly(required(rows[0], 'item of rows').count, counted)
}
