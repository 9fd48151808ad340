import { required } from '../../contract/required.ts'

/** Maximum length of a URL in characters. Common proxies accept URLs of this length. */
const longest = 4_000

export interface Call {
  operationName: string
  query: string
  variables: Readonly<Record<string, unknown>>
}

/**
 * Returns the URL of a GET request for a query, or null if the query must be sent by POST. POST is required
 * if the URL would be too long, or would put personal data into access logs. Text that users type (names,
 * phone numbers, search terms, codes) is passed in String variables, so the URL can contain only enum values,
 * numbers, booleans and UUIDs.
 */
export function queryUrl(path: string, { operationName, query, variables }: Call): string | null {
  const types = variableTypes(query)
  const entries = Object.entries(variables).filter(([, value]) => value != null)
  if (!entries.every(([name, value]) => isPlain(types.get(name), value))) return null
  const search = new URLSearchParams({
    operationName,
    ...(entries.length > 0 && { variables: JSON.stringify(Object.fromEntries(entries)) }),
    query: query.replace(/#.*/g, '').replace(/\s+/g, ' ').trim(),
  })
  const url = `${path}?${search}`
  return url.length <= longest ? url : null
}

/** Returns the named type of each variable in a query, for example ID for `$ids: [ID!]!`. */
const variableTypes = (query: string): ReadonlyMap<string, string> =>
  new Map(
    [...query.matchAll(/\$(\w+)\s*:\s*\[*\s*(\w+)/g)].map(([, name, type]) => [
      required(name, 'name'),
      required(type, 'type'),
    ]),
  )

const uuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/

function isPlain(type: string | undefined, value: unknown): boolean {
  if (type === undefined) return false
  if (Array.isArray(value)) return value.every((each) => isPlain(type, each))
  switch (type) {
    case 'Boolean':
      return typeof value === 'boolean'
    case 'Int':
    case 'Float':
      return typeof value === 'number'
    // An ID variable can contain typed text or a secret such as an invitation code, so only UUIDs are
    // allowed.
    case 'ID':
      return typeof value === 'string' && uuid.test(value)
    case 'DateTime':
      return typeof value === 'string' && instant.test(value)
    default:
      // In a variable of any other type, a string is an enum value.
      return !/^(String|JSON)$/.test(type) && typeof value === 'string' && /^[A-Z][A-Z_]*$/.test(value)
  }
}
