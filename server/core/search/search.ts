import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { isDistributed } from '../../db/citus/distributed.ts'
import { plannedAnew } from '../../db/pool.ts'
import type { Tables } from '../../db/tables.ts'
import { inOrder, isAfter, type SortKey } from '../cursor.ts'

// Decision 11 explains the whole and says where the figures come from.

/** How far each way of searching goes, in rows. */
export const bounds = {
  /** A look-up that has to read no more than these is taken, else the list is walked along. */
  rare: 12_800,
  /** Where a walk found too little, one that has to read no more than these is taken after all. */
  bearable: 128_000,
  /** Matches that a look-up collects: as many as are counted exactly. */
  collected: limits.page.offset as number,
  /** Rows that a walk tests; a third where each looks up a row of another table. */
  walked: 50_000,
  /** Rows that are tested only to count what no index knows. */
  counted: 10_000,
}

// biome-ignore lint/suspicious/noExplicitAny: whatever tables the list reads
export type Rows = any

/** An index that leads to what matches. */
export interface Way {
  /** How many rows have to be read, at least about; over `most` it need not say how many. */
  reads(most: number): RawBuilder<number>
  /** The list with a condition that the index answers: its matches alone, of several queries those of each. */
  lookUp(from: Rows): readonly Rows[]
  /** Where these are exactly what matches: of how many rows. */
  among?: RawBuilder<number>
  /** It is one of migration 27, which not every database has. */
  trigrams?: true
}

/** How a list is searched. */
export interface Search {
  /** Whether a row of the list matches; no index has to answer it. */
  test: RawBuilder<SqlBool>
  /** The list as a walk reads it, where that is another query: joined so that the sort's index leads. */
  along?: Rows
  /** Over all organizations: where tables are distributed, every shard is asked. */
  everywhere?: boolean
  /** Each row of a walk looks up one of another table. */
  joined?: boolean
  ways: readonly Way[]
  /** Of the list one row in `sampleOf` that matches; of several queries whichever has most. */
  sample?(from: Rows): readonly Rows[]
}

/** The page that is asked for. */
export interface Asked {
  from: Rows
  keys: readonly SortKey[]
  /** Rows before the page. */
  first: number
  /** The sort keys' values where the last page ended; without it `first` rows are passed over. */
  after: readonly string[] | undefined
  /** Rows wanted. */
  size: number
  uncounted: boolean
}

interface Found {
  /** The sort keys' values of up to `size` rows. */
  values: string[][]
  /** All that match; at least so many where countExact is false, and unless it was not asked for. */
  count: number
  countExact: boolean
  /** Where the walk ended before it had found enough, and how many had matched by then: the next page goes on there. */
  stopped?: { values: string[]; first: number }
}

/**
 * A page of what matches. What is rare is looked up by index, which has to collect every match before it knows the first
 * of the page; what is frequent is met soon by walking along the list in its order and testing each row. Which it is, the
 * ways' estimates tell. Where they were wrong, each ends at its bound and the other one goes on.
 */
export async function searchRows(
  db: Kysely<Tables>,
  search: Search,
  asked: Asked,
  { rare, bearable, collected, walked: rows, counted: tested } = bounds,
): Promise<Found> {
  const each = search.everywhere && isDistributed(db) ? Math.ceil(rows / 10) : rows
  const walked = search.joined ? Math.ceil(each / 3) : each
  const indexed = await hasIndexes(db)
  const ways = search.ways.filter(({ trigrams }) => indexed || !trigrams)
  const way = await cheapest(db, ways, rare)
  if (way && way.reads <= rare && !(asked.uncounted && isShort(asked, way))) {
    const found = await lookUp(db, way.lookUp, asked, collected)
    if (found) return found
  }
  const found = await walk(
    db,
    indexed ? search : { ...search, sample: undefined },
    asked,
    walked,
    Math.min(tested, walked),
  )
  if (!found.stopped) return found
  // What matches stands together, far from the list's beginning, or is rare and has no index. Without any index it is
  // looked for all the same; else the page ends where the walk did, unless a look-up stays within a second.
  const last = (await cheapest(db, ways, bearable)) ?? {
    reads: indexed ? Number.POSITIVE_INFINITY : 0,
    lookUp: (from: Rows) => [from.where(search.test)],
  }
  if (last.reads >= bearable) return found
  return (await lookUp(db, last.lookUp, asked, Number.MAX_SAFE_INTEGER)) ?? found
}

