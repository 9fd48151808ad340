import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import { planEachTimeMarker } from '../../db/pool.ts'
import { foldWidth, withoutSeparators } from '../text.ts'

// Defines when a text matches the search words. PostgreSQL uses the functions and indexes of migrations 20,
// 27 and 57.

const planEachTime = sql.raw(planEachTimeMarker)

/** Whether the words contain a trigram: three letters or digits in a row. */
const hasTrigram = (words: string): boolean => /[\p{L}\p{N}]{3}/u.test(foldWidth(words))
/**
 * Whether the words need no further test, because the index of letters and letter pairs finds exactly the
 * matches.
 */
const isPair = (words: string): boolean => /^[\p{sc=Han}a-z]{1,2}$/iu.test(foldWidth(words.trim()))
const hasLetter = (words: string): boolean => /\p{L}/u.test(foldWidth(words))

/**
 * Returns the words with lü, lyu, lüe, lve and lue written as lv and lve, which is the form that pinyin.ts
 * stores. After n, yu can also begin a syllable (安宇), so both forms are returned.
 */
function spellingsWithV(words: string): string[] {
  const certain = words
    .replaceAll('ü', 'v')
    .replaceAll('lyu', 'lv')
    .replace(/([ln])ue/g, '$1ve')
  return [certain, certain.replaceAll('nyu', 'nv')]
}

/**
 * Returns the spellings of the words: as typed, without separators, and as pinyin with v for ü. A text
 * matches if it contains one of them. Most words have only one spelling.
 */
function spellings(words: string): string[] {
  const typed = words.trim()
  const plain = withoutSeparators(typed)
  const others = [plain, ...spellingsWithV(plain)].filter(
    (spelling) => spelling !== foldWidth(typed).toLowerCase(),
  )
  return plain ? [...new Set([typed, ...others])] : [typed]
}

/** Whether an index can narrow down the search. No index covers punctuation, or one or two digits. */
export const isIndexed = (words: string): boolean => spellings(words).every(narrows)

const narrows = (spelling: string): boolean => hasTrigram(spelling) || hasLetter(spelling)

/**
 * Returns the SQL expression for a name followed by its pinyin. It must match the expression in the indexes
 * exactly. `table` is for example account or tenant.
 */
export const nameText = (table: string, column = 'name') =>
  sql`search_name(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.pinyin`)})`

/** Returns the SQL expression for OAuth client names. It must match the expression in the indexes exactly. */
export const plainText = (column: string) => sql`search_plain(${sql.ref(column)})`

/**
 * Returns the SQL condition that one of the spellings occurs in the text, ignoring case and width. `text`
 * must already be normalized. The condition intentionally uses no index: for one or two letters, PostgreSQL
 * would otherwise read the whole index of letters.
 */
export const contains = (text: RawBuilder<unknown>, words: string) => {
  const [first, ...others] = spellings(words)
  if (!others.length) return stands(text, required(first, 'first'))
  const patterns = [required(first, 'first'), ...others].map(
    (spelling) => sql`search_like(search_text(${spelling}))`,
  )
  return sql<SqlBool>`${planEachTime} ${text} like any (array[${sql.join(patterns)}])`
}

const stands = (text: RawBuilder<unknown>, spelling: string) =>
  sql<SqlBool>`${planEachTime} strpos(${text}, search_text(${spelling})) > 0`

/**
 * Returns an SQL condition that an index supports. For words with a trigram, it is equivalent to `contains`.
 * For shorter words, it requires only that the text contains their letters and letter pairs.
 */
export const mayContain = (text: RawBuilder<unknown>, words: string) =>
  eitherOf(spellings(words).map((spelling) => mayStand(text, spelling)))

const mayStand = (text: RawBuilder<unknown>, spelling: string) =>
  hasTrigram(spelling)
    ? sql<SqlBool>`${planEachTime} ${text} like search_like(search_text(${spelling}))`
    : sql<SqlBool>`${planEachTime} search_letters(${text}) @> search_letters(search_text(${spelling}))`

/**
 * Like `contains`, but uses an index if there is one. Such a condition must not be combined with `contains`
 * inside an OR. PostgreSQL would then compute the letters of each row, which costs far more than `contains`.
 */
export const containsIndexed = (text: RawBuilder<unknown>, words: string) => {
  if (!isIndexed(words)) return contains(text, words)
  const candidates = mayContain(text, words)
  const certain = spellings(words).every((spelling) => hasTrigram(spelling) || isPair(spelling))
  return certain ? candidates : sql<SqlBool>`(${candidates} and ${contains(text, words)})`
}

const eitherOf = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length === 1 ? required(conditions[0], 'item of conditions') : anyOf(...conditions)

/** Returns the SQL condition that the row belongs to the sample. */
export const isSampled = (id: string) => sql<SqlBool>`search_sampled(${sql.ref(id)}::text)`

/** Combines the given conditions with OR and ignores missing ones. */
export const anyOf = (...conditions: (RawBuilder<SqlBool> | null | undefined)[]) =>
  sql<SqlBool>`(${sql.join(
    conditions.filter((condition) => condition != null),
    sql` or `,
  )})`
