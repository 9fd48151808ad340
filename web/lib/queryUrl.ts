/** Characters of a URL that every proxy on the way takes. */
const longest = 4_000

export interface Call {
  operationName: string
  query: string
  variables: Readonly<Record<string, unknown>>
}

/**
 * The URL of a query that may be sent by GET; null where it has to be posted: it would be too long, or hold what
 * belongs into no log of URLs. What people type (a name, a phone, words to search for, a code) is a String or
 * cannot be told from one, so that only values that say nothing about anybody are let through.
 */
export function queryUrl(path: string, { operationName, query, variables }: Call): string | null {
  const types = variableTypes(query)
  const given = Object.entries(variables).filter(([, value]) => value != null)
  if (!given.every(([name, value]) => isPlain(types.get(name), value))) return null
  const search = new URLSearchParams({
    operationName,
    ...(given.length > 0 && { variables: JSON.stringify(Object.fromEntries(given)) }),
    query: query.replace(/#.*/g, '').replace(/\s+/g, ' ').trim(),
  })
  const url = `${path}?${search}`
  return url.length <= longest ? url : null
}

/** The named type of each variable that a document declares: `$ids: [ID!]!` is an ID. */
const variableTypes = (query: string): ReadonlyMap<string, string> =>
  new Map([...query.matchAll(/\$(\w+)\s*:\s*\[*\s*(\w+)/g)].map(([, name, type]) => [name!, type!]))

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
    // An ID may be typed by hand, or be a code that lets in (an invitation's): only one that says nothing passes.
    case 'ID':
      return typeof value === 'string' && uuid.test(value)
    case 'DateTime':
      return typeof value === 'string' && instant.test(value)
    default:
      // What is no text is an enumeration, or an object, which is none.
      return !/^(String|JSON)$/.test(type) && typeof value === 'string' && /^[A-Z][A-Z_]*$/.test(value)
  }
}
