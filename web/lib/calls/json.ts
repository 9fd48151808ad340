import { exactNumber, longNumber } from '../../../contract/exact-numbers.ts'

// Some supported browsers do not pass the source text to a JSON.parse reviver and cannot serialize a bigint
// as a number. An integer that a double cannot represent is therefore parsed and serialized as a string with
// a NUL prefix. No string from the server or from a form begins with NUL.
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g

const mark = (token: string): string =>
  token.startsWith('"') || typeof exactNumber(token) === 'number' ? token : `"\\u0000${exactNumber(token)}"`

/**
 * Parses JSON. Returns a bigint for each integer that a double would round. Throws SyntaxError if the JSON is
 * invalid.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!longNumber.test(text)) return value
  return JSON.parse(text.replace(textOrNumber, mark), (_key, each: unknown) =>
    typeof each === 'string' && each.startsWith('\0') ? BigInt(each.slice(1)) : each,
  )
}

/** Like JSON.stringify, but serializes a bigint as a JSON number. */
export function printJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === 'bigint' ? `\0${each}` : each),
    indent,
  )
  return text?.replace(/"\\u0000(-?\d+)"/g, '$1')
}
