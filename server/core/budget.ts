import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  type ResponsePath,
} from 'graphql'
import { first, required } from '../../contract/required.ts'
import { AppError } from './errors.ts'

/** Maximum number of values in one response. Each field of each object counts as one value. */
export const mostValues = 200_000

/** For each list field of a document: the number of values in one row, without nested lists. */
export type RowValues = ReadonlyMap<FieldNode, number>

/** Counts the values of one response while its lists are resolved. */
export interface Budget {
  /**
   * Set once the response is too large. Further lists are then empty, and the response must contain only this
   * error.
   */
  readonly error: AppError | undefined
  /** Adds the values of a list's rows to the count. Sets `error` if the response becomes too large. */
  spend(rows: number, info: GraphQLResolveInfo): void
  /** Whether this many more rows of any list still fit into the response. */
  allows(rows: number): boolean
  /** Starts counting again for the next response of a subscription. */
  reset(): void
}

interface CountedValues {
  /** Number of values in the response that do not belong to a list. */
  base: number
  rowValues: RowValues
  /** Whether the operation is a mutation, which has already committed when its response is built. */
  changes: boolean
}

export function createBudget({ base, rowValues, changes }: CountedValues): Budget {
  let spent = base
  let error: AppError | undefined
  /** For each list field of the document: the path in the response and the number of values. */
  const lists = new Map<FieldNode, { path: ResponsePath; values: number }>()

  return {
    get error() {
      return error
    },
    spend(rows, { fieldNodes, path }) {
      let row = 0
      for (const node of fieldNodes) row += rowValues.get(node) ?? 0
      const values = rows * Math.max(1, row)
      const known = lists.get(first(fieldNodes, 'fieldNodes'))
      if (known) known.values += values
      else lists.set(first(fieldNodes, 'fieldNodes'), { path, values })
      spent += values
      if (spent <= mostValues) return
      const [largest] = [...lists.values()].sort((one, other) => other.values - one.values)
      error = tooMuch(nameOf(required(largest, 'largest').path), { done: changes })
    },
    allows: (rows) => !error && spent + rows <= mostValues,
    reset() {
      spent = base
      error = undefined
      lists.clear()
    },
  }
}

/**
 * Returns a BAD_INPUT error that names the list to shorten. With `done`, the error also states that the
 * mutation was executed, although its response cannot be returned.
 */
export function tooMuch(list: string, { done = false } = {}): AppError {
  const message = [done ? 'graphql.valuesDone' : 'graphql.values', { max: mostValues, list }] as const
  return new AppError('BAD_INPUT', { message, fields: { [list]: message } })
}

/** Returns the path with the field names of the document, such as `queryTenant.data.operators`. */
function nameOf(path: ResponsePath): string {
  const keys: string[] = []
  for (let at: ResponsePath | undefined = path; at; at = at.prev) {
    if (typeof at.key === 'string') keys.unshift(at.key)
  }
  return keys.join('.')
}

export const isListOfObjects = (type: GraphQLOutputType): boolean =>
  isListType(getNullableType(type)) && !isLeafType(getNamedType(type))

/** Makes every list of the schema report its length before the fields of its rows are resolved. */
export function countLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.resolve && isListOfObjects(field.type)) field.resolve = counting(field.resolve)
    }
  }
  return schema
}

/**
 * The context can be undefined, because introspection queries are also executed without one, for example by
 * npm run generate.
 */
type Resolve = GraphQLFieldResolver<unknown, { budget?: Budget } | undefined>

function counting(resolve: Resolve): Resolve {
  return (source, args, context, info) => {
    const rows = resolve(source, args, context, info)
    const budget = context?.budget
    if (!budget) return rows
    const count = (list: unknown) => {
      if (Array.isArray(list) && !budget.error) budget.spend(list.length, info)
      // Return an empty list instead of throwing. If a resolver throws or the executor is aborted, graphql-js
      // creates one error for each pending field, which takes four times as long as the response.
      return budget.error ? [] : list
    }
    return rows instanceof Promise ? rows.then(count) : count(rows)
  }
}
