import { printJson } from '../../../lib/calls/json.ts'

/**
 * A difference between two JSON values. `before` and `after` are JSON texts. `before` is missing if the value
 * was added, and `after` is missing if it was removed.
 */
export interface Difference {
  path: string
  before?: string
  after?: string
}

/**
 * Returns the differences in the order of the new value. Removed keys come last in their object. A different
 * order of keys is not a difference.
 */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (Array.isArray(before) && Array.isArray(after))
    return entriesOf([...after.keys(), ...before.keys()]).flatMap((index) =>
      at(before, after, index, `${path}[${index}]`),
    )
  if (isObject(before) && isObject(after))
    return entriesOf([...Object.keys(after), ...Object.keys(before)]).flatMap((key) =>
      at(before, after, key, pathTo(path, key)),
    )
  return printJson(before) === printJson(after)
    ? []
    : [{ path, before: printJson(before), after: printJson(after) }]
}

export const isSame = (one: unknown, other: unknown): boolean => differences(one, other).length === 0

const entriesOf = <Key>(keys: Key[]): Key[] => [...new Set(keys)]

function at(before: object, after: object, key: string | number, path: string): Difference[] {
  const [old, now] = [before, after].map((each) => (each as Record<string | number, unknown>)[key])
  if (!Object.hasOwn(before, key)) return [{ path, after: printJson(now) }]
  if (!Object.hasOwn(after, key)) return [{ path, before: printJson(old) }]
  return differences(old, now, path)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a path such as pressure.low, or pressure["a.b"] for a key that is not an identifier. */
function pathTo(path: string, key: string): string {
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path ? `${path}.${key}` : key
}
