import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type LookupStrategy, type Rows, rowsSampled, type Search } from './search.ts'
import { anyOf, contains, containsIndexed, isIndexed, isSampled, mayContain } from './text.ts'

/** A table whose text is searched. */
interface Source {
  /** Query for the rows that the list can show, without columns. */
  rows: Rows
  /** Id column, such as account.id, by which the sample is selected. */
  id: string
  /** SQL expression for the searched text, exactly as the indexes define it. */
  text: RawBuilder<unknown>
  /** Another indexed condition that also counts as a match, such as a part of a phone number. */
  or?: RawBuilder<SqlBool> | null | undefined
  /** An indexed condition that all rows of the list meet, such as belonging to one organization. */
  within?: RawBuilder<SqlBool> | undefined
}

interface Other extends Source {
  /** Column of the searched list that references this table. */
  of: string
}

/**
 * Returns the search for a list by the text of its own table and optionally of a table that it references.
 * For example, organizations are also found by their owner's name.
 */
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
  const strategy = (lookUp: LookupStrategy['lookUp']): LookupStrategy[] =>
    isIndexed(words) ? [{ reads, lookUp, trigrams: true }] : []
  const sampled = (sample: NonNullable<Search['sample']>) => (isIndexed(words) ? { sample } : {})
  const sampleOwn = (from: Rows) => from.where(isSampled(own.id)).where(hasIndexed(own))
  if (!other)
    return {
      test: has(own),
      strategies: strategy((from) => [from.where(hasIndexed(own))]),
      ...sampled((from) => [sampleOwn(from)]),
    }

  const others = other.rows.where(hasIndexed(other))
  // The array forces an index lookup per row. With a join, PostgreSQL might read the whole list first.
  const isOfAny = (found: Rows) => sql<SqlBool>`${sql.ref(other.of)} = any(array(${found.select(other.id)}))`
  // The aggregate forces an index lookup per row. With EXISTS, PostgreSQL might read the whole other table
  // first.
  const ofOther = other.rows
    .where(sql<SqlBool>`${sql.ref(other.id)} = ${sql.ref(other.of)}`)
    .select(sql`bool_or(${has(other)})`.as('has'))
  return {
    test: anyOf(has(own), sql`(${ofOther})`),
    joined: true,
    // Use one query per table, so that each can use the index of its table. A single condition over both
    // tables could not use any index.
    strategies: strategy((from) => [from.where(hasIndexed(own)), from.where(isOfAny(others))]),
    ...sampled((from) => [sampleOwn(from), from.where(isOfAny(others.where(isSampled(other.id))))]),
  }
}
