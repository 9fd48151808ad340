import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedAnew } from '../../db/pool.ts'
import { foldWidth } from '../text.ts'

// What a text is and when words stand in it: for PostgreSQL the functions of migrations 20 and 27, and what their indexes answer.

const anew = sql.raw(plannedAnew)

/** Whether the trigrams of a text have it: three letters or digits in a row. */
const hasTrigram = (words: string): boolean => /[\p{L}\p{N}]{3}/u.test(foldWidth(words))
/** Whether a text's letters and pairs of them have just this, so that what they find need not be tested. */
const isPair = (words: string): boolean => /^[\p{sc=Han}a-z]{1,2}$/iu.test(foldWidth(words.trim()))
const hasLetter = (words: string): boolean => /\p{L}/u.test(foldWidth(words))

/** Whether an index narrows the search: not for one or two digits, and for signs. */
export const isIndexed = (words: string): boolean => hasTrigram(words) || hasLetter(words)

/** A name as the indexes have it: with its pinyin behind it. `table`: account or tenant, for instance. */
export const nameText = (table: string, column = 'name') =>
  sql`search_name(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.pinyin`)})`

/**
 * What searching means: the words stand in the text, in whatever case and width. `text` is in one of each already. No index
 * answers it, on purpose: LIKE of one or two letters would be asked of their index, which had to be read whole.
 */
export const contains = (text: RawBuilder<unknown>, words: string) =>
  sql<SqlBool>`${anew} strpos(${text}, search_text(${words.trim()})) > 0`

/** What an index is asked for: the same by trigrams, or that its letters are there, and the pairs that they stand in. */
export const mayContain = (text: RawBuilder<unknown>, words: string) =>
  hasTrigram(words)
    ? sql<SqlBool>`${anew} ${text} like search_like(search_text(${words.trim()}))`
    : sql<SqlBool>`${anew} search_letters(${text}) @> search_letters(search_text(${words.trim()}))`

/** The same as `contains`, by an index where one has it. */
export const containsIndexed = (text: RawBuilder<unknown>, words: string) => {
  if (!isIndexed(words)) return contains(text, words)
  if (hasTrigram(words) || isPair(words)) return mayContain(text, words)
  return sql<SqlBool>`(${mayContain(text, words)} and ${contains(text, words)})`
}

/** The row is in the sample. */
export const isSampled = (id: string) => sql<SqlBool>`search_sampled(${sql.ref(id)}::text)`

/** Any of the conditions that there are. */
export const anyOf = (...conditions: (RawBuilder<SqlBool> | null | undefined)[]) =>
  sql<SqlBool>`(${sql.join(
    conditions.filter((condition) => condition != null),
    sql` or `,
  )})`
