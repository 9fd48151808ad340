import { type Kysely, type SqlBool, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { Tables } from '../../db/tables.ts'
import { repeatable } from '../../testing/random.ts'
import { touched } from '../../testing/touched.ts'
import { useDatabase } from '../../testing/use-database.ts'
import type { SortKey } from '../cursor.ts'
import { newId } from '../id.ts'
import { bounds, searchRows } from './search.ts'
import { searchSources } from './sources.ts'
import { nameText } from './text.ts'

const db = useDatabase()
const size = 6_000
const random = repeatable(7)
const letters = [...'网关水泵站张伟王芳ab Ab12１２Ａ３-_%\\#é①か한']
const word = (most: number) =>
  Array.from({ length: 1 + random(most) }, () =>
    required(letters[random(letters.length)], 'item of letters'),
  ).join('')

interface Row {
  id: string
  name: string
  folded: string
}
let rows: Row[]

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

beforeAll(async () => {
  rows = Array.from({ length: size }, (_, index) => {
    const often = index % 4 === 0 ? '边缘' : ''
    const name = `${word(8)}${often}${index % 500 === 0 ? '鼹鼠' : ''}${index < 300 ? '旧设备' : ''}`
    return { id: newId(), name, folded: fold(name) }
  })
  await db.execute(
    `insert into account (id, name, created_at)
     select id::uuid, name, timestamptz '2026-01-01' + number * interval '1 second'
     from unnest($1::text[], $2::text[]) with ordinality as given (id, name, number)`,
    [rows.map(({ id }) => id), rows.map(({ name }) => name)],
  )
  await db.execute('vacuum analyze account')
})

const newestFirst: SortKey[] = [
  { value: sql.ref('account.created_at'), type: 'timestamptz', order: 'desc' },
  { value: sql.ref('account.id'), type: 'uuid', order: 'desc' },
]
const searchFor = (words: string) =>
  searchSources(words, { rows: db.query.selectFrom('account'), id: 'account.id', text: nameText('account') })

const find = (words: string, request = {}, within = bounds, on: Kysely<Tables> = db.query) =>
  searchRows(
    on,
    searchFor(words),
    {
      from: on.selectFrom('account').where(sql<SqlBool>`true`),
      keys: newestFirst,
      first: 0,
      after: undefined,
      size: 21,
      uncounted: false,
      ...request,
    },
    within,
  )

/** Reference implementation of the search: the words must occur in the name, ignoring case and width. */
const naive = (words: string) =>
  rows
    .filter(({ folded }) => folded.includes(fold(words.trim())))
    .map(({ id }) => id)
    .reverse()

const ids = (found: { values: string[][] }) => found.values.map((values) => values.at(-1))
/** Limits with which all words count as frequent, so that each search begins with a scan. */
const walking = { ...bounds, rare: -1 }

test('index lookups and scans find the same rows as a plain comparison, in the order of the list', async () => {
  for (let round = 0; round < 60; round++) {
    const words = word(1 + (round % 4))
    if (!words.trim()) continue
    const expected = naive(words)
    const first = random(3) * random(30)
    for (const within of [bounds, walking]) {
      const found = await find(words, { first }, within)
      expect(ids(found), words).toEqual(expected.slice(first, first + 21))
      expect(found.count, words).toBeLessThanOrEqual(expected.length)
      if (found.countExact) expect(found.count, words).toBe(expected.length)
    }
    const looked = await find(words)
    expect(looked, words).toMatchObject({ count: expected.length, countExact: true })
    const behind = looked.values[9]
    if (!behind) continue
    for (const within of [bounds, walking]) {
      const next = await find(words, { first: 10, after: behind }, within)
      expect(ids(next), words).toEqual(expected.slice(10, 31))
    }
  }
})

test('a scan that reaches its limit still finds all rows, by an index lookup or over several pages', async () => {
  const expected = naive('旧设备')
  const short = { ...walking, walked: 500 }
  expect(ids(await find('旧设备', {}, short))).toEqual(expected.slice(0, 21))

  const seen: unknown[] = []
  let request: { first: number; after?: string[] } = { first: 0 }
  for (let pages = 0; pages < 100; pages++) {
    const found = await find('旧设备', request, { ...short, bearable: 0 })
    seen.push(...ids(found))
    const after = found.stopped?.values ?? (found.values.length === 21 ? found.values.at(-1) : undefined)
    if (!after) break
    request = { first: seen.length, after }
    expect(found.countExact).toBe(false)
  }
  expect(seen).toEqual(expected)
})

test('an index lookup that reaches its limit still returns the right rows, but no exact count', async () => {
  const found = await find('边缘', {}, { ...bounds, collected: 100 })
  expect(ids(found)).toEqual(naive('边缘').slice(0, 21))
  expect(found.countExact).toBe(false)
})

test('a search for one or two digits or for punctuation counts the matching rows exactly', async () => {
  for (const words of ['1', '12', '%', '_', '\\', '#-'])
    expect(await find(words), words).toMatchObject({ count: naive(words).length, countExact: true })
})

/** Returns the number of database pages that all statements of a search read. */
const pagesOf = async (words: string) =>
  (await touched(db, (query) => find(words, {}, bounds, query))).reduce((sum, { pages }) => sum + pages, 0)

test('a search for rare or absent terms reads few database pages', async () => {
  const { rows: whole } = await db.execute(`select pg_relation_size('account') / 8192 as pages`)
  expect(whole[0].pages).toBeGreaterThan(60)
  expect(await pagesOf('鼹鼠')).toBeLessThan(60)
  expect(await pagesOf('龘')).toBeLessThan(30)
  expect(await pagesOf('龘龘龘')).toBeLessThan(30)
  expect(await pagesOf('zqx')).toBeLessThan(30)
})

test('a search prefers a cheaper scan to an index lookup only if the number of matches is not requested', async () => {
  const all = sql<number>`(select count(*) from account)`
  const newest = sql<SqlBool>`account.name like '旧设备%' or account.created_at < '2026-01-01 00:05:00'`
  const strategy = {
    reads: () => sql<number>`300`,
    among: all,
    lookUp: () => [db.query.selectFrom('account').where(sql<SqlBool>`false`)],
  }
  const request = {
    from: db.query.selectFrom('account'),
    keys: newestFirst,
    first: 0,
    after: undefined,
    size: 5,
  }
  const found = (uncounted: boolean) =>
    searchRows(db.query, { test: newest, strategies: [strategy] }, { ...request, uncounted })
  // The lookup of this search finds nothing, so only the scan can fill the page.
  expect((await found(true)).values).toHaveLength(5)
  expect((await found(false)).values).toEqual([])
})
