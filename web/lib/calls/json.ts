import { exactNumber, longNumber } from '../../../contract/exact-numbers.ts'

// Not every browser in use gives a reviver the text of a number, or prints a bigint. So a long number passes as a text that
// begins with NUL, which no text of the server or of a form does.
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g

const mark = (token: string): string =>
  token.startsWith('"') || typeof exactNumber(token) === 'number' ? token : `"\\u0000${exactNumber(token)}"`

/** Parses JSON; a whole number that a double would round is a bigint. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!longNumber.test(text)) return value
  return JSON.parse(text.replace(textOrNumber, mark), (_key, each: unknown) =>
    typeof each === 'string' && each.startsWith('\0') ? BigInt(each.slice(1)) : each,
  )
}

/** Prints JSON as JSON.stringify does, a bigint by its digits. */
export function printJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === 'bigint' ? `\0${each}` : each),
    indent,
  )
  return text?.replace(/"\\u0000(-?\d+)"/g, '$1')
}