async function cheapest(db: Kysely<Tables>, ways: readonly Way[], most: number) {
  if (!ways.length) return
  const numbers = ways.map(({ reads, among }) => sql`array[${reads(most)}, ${among ?? sql`null`}]::bigint[]`)
  const { rows } = await sql<{ numbers: [number, number | null][] }>`
    select array[${sql.join(numbers)}] as numbers`.execute(db)
  return ways
    .map(({ lookUp }, index) => ({
      lookUp,
      reads: required(required(rows[0], 'item of rows').numbers[index], 'item of numbers')[0],
      among: required(required(rows[0], 'item of rows').numbers[index], 'item of numbers')[1],
    }))
    .reduce((least, way) => (way.reads < least.reads ? way : least))
}

/** Whether a walk is expected to have its page before the look-up would have read all that match. */
const isShort = ({ after, first, size }: Asked, { reads, among }: { reads: number; among: number | null }) =>
  among !== null && (((after ? 0 : first) + size) * among) / reads < reads

const anew = sql.raw(plannedAnew)

const keyNames = (keys: readonly SortKey[]) =>
  keys.map((key, index) => ({ ...key, value: sql.ref(`key${index}`) }))

/** Its sort keys alone, named key0 and on. */
export const selectKeys = (from: Rows, keys: readonly SortKey[]): Rows =>
  keys.reduce((rows, { value }, index) => rows.select(sql`${value}`.as(`key${index}`)), from)

/** As text, in the order of the keys. */
const keyTexts = (keys: readonly SortKey[]) =>
  sql`array[${sql.join(keys.map(({ value }) => sql`${value}::text`))}]`

/** Of how many rows one is in the samples of migration 27. */
const sampleOf = 128

/** As many rows as the sampled ones stand for, of each up to just over `most`. */
export const rowsSampled = (samples: readonly Rows[], most: number) =>
  sql<number>`(${sql.lit(sampleOf)} * (${sql.join(
    samples.map((rows) => countUpTo(rows, Math.max(0, Math.floor(most / sampleOf)) + 1)),
    sql` + `,
  )}))`

/** How many rows there are, `most` at most. */
export const countUpTo = (rows: Rows, most: number) =>
  sql<number>`(select count(*) from (${rows.select(sql`1`.as('one')).limit(most)}) as counted)`

/** Counts tell no more than 10,000, of which an offset reaches each. */
export const shownCount = (count: number, exact: boolean) => ({
  count: Math.min(count, limits.page.offset),
  countExact: exact && count <= limits.page.offset,
})

