import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Rows, rowsSampled, type Search, type Way } from './search.ts'
import { anyOf, contains, containsIndexed, isIndexed, isSampled, mayContain } from './text.ts'

/** A table in whose texts the words may stand. */
interface Source {
  /** Those of its rows that the list may show, without columns. */
  rows: Rows
  /** What they are known by, such as account.id: the samples are chosen by it. */
  id: string
  /** Its text as its indexes have it. */
  text: RawBuilder<unknown>
  /** What is found besides, such as part of a phone; an index has it, too. */
  or?: RawBuilder<SqlBool> | null | undefined
  /** What each row fulfils besides, where an index has that, too: it is of one organization. */
  within?: RawBuilder<SqlBool> | undefined
}

interface Other extends Source {
  /** The column of the list that holds its id. */
  of: string
}

/** A list's search, in its own table and in another that its rows belong to: an organization has its owner's name, too. */
export function searchSources(words: string, own: Source, other?: Other): Search {
  const has = ({ text, or }: Source) => anyOf(contains(text, words), or)
  const among = ({ within }: Source, found: RawBuilder<SqlBool>) =>
    within ? sql<SqlBool>`(${within} and ${found})` : found
  const hasIndexed = (source: Source) => among(source, anyOf(containsIndexed(source.text, words), source.or))
  const reads = (most: number) =>
    rowsSampled(
      (other ? [own, other] : [own]).map((source) =>
        source.rows
          .where(isSampled(source.id))
          .where(among(source, anyOf(mayContain(source.text, words), source.or))),
      ),
      most,
    )
  const way = (lookUp: Way['lookUp']): Way[] => (isIndexed(words) ? [{ reads, lookUp, trigrams: true }] : [])
  const sampled = (sample: NonNullable<Search['sample']>) => (isIndexed(words) ? { sample } : {})
  const sampleOwn = (from: Rows) => from.where(isSampled(own.id)).where(hasIndexed(own))
  if (!other)
    return {
      test: has(own),
      ways: way((from) => [from.where(hasIndexed(own))]),
      ...sampled((from) => [sampleOwn(from)]),
    }

  const others = other.rows.where(hasIndexed(other))
  // An array is looked up row by row, where a join might read the whole list first.
  const isOfAny = (found: Rows) => sql<SqlBool>`${sql.ref(other.of)} = any(array(${found.select(other.id)}))`
  // As an aggregate it is looked up for each row; EXISTS could be answered by reading the whole other table first.
  const ofOther = other.rows
    .where(sql<SqlBool>`${sql.ref(other.id)} = ${sql.ref(other.of)}`)
    .select(sql`bool_or(${has(other)})`.as('has'))
  return {
    test: anyOf(has(own), sql`(${ofOther})`),
    joined: true,
    // Each table by its index: one condition over both would have none.
    ways: way((from) => [from.where(hasIndexed(own)), from.where(isOfAny(others))]),
    ...sampled((from) => [sampleOwn(from), from.where(isOfAny(others.where(isSampled(other.id))))]),
  }
}
