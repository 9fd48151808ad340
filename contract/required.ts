/**
 * Thrown if a value that the code relies on is missing. This is a bug in the program, never a mistake of the
 * caller.
 */
export class MissingError extends Error {
  override readonly name = 'MissingError'
}

/**
 * Returns the value with a type that excludes null and undefined. Throws MissingError if the value is null or
 * undefined. `what` describes the value in the error message.
 */
export function required<T>(value: T, what: string): NonNullable<T> {
  if (value === null || value === undefined) throw new MissingError(`Missing value: ${what}`)
  return value
}

/**
 * Returns the first item. Throws MissingError if the list is empty. `what` describes the table or the list in
 * the error message.
 */
export function first<T>(items: readonly T[], what: string): T {
  if (!items.length) throw new MissingError(`Expected at least one item in ${what}, found none`)
  return items[0] as T
}

/**
 * Returns the last item. Throws MissingError if the list is empty. `what` describes the table or the list in
 * the error message.
 */
export function last<T>(items: readonly T[], what: string): T {
  if (!items.length) throw new MissingError(`Expected at least one item in ${what}, found none`)
  return items[items.length - 1] as T
}

/**
 * Returns the only item. Throws MissingError unless the list has exactly one item. `what` describes the table
 * or the list in the error message.
 */
export function one<T>(items: readonly T[], what: string): T {
  if (items.length !== 1)
    throw new MissingError(`Expected exactly one item in ${what}, found ${items.length}`)
  return items[0] as T
}
