import type { ObjectRef } from '@pothos/core'
import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tables } from '../db/tables.ts'
import { builder } from './builder.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { badInput } from './errors.ts'
import { integer, opaque, optional } from './input.ts'

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
  /** The cursor of the next page; null on the last. */
  next: string | null
  data: Row[]
}

/** What a list is sorted by. No value of it is ever null. */
export interface SortKey {
  value: RawBuilder<unknown> | Expression<unknown>
  /** Its SQL type: a cursor holds the value as that type's text. */
  type: 'text' | 'timestamptz' | 'uuid'
  order: 'asc' | 'desc'
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
}

/**
 * One page in three statements, however many rows it holds: the keys, their rows, the count. Throws BAD_INPUT for a
 * cursor that is not of this list, and for an offset over 10,000, or 100,000 where their number is kept: a cursor leads
 * on from there. Behind the last row a page is empty.
 */
export async function readPage<Row>(
  db: Kysely<Tables>,
  args: PageArguments,
  { name, from, keys, rows, counted }: List<Row>,
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

  let page = from as SelectQueryBuilder<Record<string, never>, never, Record<string, string>>
  if (cursor) page = page.where(isAfter(keys, cursor.values))
  for (const [index, { value, order }] of keys.entries()) {
    page = page
      .select(sql<string>`${value}::text`.as(`key${index}`) as never)
      .orderBy(sql`${value}`, order) as typeof page
  }
  if (!cursor) page = page.offset(first)
  const found = (await page.limit(pageSize + 1).execute()) as Record<string, string>[]

  const values = found.map((row) => keys.map((_, index) => row[`key${index}`]!))
  const shown = values.slice(0, pageSize)
  const ids = shown.map((value) => value.at(-1)!)
  const more = values.length > pageSize
  const byId = ids.length ? await rows(ids) : new Map<string, Row>()
  return {
    first,
    pageSize,
    ...(args.uncounted ? { count: 0, countExact: false } : await countList(db, from, counted)),
    next: more ? await writeCursor(db, sorting, { first: first + pageSize, values: shown.at(-1)! }) : null,
    data: ids.flatMap((id) => byId.get(id) ?? []),
  }
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

/** Rows behind the cursor; as one comparison of rows where all keys have one order, which an index answers. */
function isAfter(keys: readonly SortKey[], values: readonly string[]) {
  const all = keys.map(({ value, type, order }, index) => ({
    value,
    order,
    given: sql`${values[index]}::text::${sql.raw(type)}`,
  }))
  const beyond = (order: SortKey['order']) => sql.raw(order === 'desc' ? '<' : '>')
  if (all.every(({ order }) => order === all[0]!.order)) {
    const [own, given] = [sql.join(all.map(({ value }) => value)), sql.join(all.map((key) => key.given))]
    return sql<boolean>`(${own}) ${beyond(all[0]!.order)} (${given})`
  }
  const cases = all.map(({ value, order, given }, index) => {
    const before = all.slice(0, index).map((key) => sql`${key.value} = ${key.given} and `)
    return sql`(${sql.join(before, sql``)}${value} ${beyond(order)} ${given})`
  })
  return sql<boolean>`(${sql.join(cases, sql` or `)})`
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

/** Searching by a part of a name, as the indexes of migration 5 have it. `%`, `_` and `\` in the words are letters. */
export const nameContains = (column: string, words: string) =>
  sql<boolean>`search_form(${sql.ref(column)}) like search_pattern(${words})`
