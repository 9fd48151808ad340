import { pinyin } from 'pinyin-pro'
import { latin, second, surnames, first as syllables } from '../../server/demo/people.ts'

// SQL expressions that compute the values of a row from its number n. A pseudo-random value depends only on n
// and on `which`, the number of the draw, so every run generates the same rows.

/** Returns SQL for a pseudo-random integer from 0 to `below` - 1. */
export const draw = (which: number, below: number | string) =>
  `((hashint8extended(n, ${which}) & 2147483647) % ${below})::int`
/** Returns SQL for a pseudo-random number that is at least 0 and less than 1. */
export const uniform = (which: number) =>
  `((hashint8extended(n, ${which}) & 2147483647) / 2147483648.0::float8)`
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`
export const list = (words: readonly string[]) => `(array[${words.map(text).join()}])`
export const pick = (words: readonly string[], which: number) =>
  `${list(words)}[1 + ${draw(which, words.length)}]`
/**
 * Returns SQL for a pseudo-random word. Earlier words are more frequent: the first of 69 surnames belongs to
 * one account in eight, the last to one in 140.
 */
const skewed = (words: readonly string[], which: number) =>
  `${list(words)}[1 + floor(${words.length} * power(${uniform(which)}, 2))::int]`

/** Returns SQL for a version 4 UUID that is derived from a kind of rows and a number. */
export const id = (kind: string, number: string | number) =>
  `overlay(overlay(md5('${kind} ' || (${number})) placing '4' from 13) placing '8' from 17)::uuid`
/**
 * Returns SQL for a mobile phone number. It is unique for each `number` below 10⁹, because 3¹⁸ and 10⁹ have
 * no common factor.
 */
export const phone = (number: string) =>
  `'+8613' || lpad(((${number})::bigint * 387420489 % 1000000000)::text, 9, '0')`
/** Spells one word of a name: as is, as pinyin, or as pinyin initials. */
export type Spelling = (word: string) => string
const syllablesOf = (word: string) => pinyin(word.toLowerCase(), { type: 'array', toneType: 'none', v: true })
const plain: Spelling = (word) => word
/**
 * Returns SQL for the pinyin column of a name. The column is filled here, because the server would otherwise
 * compute it row by row at startup.
 */
export const withPinyin = (name: (as: Spelling) => string) =>
  `${name((word) => syllablesOf(word).join(''))} || chr(10) || ${name((word) =>
    syllablesOf(word)
      .map(([initial]) => initial)
      .join(''),
  )}`
/** Returns SQL for the name of the account with this number. */
export const personName = (number = 'n', as: Spelling = plain) =>
  `${skewed(surnames.map(as), 1)} || case when ${draw(2, 4)} > 0 then ${pick(syllables.map(as), 3)} else '' end || ${skewed(second.map(as), 4)}`.replaceAll(
    '(n,',
    `(${number},`,
  )
export const username = `${pick(latin, 20)} || '.' || ${pick(latin, 21)} || n`
export const email = `case when ${draw(22, 100)} < 55 then ${username} || '@example.com' end`

/**
 * Number of accounts, of organizations and of devices whose name contains `rareName`. It does not depend on
 * the size of the database.
 */
const rare = 12
export const rareName = '鼋头渚'
export const isRare = (total: number) => `n % ${Math.floor(total / rare)} = 0`

/**
 * Returns SQL for the number of an approved organization, or null for `nobody` percent of the rows.
 * Organization 1 gets ten percent of the rows. Organizations with higher numbers get fewer and fewer.
 */
export const organization = (which: number, nobody: number, approved: number) =>
  `case when ${draw(which, 100)} < ${nobody} then null when ${draw(which, 100)} < ${nobody + 10} then 1
   else 2 + floor(${approved - 1} * power(${uniform(which + 1)}, 3))::int end`
export const organizationId = (number: string) =>
  `coalesce(${id('organization', number)}, '00000000-0000-0000-0000-000000000000')`

/** Returns SQL for the time `days` days before `now` (RFC 3339). */
export const ago = (now: string, days: string) => `timestamptz '${now}' - (${days}) * interval '1 day'`
/** Returns SQL for creation times within the last three years, which increase with n. */
export const came = (now: string, total: number) =>
  ago(now, `1095 * (1 - n / ${total}.0::float8) + ${uniform(90)}`)

/** Rows to insert into one table, numbered n = 1, 2, … */
export interface Step {
  table: string
  rows: number
  columns: Record<string, string>
  where?: string
}

/** The input from which the rows are generated. */
export interface Fill {
  size: number
  /** Id of the account that decides on organization requests and receives notifications. */
  adminId: string
  /** Hash of every account's password, as a PHC string. */
  hash: string
  /** The time to which all dates are relative (RFC 3339). */
  now: string
}
