import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { isDistributed } from '../../db/citus/distributed.ts'
import { planEachTimeMarker } from '../../db/pool.ts'
import type { Tables } from '../../db/tables.ts'
import { inOrder, isAfter, type SortKey } from '../cursor.ts'

// docs/decisions/011-search.md explains how the search works and how these limits were chosen.

/** Limits of each search strategy, in rows. */
export const bounds = {
  /** A search starts with an index lookup if it reads at most this many rows, otherwise with a scan. */
  rare: 12_800,
  /** If a scan has found too few matches, an index lookup follows only if it reads fewer rows than this. */
  bearable: 128_000,
  /** Maximum number of matches that a lookup collects. This is also the highest exact count. */
  collected: limits.page.offset as number,
  /** Maximum number of rows that a scan tests. Reduced to a third if `joined` is true. */
  walked: 50_000,
  /** Maximum number of rows to scan when counting the matches of a search that no index supports. */
  counted: 10_000,
}

// biome-ignore lint/suspicious/noExplicitAny: whatever tables the list reads
export type Rows = any

/** A way to find matches with an index. */
export interface LookupStrategy {
  /** Returns the SQL expression for the number of rows that the lookup reads, exact up to `most`. */
  reads(most: number): RawBuilder<number>
  /** Returns queries for the list, filtered by indexed conditions. The search combines their results. */
  lookUp(from: Rows): readonly Rows[]
  /** SQL expression for the number of rows in the list. Set only if the lookup reads only matching rows. */
  among?: RawBuilder<number>
  /** Whether the strategy needs an index of migration 27, which some databases lack. */
  trigrams?: true
}

/** Describes how a list is searched. */
export interface Search {
  /** SQL condition that tests whether a row matches, without using an index. */
  test: RawBuilder<SqlBool>
  /**
   * Query for scanning the list in sort order, if it differs from the page's query. Its joins are written so
   * that PostgreSQL starts with the index on the sort key.
   */
  scanned?: Rows
  /** Whether the search covers all organizations, so that every shard of distributed tables is queried. */
  everywhere?: boolean
  /** Whether each scanned row needs a lookup in another table. */
  joined?: boolean
  strategies: readonly LookupStrategy[]
  /**
   * Returns queries for the matches in the sample, which contains one in `sampleOf` rows. If there are
   * several queries, the highest number of matches is used.
   */
  sample?(from: Rows): readonly Rows[]
}

/** Describes the page that the client requests. */
export interface PageRequest {
  from: Rows
  keys: readonly SortKey[]
  /** Number of rows before the page. */
  first: number
  /** Sort key values at the end of the previous page. If undefined, `first` rows are skipped. */
  after: readonly string[] | undefined
  /** Number of rows requested. */
  size: number
  uncounted: boolean
}

interface SearchPage {
  /** Sort key values of up to `size` rows. */
  values: string[][]
  /** Number of matches. It is a lower bound if countExact is false, and 0 if the count was not requested. */
  count: number
  countExact: boolean
  /**
   * Set if the scan stopped before the page was full. Contains the position where it stopped and the number
   * of matches before that position. The next page continues there.
   */
  stopped?: { values: string[]; first: number }
}

/**
 * Finds one page of matches. Rare words are looked up with an index, which must collect every match before
 * the first row is known. Frequent words are found by scanning the list in its order and testing each row.
 * Estimated numbers of rows decide which method is used first. If the estimate was wrong, the method stops at
 * its limit and the search continues with the other one.
 */
export async function searchRows(
  db: Kysely<Tables>,
  search: Search,
  request: PageRequest,
  { rare, bearable, collected, walked: rows, counted: tested } = bounds,
): Promise<SearchPage> {
  const each = queriesShards(db, search) ? Math.ceil(rows / 10) : rows
  const walked = search.joined ? Math.ceil(each / 3) : each
  const indexed = await hasIndexes(db)
  const strategies = search.strategies.filter(({ trigrams }) => indexed || !trigrams)
  const strategy = await cheapest(db, strategies, rare)
  if (strategy && strategy.reads <= rare && !(request.uncounted && isShort(request, strategy))) {
    const found = await lookUp(db, strategy.lookUp, request, collected)
    if (found) return found
  }
  const found = await walk(
    db,
    indexed ? search : { ...search, sample: undefined },
    request,
    walked,
    Math.min(tested, walked),
  )
  if (!found.stopped) return found
  // The scan stopped before the page was full. Continue with a lookup if it reads fewer than `bearable` rows,
  // which takes about a second. Otherwise, end the page where the scan stopped. If the database lacks the
  // search indexes and no other lookup is possible, test all rows.
  const last = (await cheapest(db, strategies, bearable)) ?? {
    reads: indexed ? Number.POSITIVE_INFINITY : 0,
    lookUp: (from: Rows) => [from.where(search.test)],
  }
  if (last.reads >= bearable) return found
  return (await lookUp(db, last.lookUp, request, Number.MAX_SAFE_INTEGER)) ?? found
}

