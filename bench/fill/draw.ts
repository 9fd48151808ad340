import { pinyin } from 'pinyin-pro'
import { latin, second, surnames, first as syllables } from '../../server/demo/people.ts'

// SQL expressions over n, the number of a row. Each draw depends on n and on the number of the draw (`which`), so that
// every run makes the same rows.

/** An integer from 0 to below the bound. */
export const draw = (which: number, below: number | string) =>
  `((hashint8extended(n, ${which}) & 2147483647) % ${below})::int`
/** A number from 0 to below 1. */
export const uniform = (which: number) =>
  `((hashint8extended(n, ${which}) & 2147483647) / 2147483648.0::float8)`
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`
export const list = (words: readonly string[]) => `(array[${words.map(text).join()}])`
export const pick = (words: readonly string[], which: number) =>
  `${list(words)}[1 + ${draw(which, words.length)}]`
/** Prefers the first words: the first of 69 surnames belongs to one account in eight, the last to one in 140. */
const skewed = (words: readonly string[], which: number) =>
  `${list(words)}[1 + floor(${words.length} * power(${uniform(which)}, 2))::int]`

/** A UUID of version 4. */
export const id = (kind: string, number: string | number) =>
  `overlay(overlay(md5('${kind} ' || (${number})) placing '4' from 13) placing '8' from 17)::uuid`
/** A unique mobile phone for each number below 10⁹, because 3¹⁸ and 10⁹ have no common factor. */
export const phone = (number: string) =>
  `'+8613' || lpad(((${number})::bigint * 387420489 % 1000000000)::text, 9, '0')`
/** Converts the words of a name: unchanged, to pinyin, or to initials. */
export type Spelling = (word: string) => string
const syllablesOf = (word: string) => pinyin(word.toLowerCase(), { type: 'array', toneType: 'none', v: true })
const plain: Spelling = (word) => word
/** The pinyin column of a name. Without it, the server would add it to each row at its start. */
export const withPinyin = (name: (as: Spelling) => string) =>
  `${name((word) => syllablesOf(word).join(''))} || chr(10) || ${name((word) =>
    syllablesOf(word)
      .map(([initial]) => initial)
      .join(''),
  )}`
/** The name of the account with that number. */
export const personName = (number = 'n', as: Spelling = plain) =>
  `${skewed(surnames.map(as), 1)} || case when ${draw(2, 4)} > 0 then ${pick(syllables.map(as), 3)} else '' end || ${skewed(second.map(as), 4)}`.replaceAll(
    '(n,',
    `(${number},`,
  )
export const username = `${pick(latin, 20)} || '.' || ${pick(latin, 21)} || n`
export const email = `case when ${draw(22, 100)} < 55 then ${username} || '@example.com' end`

/** Number of devices, accounts and organizations whose name contains `rareName`, at any size. */
const rare = 12
export const rareName = '鼋头渚'
export const isRare = (total: number) => `n % ${Math.floor(total / rare)} = 0`

/** The number of one of `approved` organizations. The first gets a tenth, the others get fewer and fewer. `nobody` of 100 get null. */
export const organization = (which: number, nobody: number, approved: number) =>
  `case when ${draw(which, 100)} < ${nobody} then null when ${draw(which, 100)} < ${nobody + 10} then 1
   else 2 + floor(${approved - 1} * power(${uniform(which + 1)}, 3))::int end`
export const organizationId = (number: string) =>
  `coalesce(${id('organization', number)}, '00000000-0000-0000-0000-000000000000')`

/** A time a number of days before `now` (RFC 3339). */
export const ago = (now: string, days: string) => `timestamptz '${now}' - (${days}) * interval '1 day'`
/** Creation times within three years, in the order of n. */
export const came = (now: string, total: number) =>
  ago(now, `1095 * (1 - n / ${total}.0::float8) + ${uniform(90)}`)

/** Rows of one table, numbered by n from 1 on. */
export interface Step {
  table: string
  rows: number
  columns: Record<string, string>
  where?: string
}

/** Parameters of the rows. */
export interface Fill {
  size: number
  /** Id of the account that decides on requests and receives messages. */
  adminId: string
  /** PHC string of the password. */
  hash: string
  /** The time that all dates are relative to, RFC 3339. */
  now: string
}
