import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import { plannedAnew } from '../../db/pool.ts'
import { foldWidth, withoutSeparators } from '../text.ts'

// What a text is and when words stand in it: for PostgreSQL the functions of migrations 20, 27 and 57, and what their indexes answer.

const anew = sql.raw(plannedAnew)

/** Whether the trigrams of a text have it: three letters or digits in a row. */
const hasTrigram = (words: string): boolean => /[\p{L}\p{N}]{3}/u.test(foldWidth(words))
/** Whether a text's letters and pairs of them have just this, so that what they find need not be tested. */
const isPair = (words: string): boolean => /^[\p{sc=Han}a-z]{1,2}$/iu.test(foldWidth(words.trim()))
const hasLetter = (words: string): boolean => /\p{L}/u.test(foldWidth(words))

/** lü, lv and lyu, lüe, lve and lue in the spelling of pinyin.ts: lv, lve. After n, yu may begin a syllable: 安宇. */
function spellingsWithV(words: string): string[] {
  const certain = words
    .replaceAll('ü', 'v')
    .replaceAll('lyu', 'lv')
    .replace(/([ln])ue/g, '$1ve')
  return [certain, certain.replaceAll('nyu', 'nv')]
}

/**
 * Returns the spellings of which one has to stand in the text: as typed, without separators, and as pinyin with v for ü. Most
 * words have a single one.
 */
function spellings(words: string): string[] {
  const typed = words.trim()
  const plain = withoutSeparators(typed)
  const others = [plain, ...spellingsWithV(plain)].filter(
    (spelling) => spelling !== foldWidth(typed).toLowerCase(),
  )
  return plain ? [...new Set([typed, ...others])] : [typed]
}

/** Whether an index narrows the search: not for one or two digits, and for signs. */
export const isIndexed = (words: string): boolean => spellings(words).every(narrows)

const narrows = (spelling: string): boolean => hasTrigram(spelling) || hasLetter(spelling)

/** A name as the indexes have it: with its pinyin behind it. `table`: account or tenant, for instance. */
export const nameText = (table: string, column = 'name') =>
  sql`search_name(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.pinyin`)})`

/** The name of an application as its indexes have it. */
export const plainText = (column: string) => sql`search_plain(${sql.ref(column)})`

/**
 * Whether one of the spellings of the words stands in the text, in any case and width. `text` is in one of each already. No
 * index answers this, on purpose: PostgreSQL would use the index of letters for LIKE of one or two letters, and read all of it.
 */
export const contains = (text: RawBuilder<unknown>, words: string) => {
  const [first, ...others] = spellings(words)
  if (!others.length) return stands(text, required(first, 'first'))
  const patterns = [required(first, 'first'), ...others].map(
    (spelling) => sql`search_like(search_text(${spelling}))`,
  )
  return sql<SqlBool>`${anew} ${text} like any (array[${sql.join(patterns)}])`
}

const stands = (text: RawBuilder<unknown>, spelling: string) =>
  sql<SqlBool>`${anew} strpos(${text}, search_text(${spelling})) > 0`

/** What an index is asked for: the same by trigrams, or that its letters are there, and the pairs that they stand in. */
export const mayContain = (text: RawBuilder<unknown>, words: string) =>
  eitherOf(spellings(words).map((spelling) => mayStand(text, spelling)))

const mayStand = (text: RawBuilder<unknown>, spelling: string) =>
  hasTrigram(spelling)
    ? sql<SqlBool>`${anew} ${text} like search_like(search_text(${spelling}))`
    : sql<SqlBool>`${anew} search_letters(${text}) @> search_letters(search_text(${spelling}))`

/**
 * The same as `contains`, but uses an index if there is one. The indexed conditions must not be mixed with exact ones inside
 * an OR. PostgreSQL would then compute the letters of each row again, which costs far more than `contains`.
 */
export const containsIndexed = (text: RawBuilder<unknown>, words: string) => {
  if (!isIndexed(words)) return contains(text, words)
  const candidates = mayContain(text, words)
  const certain = spellings(words).every((spelling) => hasTrigram(spelling) || isPair(spelling))
  return certain ? candidates : sql<SqlBool>`(${candidates} and ${contains(text, words)})`
}

const eitherOf = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length === 1 ? required(conditions[0], 'item of conditions') : anyOf(...conditions)

/** The row is in the sample. */
export const isSampled = (id: string) => sql<SqlBool>`search_sampled(${sql.ref(id)}::text)`

/** Any of the conditions that there are. */
export const anyOf = (...conditions: (RawBuilder<SqlBool> | null | undefined)[]) =>
  sql<SqlBool>`(${sql.join(
    conditions.filter((condition) => condition != null),
    sql` or `,
  )})`
