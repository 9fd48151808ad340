import { graphql, nameOf, request, textOf } from '../../lib/graphql.ts'

/** A row count. If it is not exact, there are more rows. */
export interface Count {
  count: number
  countExact: boolean
}

/** Variables of the list's query, by view. */
type Views = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Returns a query that counts the rows of a list for each view, together with the variables of the query. The
 * variable declarations and arguments are copied from the list's own query, so that counts support the same
 * filters. Arguments that no view sets are omitted.
 */
export function countsQuery(name: string, text: string, field: string, views: Views) {
  const types = new Map([...text.matchAll(/\$(\w+): ([\w![\]]+)/g)].map(([, of, type]) => [of, type]))
  const args = [...text.matchAll(/(\w+): \$(\w+)/g)]
  const declared: string[] = []
  const variables: Record<string, unknown> = {}
  const fields = Object.entries(views).map(([view, given]) => {
    const passed = args.flatMap(([, argument, variable = '']) => {
      const value = given[variable]
      if (value === undefined || value === null) return []
      declared.push(`$${view}_${variable}: ${types.get(variable)}`)
      variables[`${view}_${variable}`] = value
      return [`, ${argument}: $${view}_${variable}`]
    })
    return `${view}: ${field}(pageSize: 1${passed.join('')}) { count countExact }`
  })
  const declarations = declared.length ? `(${declared.join(', ')})` : ''
  return { text: `query ${name}${declarations} { ${fields.join(' ')} }`, variables }
}

/** Counts the rows of each view in a single request. */
export async function requestCounts<View extends string>(
  list: unknown,
  field: string,
  views: Readonly<Record<View, Readonly<Record<string, unknown>>>>,
  signal: AbortSignal,
): Promise<Record<View, Count>> {
  const { text, variables } = countsQuery(`${nameOf(list)}Counts`, textOf(list), field, views)
  const document = (graphql as unknown as (text: string) => object)(text)
  const ask = request as unknown as (
    document: object,
    variables: object,
    signal: AbortSignal,
  ) => Promise<unknown>
  return (await ask(document, variables, signal)) as Record<View, Count>
}