/** Whether a scan queries every shard of distributed tables. */
const queriesShards = (db: Kysely<Tables>, { everywhere }: Search): boolean =>
  everywhere === true && isDistributed(db)

async function cheapest(db: Kysely<Tables>, strategies: readonly LookupStrategy[], most: number) {
  if (!strategies.length) return
  const numbers = strategies.map(
    ({ reads, among }) => sql`array[${reads(most)}, ${among ?? sql`null`}]::bigint[]`,
  )
  const { rows } = await sql<{ numbers: [number, number | null][] }>`
    select array[${sql.join(numbers)}] as numbers`.execute(db)
  return strategies
    .map(({ lookUp }, index) => ({
      lookUp,
      reads: required(required(rows[0], 'item of rows').numbers[index], 'item of numbers')[0],
      among: required(required(rows[0], 'item of rows').numbers[index], 'item of numbers')[1],
    }))
    .reduce((least, strategy) => (strategy.reads < least.reads ? strategy : least))
}

/** Whether a scan is expected to fill the page before a lookup would have read all matches. */
const isShort = (
  { after, first, size }: PageRequest,
  { reads, among }: { reads: number; among: number | null },
) => among !== null && (((after ? 0 : first) + size) * among) / reads < reads

const planEachTime = sql.raw(planEachTimeMarker)

const keyNames = (keys: readonly SortKey[]) =>
  keys.map((key, index) => ({ ...key, value: sql.ref(`key${index}`) }))

/** Returns a query that selects only the sort keys, named key0, key1 and so on. */
export const selectKeys = (from: Rows, keys: readonly SortKey[]): Rows =>
  keys.reduce((rows, { value }, index) => rows.select(sql`${value}`.as(`key${index}`)), from)

/** Returns the keys as a text array, in their order. */
const keyTexts = (keys: readonly SortKey[]) =>
  sql`array[${sql.join(keys.map(({ value }) => sql`${value}::text`))}]`

/** The samples of migration 27 contain one in this many rows. */
const sampleOf = 128

/** Returns the SQL expression that estimates the number of rows from samples, up to just over `most`. */
export const rowsSampled = (samples: readonly Rows[], most: number) =>
  sql<number>`(${sql.lit(sampleOf)} * (${sql.join(
    samples.map((rows) => countUpTo(rows, Math.max(0, Math.floor(most / sampleOf)) + 1)),
    sql` + `,
  )}))`

/** Returns the SQL expression for the number of rows, at most `most`. */
export const countUpTo = (rows: Rows, most: number) =>
  sql<number>`(select count(*) from (${rows.select(sql`1`.as('one')).limit(most)}) as counted)`

/** Returns the count as clients see it: at most 10,000, which is also the largest offset. */
export const shownCount = (count: number, exact: boolean) => ({
  count: Math.min(count, limits.page.offset),
  countExact: exact && count <= limits.page.offset,
})

/**
 * Looks up all matches. Returns undefined if there are more than `most`, because it is then unknown which of
 * them come first.
 */
async function lookUp(
  db: Kysely<Tables>,
  strategy: LookupStrategy['lookUp'],
  { from, keys, first, after, size }: PageRequest,
  most: number,
): Promise<SearchPage | undefined> {
  const named = keyNames(keys)
  const { rows } = await sql<{ count: number; page: string[][] | null }>`${planEachTime}
    with found as materialized (${unitedUpTo(
      strategy(from).map((rows) => selectKeys(rows, keys)),
      most + 1,
    )}),
    page as (
      select * from found where ${after ? isAfter(named, after) : sql`true`}
      order by ${inOrder(named)} limit ${size} offset ${after ? 0 : first}
    )
    select (select count(*) from found) as count,
      (select json_agg(${keyTexts(named)} order by ${inOrder(named)}) from page) as page`.execute(db)
  const { count, page } = required(rows[0], 'item of rows')
  if (count > most) return undefined
  return { values: page ?? [], ...shownCount(count, true) }
}

/** Combines the results of the queries with UNION, so that a row returned by several queries appears once. */
const unitedUpTo = (queries: readonly Rows[], most: number) =>
  sql`select * from (${sql.join(
    queries.map((rows) => rows.limit(most)),
    sql` union `,
  )}) as united limit ${most}`

