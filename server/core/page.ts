import type { ObjectRef } from '@pothos/core'
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
import type { Tables } from '../db/tables.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { inOrder, isAfter, readCursor, type SortKey, signAlike, writeCursor } from './cursor.ts'
import { badInput } from './errors.ts'
import { integer, opaque, optional } from './input.ts'
import { type Asked, countUpTo, type Search, searchRows, selectKeys, shownCount } from './search/search.ts'

/** The arguments of every list. */
export const paging = {
  first: integer({ min: 0, max: 2 ** 31 - 1 }, 0),
  pageSize: integer({ min: 1, max: limits.page.max }, limits.page.size),
  after: optional(opaque(2_048)),
}

export interface PageArguments {
  first: number
  pageSize: number
  after?: string | null | undefined
  /** The count is not asked for. */
  uncounted?: true
}

/**
 * For all that a list's rows are read by: of a standby where there is one that is not behind what the caller knows. What the
 * caller may see is decided before, by the primary.
 */
export async function readList<T extends object>(
  { db, request }: Context,
  run: (query: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const { position } = request
  const read = position
    ? await db.readStandby(position, (query) => {
        signAlike(query, db.query)
        return run(query)
      })
    : undefined
  return read ?? run(db.query)
}

const counts = new Set(['count', 'countExact'])

/** Whether the query selects `count` or `countExact` of the page. Counting can cost more than reading the page. */
export function asksForCount({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
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

/** One page; `count` rows in all, at least so many where countExact is false. */
export interface Page<Row> {
  first: number
  pageSize: number
  count: number
  countExact: boolean
  /** The cursor of the next page; null on the last. A page that a search ended early has one and fewer rows. */
  next: string | null
  data: Row[]
  /** The ids of all that match, in the list's order; null where there are more than one may choose. */
  ids(db: Kysely<Tables>): Promise<string[] | null>
}

// biome-ignore lint/suspicious/noExplicitAny: whatever tables the list reads
type Selected<Row> = SelectQueryBuilder<any, any, Row>

/** A number of rows that is stored, and the filters that it follows. */
interface StoredCount {
  /** The exact number as an expression: `rowCount` of counts.ts. undefined: none is stored for these values. */
  rows: RawBuilder<number> | undefined
  /** The only filters by which the number is right; with any other filter the rows themselves are counted. */
  by: readonly string[]
}

interface List<Row> extends Selection<Row> {
  stored?: StoredCount
}

interface Selection<Row> {
  /** Its name, so that a cursor of another list is none of this one. */
  name: string
  /** What it selects from, with its conditions and without columns. */
  from: Selected<object>
  /** The last of them is the row's id, so that no two rows are equal. */
  keys: readonly SortKey[]
  /** Rows with their columns, of which a page takes those whose `ids` are the last of its keys. */
  rows: Selected<Row>
  ids: readonly Expression<unknown>[]
  /** Where its tables are distributed: the rows by the values of the last key, apart from the statement that finds the keys. */
  load?: ((ids: string[]) => Promise<ReadonlyMap<string, Row>>) | undefined
  counted?: RawBuilder<number> | undefined
  /** What is searched for, which is no condition of `from`. */
  search?: Search | undefined
}

/**
 * One page in one statement, however many rows it holds: their keys, the rows, the count; a search finds the keys before.
 * Throws BAD_INPUT for a cursor that is not of this list, and for an offset over 10,000, or 100,000 where their number is
 * kept: a cursor leads on from there. Behind the last row a page is empty.
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
  const asked = { from, keys, first, after: cursor?.values, size: pageSize + 1, uncounted }
  const searched = search && (await searchRows(db, search, { ...asked, uncounted: uncounted || !!counted }))
  const apart = list.load && (searched?.values ?? (await readKeys(db, list, asked)))
  const found = apart
    ? await loadRows(list, apart)
    : searched
      ? await readRows(db, list, searched.values.slice(0, pageSize))
      : await readKeysAndRows(db, list, asked)
  const values = searched?.values ?? apart ?? found.map((row) => row.keys_of_page)
  const last =
    values.length > pageSize
      ? { values: required(values[pageSize - 1], 'item of values'), first: first + pageSize }
      : searched?.stopped
  const total = async () => {
    if (searched && !counted) return { count: searched.count, countExact: searched.countExact }
    if (uncounted) return { count: 0, countExact: false }
    // Where there is no row to say it.
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

/** In one statement, or as many as a page that is searched for: what stops on its way has more than is known. */
/** Arguments that change which page is read, and not which rows there are. */
const pageOnly = ['first', 'pageSize', 'after', 'uncounted', 'sort', 'sorts']

/** Whether nothing filters the list but what its stored number follows. */
const isFollowed = (args: object, { by }: StoredCount): boolean =>
  Object.entries(args).every(
    ([name, value]) => value == null || value === '' || pageOnly.includes(name) || by.includes(name),
  )

async function readIds<Row>(db: Kysely<Tables>, list: Selection<Row>): Promise<string[] | null> {
  const { from, keys, search } = list
  const size = limits.chosen + 1
  const asked = { from, keys, first: 0, after: undefined, size, uncounted: true }
  const found: { values: readonly string[][]; stopped?: unknown } = search
    ? await searchRows(db, search, asked)
    : { values: await readKeys(db, list, asked) }
  return found.values.length < size && !found.stopped
    ? found.values.map((keys) => required(keys.at(-1), 'item of keys'))
    : null
}

/** What each row of a page has beside its own columns. */
interface PageColumns {
  keys_of_page: string[]
  count_of_page?: number
}

/**
 * Only keys are read of the rows that are passed over. Where the number is kept an index has the order, too, and one plan is
 * good for every value: with its size in the text the database keeps that plan, and does not make one at each call.
 */
function readKeysAndRows<Row>(
  db: Kysely<Tables>,
  list: Selection<Row>,
  { after, first, size, uncounted }: Asked,
) {
  const { from, keys, counted } = list
  let page = selectKeys(after ? from.where(isAfter(keys, after)) : from, keys).orderBy(inOrder(keys))
  if (first && !after) page = page.offset(first)
  const rows = rowsOf(db, list, page.limit(counted ? sql.lit(size) : size).as('page'))
  return (uncounted ? rows : rows.select(numberOf(from, counted).as('count_of_page'))).execute()
}

async function readKeys<Row>(db: Kysely<Tables>, { from, keys }: List<Row>, { after, first, size }: Asked) {
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

/** The rows with these values of their keys; without those that were deleted meanwhile. */
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
 * The list's rows that `page` has the keys of, in their order. OFFSET keeps each a look-up: a plan that is made for any value
 * takes an account's messages for few, and would go through all of them for each row of the page.
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

/** Exact, or, where it is not kept, at most one more than is counted. */
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

// biome-ignore lint/suspicious/noExplicitAny: a reference of any schema types, by its shape alone
type Ref<Shape> = ObjectRef<any, Shape>

/** `OperatorPage` for `Operator`; `chosen`: of its rows many can be changed at once, by their ids. */
export const pageOf = <Row>(row: Ref<Row>, name: string, { chosen = false } = {}): Ref<Page<Row>> =>
  builder.objectRef<Page<Row>>(name).implement({
    fields: (t) => ({
      first: t.exposeInt('first'),
      pageSize: t.exposeInt('pageSize'),
      count: t.exposeInt('count'),
      countExact: t.exposeBoolean('countExact'),
      next: t.exposeString('next', { nullable: true }),
      data: t.field({ type: [row] as never, resolve: (page) => page.data as never }),
      ...(chosen && {
        ids: t.field({
          type: ['ID'],
          nullable: true,
          description: `of all that match as of now, in this order; null where there are more than ${limits.chosen}`,
          resolve: async (page, _arguments, { db, budget }, info) => {
            const ids = await page.ids(db.query)
            budget?.spend(ids?.length ?? 0, info)
            return ids
          },
        }),
      }),
    }),
  }) as never