/** undefined: there are more than `most`, so that which are the first of them is not known. */
async function lookUp(
  db: Kysely<Tables>,
  way: Way['lookUp'],
  { from, keys, first, after, size }: Asked,
  most: number,
): Promise<Found | undefined> {
  const named = keyNames(keys)
  const { rows } = await sql<{ count: number; page: string[][] | null }>`${anew}
    with found as materialized (${unitedUpTo(
      way(from).map((rows) => selectKeys(rows, keys)),
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

/** A row that several of the queries have is there once. */
const unitedUpTo = (queries: readonly Rows[], most: number) =>
  sql`select * from (${sql.join(
    queries.map((rows) => rows.limit(most)),
    sql` union `,
  )}) as united limit ${most}`

/**
 * The list in its order, `walked` rows of it, without those that do not match: `last` is its last row, matching or not.
 * The bound stands in a condition and not in LIMIT, and the order in the window alone, which keeps it: with either outside,
 * PostgreSQL would plan for all of these rows, and read and sort a whole table rather than a few by the index.
 */
function steps(db: Kysely<Tables>, { from, keys, after }: Asked, search: Search, walked: number) {
  const named = keyNames(keys)
  const along = search.along ?? from
  const tested = selectKeys(after ? along.where(isAfter(keys, after)) : along, keys).select(
    search.test.as('matches'),
  )
  const step = (order: readonly SortKey[]) => sql`row_number() over (order by ${inOrder(order)})`.as('step')
  // A window over all shards would fetch all rows of them: each gives as many as there are steps, in order.
  const rows =
    search.everywhere && isDistributed(db)
      ? db
          .selectFrom(tested.orderBy(inOrder(keys)).limit(walked).as('tested'))
          .selectAll()
          .select(step(named) as never)
      : tested.select(step(keys))
  return sql`select ${keyTexts(named)} as values, matches, step = ${walked} as last from (${rows}) as walked
    where step <= ${walked} and (matches or step = ${walked})`
}

/** Reads the list in its order, no further than to the last row wanted. */
async function walk(
  db: Kysely<Tables>,
  search: Search,
  asked: Asked,
  walked: number,
  tested: number,
): Promise<Found> {
  const { first, after, size, uncounted } = asked
  const passedOver = after ? 0 : first
  const { rows } = await sql<{ values: string[]; matches: boolean; last: boolean }>`${anew}
    ${steps(db, asked, search, walked)} limit ${passedOver + size}`.execute(db)
  const matching = rows.filter(({ matches }) => matches).map(({ values }) => values)
  const values = matching.slice(passedOver)
  const known = first - passedOver + matching.length
  const last = rows.at(-1)
  const enough = values.length === size
  if (!enough && !last?.last) return { values, ...shownCount(known, true) }
  const stopped = !enough && last ? { stopped: { values: last.values, first: known } } : {}
  if (uncounted) return { values, count: 0, countExact: false, ...stopped }
  // To count what no index knows is to walk again: where this walk came to its bound, it has counted.
  if (!enough && !search.sample) return { values, ...shownCount(known, false), ...stopped }
  const { count, countExact } = search.sample
    ? { count: await countAtLeast(db, search.sample(asked.from)), countExact: false }
    : await countWalked(db, search, asked, tested)
  return { values, ...shownCount(Math.max(known, count), countExact), ...stopped }
}

/** What the sample of the list says, less three times its standard deviation, so that hardly ever there are fewer. */
async function countAtLeast(db: Kysely<Tables>, samples: readonly Rows[]): Promise<number> {
  // 200 are enough to say that there are 10,000.
  const counts = sql.join(samples.map((rows) => countUpTo(rows, 200)))
  const { rows } = await sql<{ most: number }>`select greatest(${counts}) as most`.execute(db)
  const sampled = required(rows[0], 'item of rows').most
  const least = Math.floor(sampled - 3 * Math.sqrt(sampled)) * sampleOf
  return Math.max(least, 0)
}

/** The number in so many rows; exact where the list has no more of them, and no more match than are counted. */
async function countWalked(db: Kysely<Tables>, search: Search, asked: Asked, walked: number) {
  const most = limits.page.offset
  const { rows } = await sql<{ count: number; ended: boolean }>`${anew}
    select count(*) filter (where matches) as count, not coalesce(bool_or(last), false) as ended
    from (${steps(db, { ...asked, after: undefined }, search, walked)} limit ${most + 1}) as counted`.execute(
    db,
  )
  const { count, ended } = required(rows[0], 'item of rows')
  return { count, countExact: ended }
}

const answers = new WeakMap<Kysely<Tables>, Promise<boolean>>()

/** Whether the database has pg_trgm, and a locale by which a Chinese character is a letter to it. Asked once. */
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
