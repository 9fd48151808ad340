import pg from 'pg'
import { exactNumber, longNumber } from '../../contract/exact-numbers.ts'
import { required } from '../../contract/required.ts'

declare global {
  interface BigInt {
    toJSON(): unknown
  }
  interface JSON {
    rawJSON(text: string): object
  }
}

// Makes JSON.stringify print a bigint as a number.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  value(this: bigint) {
    return JSON.rawJSON(String(this))
  },
})

/** Thrown for a number in JSON input that exceeds the range of a double. */
export class NumberTooLarge extends Error {}

const bounded = (text: string): number | bigint => {
  const number = exactNumber(text)
  if (number === Infinity || number === -Infinity) throw new NumberTooLarge()
  return number
}

const reviver =
  (read: (text: string) => number | bigint) => (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value)
      ? read(required(context, 'context').source)
      : value

const exactly = reviver(exactNumber)
const boundedly = reviver(bounded)

/** Parses JSON from the database. Integers that a double cannot represent exactly become bigints. */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, longNumber.test(text) ? exactly : undefined)

/**
 * Like parseJson(), but for JSON from clients. Throws NumberTooLarge for numbers beyond the range of a
 * double.
 */
export const parseForeignJson = (text: string): unknown =>
  JSON.parse(text, longNumber.test(text) || /\de\+?\d{3}/i.test(text) ? boundedly : undefined)

// Defines the JavaScript type for each column type, both for the embedded database and for PostgreSQL
// servers:
// - int8, count(*) → number (bigint beyond 2^53)
// - numeric, date, interval, time → string as PostgreSQL prints it
// - timestamptz → Date
// - bytea → Buffer
// - json, jsonb → parsed (long integers become bigints)
// - arrays of these → arrays
// - all other types → string
const oid = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
}
const timestamptz = 1184
const jsonb = 3802
// pg's type definitions lack a name for the OID of text[].
const textArray = 1009 as Parameters<typeof pg.types.getTypeParser>[0]

type Parse = (text: string) => unknown

const parseDate = pg.types.getTypeParser(timestamptz, 'text') as Parse
const parseTextArray = pg.types.getTypeParser(textArray, 'text') as (text: string) => Nested[]
type Nested = string | null | Nested[]

function parseInteger(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

const parsers = new Map<number, Parse>([
  [oid.bool, (text) => text === 't'],
  [oid.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
  [oid.int8, parseInteger],
  [oid.int2, Number],
  [oid.int4, Number],
  [oid.oid, Number],
  [oid.float4, Number],
  [oid.float8, Number],
  [oid.json, parseJson],
  [jsonb, parseJson],
  [timestamptz, parseDate],
])

// OIDs of element types and their array types, from pg_type. Arrays of other types are returned as strings.
const arrays: [element: number, array: number][] = [
  [oid.bool, 1000],
  [oid.bytea, 1001],
  [oid.int8, 1016],
  [oid.int2, 1005],
  [oid.int4, 1007],
  [oid.oid, 1028],
  [oid.float4, 1021],
  [oid.float8, 1022],
  [oid.json, 199],
  [jsonb, 3807],
  [timestamptz, 1185],
]
for (const array of [1002, 1009, 1014, 1015, 1041, 1115, 1182, 1183, 1187, 1231, 2951])
  parsers.set(array, parseTextArray)
for (const [element, array] of arrays) {
  const parse = required(parsers.get(element), 'item of parsers')
  const parseNested = (value: Nested): unknown =>
    value === null ? null : Array.isArray(value) ? value.map(parseNested) : parse(value)
  parsers.set(array, (text) => parseTextArray(text).map(parseNested))
}

const asText: Parse = (text) => text

/** Value for the `types` option of the pg driver. */
export const columnTypes = {
  getTypeParser: (type: number) => parsers.get(type) ?? asText,
} as unknown as pg.CustomTypesConfig
