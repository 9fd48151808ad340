import { pinyin } from 'pinyin-pro'
import { latin, second, surnames, first as syllables } from '../../server/demo/people.ts'

// SQL over n, the number of a row. Each draw depends on n and on which draw it is, so that every run makes the same rows.

/** A whole number from 0, below the bound. */
export const draw = (which: number, below: number | string) =>
  `((hashint8extended(n, ${which}) & 2147483647) % ${below})::int`
/** From 0 to 1, without 1. */
export const uniform = (which: number) =>
  `((hashint8extended(n, ${which}) & 2147483647) / 2147483648.0::float8)`
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`
export const list = (words: readonly string[]) => `(array[${words.map(text).join()}])`
export const pick = (words: readonly string[], which: number) =>
  `${list(words)}[1 + ${draw(which, words.length)}]`
/** The first ones most often: the first of 69 surnames has one account in eight, the last one in 140. */
const skewed = (words: readonly string[], which: number) =>
  `${list(words)}[1 + floor(${words.length} * power(${uniform(which)}, 2))::int]`

/** A UUID of version 4. */
export const id = (kind: string, number: string | number) =>
  `overlay(overlay(md5('${kind} ' || (${number})) placing '4' from 13) placing '8' from 17)::uuid`
/** A mobile number for each number below 10⁹, none of them twice: 3¹⁸ shares no factor with 10⁹. */
export const phone = (number: string) =>
  `'+8613' || lpad(((${number})::bigint * 387420489 % 1000000000)::text, 9, '0')`
/** How the words of a name are written: as they are, in pinyin, by the initials. */
export type Spelling = (word: string) => string
const syllablesOf = (word: string) => pinyin(word.toLowerCase(), { type: 'array', toneType: 'none', v: true })
const plain: Spelling = (word) => word
/** What the server keeps beside a name, which it would else write for each row as it starts. */
export const withPinyin = (name: (as: Spelling) => string) =>
  `${name((word) => syllablesOf(word).join(''))} || chr(10) || ${name((word) =>
    syllablesOf(word)
      .map(([initial]) => initial)
      .join(''),
  )}`
/** What the account of that number is called. */
export const personName = (number = 'n', as: Spelling = plain) =>
  `${skewed(surnames.map(as), 1)} || case when ${draw(2, 4)} > 0 then ${pick(syllables.map(as), 3)} else '' end || ${skewed(second.map(as), 4)}`.replaceAll(
    '(n,',
    `(${number},`,
  )
export const username = `${pick(latin, 20)} || '.' || ${pick(latin, 21)} || n`
export const email = `case when ${draw(22, 100)} < 55 then ${username} || '@example.com' end`

/** Of every size, so many devices, accounts and organizations are called `rareName`. */
const rare = 12
export const rareName = '鼋头渚'
export const isRare = (total: number) => `n % ${Math.floor(total / rare)} = 0`

/** The number of an organization that `approved` go up to: the first has a tenth, the others ever fewer; none in `nobody` of 100. */
export const organization = (which: number, nobody: number, approved: number) =>
  `case when ${draw(which, 100)} < ${nobody} then null when ${draw(which, 100)} < ${nobody + 10} then 1
   else 2 + floor(${approved - 1} * power(${uniform(which + 1)}, 3))::int end`
export const organizationId = (number: string) =>
  `coalesce(${id('organization', number)}, '00000000-0000-0000-0000-000000000000')`

/** So many days before `now`, a time in RFC 3339. */
export const ago = (now: string, days: string) => `timestamptz '${now}' - (${days}) * interval '1 day'`
/** In three years, in the order of their numbers. */
export const came = (now: string, total: number) =>
  ago(now, `1095 * (1 - n / ${total}.0::float8) + ${uniform(90)}`)

/** Rows of one table, numbered by n: 1 and on. */
export interface Step {
  what: string
  table: string
  rows: number
  columns: Record<string, string>
  where?: string
}

/** What the rows are made for. */
export interface Fill {
  size: number
  /** Who decides on applications and reads the messages. */
  adminId: string
  /** Of the password, PHC. */
  hash: string
  /** What all dates count from, RFC 3339. */
  now: string
}