/**
 * Returns a statement that scans `walked` rows of the list in order and returns the matches. `last` marks the
 * last scanned row, which is returned even if it does not match. The statement limits the rows with a
 * condition on the row number, and only the window has an order. With LIMIT, PostgreSQL would sort the whole
 * table instead of reading a few rows by the index.
 */
function steps(db: Kysely<Tables>, { from, keys, after }: PageRequest, search: Search, walked: number) {
  const named = keyNames(keys)
  const scanned = search.scanned ?? from
  const tested = selectKeys(after ? scanned.where(isAfter(keys, after)) : scanned, keys).select(
    search.test.as('matches'),
  )
  const step = (order: readonly SortKey[]) => sql`row_number() over (order by ${inOrder(order)})`.as('step')
  // A window function over all shards would fetch all of their rows. Each shard therefore returns only the
  // first `walked` rows.
  const rows = queriesShards(db, search)
    ? db
        .selectFrom(tested.orderBy(inOrder(keys)).limit(walked).as('tested'))
        .selectAll()
        .select(step(named) as never)
    : tested.select(step(keys))
  return sql`select ${keyTexts(named)} as values, matches, step = ${walked} as last from (${rows}) as walked
    where step <= ${walked} and (matches or step = ${walked})`
}

/** Scans at most `walked` rows of the list in order, until the last requested row is found. */
async function walk(
  db: Kysely<Tables>,
  search: Search,
  request: PageRequest,
  walked: number,
  tested: number,
): Promise<SearchPage> {
  const { first, after, size, uncounted } = request
  const passedOver = after ? 0 : first
  const { rows } = await sql<{ values: string[]; matches: boolean; last: boolean }>`${planEachTime}
    ${steps(db, request, search, walked)} limit ${passedOver + size}`.execute(db)
  const matching = rows.filter(({ matches }) => matches).map(({ values }) => values)
  const values = matching.slice(passedOver)
  const known = first - passedOver + matching.length
  const last = rows.at(-1)
  const enough = values.length === size
  if (!enough && !last?.last) return { values, ...shownCount(known, true) }
  const stopped = !enough && last ? { stopped: { values: last.values, first: known } } : {}
  if (uncounted) return { values, count: 0, countExact: false, ...stopped }
  // Without an index, counting the matches would need another scan. The first scan has already reached its
  // limit, so its count is used.
  if (!enough && !search.sample) return { values, ...shownCount(known, false), ...stopped }
  const { count, countExact } = search.sample
    ? { count: await countAtLeast(db, search.sample(request.from)), countExact: false }
    : await countWalked(db, search, request, tested)
  return { values, ...shownCount(Math.max(known, count), countExact), ...stopped }
}

/**
 * Estimates the count from the sample and subtracts three standard deviations, so that the result almost
 * never exceeds the real count.
 */
async function countAtLeast(db: Kysely<Tables>, samples: readonly Rows[]): Promise<number> {
  // 200 sampled rows are enough to prove 10,000 matches.
  const counts = sql.join(samples.map((rows) => countUpTo(rows, 200)))
  const { rows } = await sql<{ most: number }>`select greatest(${counts}) as most`.execute(db)
  const sampled = required(rows[0], 'item of rows').most
  const least = Math.floor(sampled - 3 * Math.sqrt(sampled)) * sampleOf
  return Math.max(least, 0)
}

/**
 * Returns the number of matches among the first `walked` rows. The number is exact if the scan reached the
 * end of the list and the count did not reach its limit.
 */
async function countWalked(db: Kysely<Tables>, search: Search, request: PageRequest, walked: number) {
  const most = limits.page.offset
  const { rows } = await sql<{ count: number; ended: boolean }>`${planEachTime}
    select count(*) filter (where matches) as count, not coalesce(bool_or(last), false) as ended
    from (${steps(db, { ...request, after: undefined }, search, walked)} limit ${most + 1}) as counted`.execute(
    db,
  )
  const { count, ended } = required(rows[0], 'item of rows')
  return { count, countExact: ended }
}

const answers = new WeakMap<Kysely<Tables>, Promise<boolean>>()

/**
 * Whether the database has pg_trgm and a locale that treats Chinese characters as letters. Queried once per
 * database.
 */
function hasIndexes(db: Kysely<Tables>): Promise<boolean> {
  const known = answers.get(db)
  if (known) return known
  const answer = sql<{ indexed: boolean }>`
    select to_regclass('device_search_sample') is not null and 'ª' ~ '[[:alpha:]]' as indexed`
    .execute(db)
    .then(({ rows }) => required(rows[0], 'item of rows').indexed)
  answers.set(db, answer)
  answer.catch(() => answers.delete(db))
  return answer
}
