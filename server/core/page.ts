import type { ObjectRef } from '@pothos/core'
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tables } from '../db/tables.ts'
import { builder } from './builder.ts'
import { isAfter, readCursor, type SortKey, writeCursor } from './cursor.ts'
import { badInput } from './errors.ts'
import { integer, opaque, optional } from './input.ts'
import { type Asked, type Search, searchRows } from './search/search.ts'

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

/** One page; `count` rows in all, at least so many where countExact is false. */
export interface Page<Row> {
  first: number
  pageSize: number
  count: number
  countExact: boolean
  /** The cursor of the next page; null on the last. A page that a search ended early has one and fewer rows. */
  next: string | null
  data: Row[]
}

// biome-ignore lint/suspicious/noExplicitAny: whatever tables the list reads
type Filtered = SelectQueryBuilder<any, any, object>

interface List<Row> {
  /** Its name, so that a cursor of another list is none of this one. */
  name: string
  /** What it selects from, with its conditions and without columns. */
  from: Filtered
  /** The last of them is the row's id, so that no two rows are equal. */
  keys: readonly SortKey[]
  /** The rows of these ids, in any order. */
  rows(ids: readonly string[]): Promise<Map<string, Row>>
  /** The exact number of rows as an expression, where it is kept: `rowCount` of counts.ts. */
  counted?: RawBuilder<number> | undefined
  /** What is searched for, which is no condition of `from`. */
  search?: Search | undefined
}

/**
 * One page in three statements, however many rows it holds: the keys, their rows, the count. Throws BAD_INPUT for a
 * cursor that is not of this list, and for an offset over 10,000, or 100,000 where their number is kept: a cursor leads
 * on from there. Behind the last row a page is empty.
 */
export async function readPage<Row>(
  db: Kysely<Tables>,
  args: PageArguments,
  { name, from, keys, rows, counted, search }: List<Row>,
): Promise<Page<Row>> {
  const { pageSize } = args
  const sorting = `${name} ${keys.map(({ type, order }) => `${type} ${order}`).join()}`
  const cursor = args.after == null ? null : await readCursor(db, sorting, args.after)
  const first = cursor?.first ?? args.first
  const max = counted ? limits.page.far : limits.page.offset
  if (!cursor && first > max) {
    const total = counted && (await countList(db, from, counted))
    if (!total || first < total.count) throw badInput({ first: ['page.offset', { max }] })
    return { first, pageSize, ...total, next: null, data: [] }
  }

  const asked = { from, keys, first, after: cursor?.values, size: pageSize + 1 }
  const searched = search && (await searchRows(db, search, { ...asked, uncounted: args.uncounted === true }))
  const values = searched?.values ?? (await readKeys(asked))
  const shown = values.slice(0, pageSize)
  const ids = shown.map((value) => value.at(-1)!)
  const last =
    values.length > pageSize ? { values: shown.at(-1)!, first: first + pageSize } : searched?.stopped
  const byId = ids.length ? await rows(ids) : new Map<string, Row>()
  return {
    first,
    pageSize,
    ...(searched
      ? { count: searched.count, countExact: searched.countExact }
      : args.uncounted
        ? { count: 0, countExact: false }
        : await countList(db, from, counted)),
    next: last ? await writeCursor(db, sorting, last) : null,
    data: ids.flatMap((id) => byId.get(id) ?? []),
  }
}

async function readKeys({ from, keys, first, after, size }: Omit<Asked, 'uncounted'>): Promise<string[][]> {
  let page = from as SelectQueryBuilder<Record<string, never>, never, Record<string, string>>
  if (after) page = page.where(isAfter(keys, after))
  for (const [index, { value, order }] of keys.entries()) {
    page = page
      .select(sql<string>`${value}::text`.as(`key${index}`) as never)
      .orderBy(sql`${value}`, order) as typeof page
  }
  if (!after) page = page.offset(first)
  const found = (await page.limit(size).execute()) as Record<string, string>[]
  return found.map((row) => keys.map((_, index) => row[`key${index}`]!))
}

async function countList(
  db: Kysely<Tables>,
  from: Filtered,
  counted: RawBuilder<number> | undefined,
): Promise<{ count: number; countExact: boolean }> {
  if (counted) {
    const { rows } = await sql<{ count: number }>`select ${counted} as count`.execute(db)
    return { count: rows[0]!.count, countExact: true }
  }
  const most = limits.page.offset
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${from.select(sql`1`.as('one') as never).limit(most + 1)}) as counted`.execute(
    db,
  )
  const count = rows[0]!.count
  return { count: Math.min(count, most), countExact: count <= most }
}

// biome-ignore lint/suspicious/noExplicitAny: a reference of any schema types, by its shape alone
type Ref<Shape> = ObjectRef<any, Shape>

/** `OperatorPage` for `Operator`. */
export const pageOf = <Row>(row: Ref<Row>, name: string): Ref<Page<Row>> =>
  builder.objectRef<Page<Row>>(name).implement({
    fields: (t) => ({
      first: t.exposeInt('first'),
      pageSize: t.exposeInt('pageSize'),
      count: t.exposeInt('count'),
      countExact: t.exposeBoolean('countExact'),
      next: t.exposeString('next', { nullable: true }),
      data: t.field({ type: [row] as never, resolve: (page) => page.data as never }),
    }),
  }) as never
