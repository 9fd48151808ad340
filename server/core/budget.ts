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

/** Values, one for each field of each object, that one answer may hold. */
export const mostValues = 200_000

/** What the fields of one row of a list come to, without the lists below it; for each list of a document. */
export type RowValues = ReadonlyMap<FieldNode, number>

/** What one answer holds so far, counted as its lists turn out. */
export interface Budget {
  /** Set once the answer has become too much: from then on lists are empty, and nothing of it may be shown. */
  readonly error: AppError | undefined
  /** A list has so many rows; `error` is set where they are too much. */
  spend(rows: number, info: GraphQLResolveInfo): void
  /** Whether the answer may hold so many more rows of any list. */
  allows(rows: number): boolean
  /** The next answer of a subscription. */
  reset(): void
}

interface Means {
  /** What is outside of lists. */
  base: number
  rowValues: RowValues
  /** The operation is a mutation, which is done by the time that its answer is read. */
  changes: boolean
}

export function createBudget({ base, rowValues, changes }: Means): Budget {
  let spent = base
  let error: AppError | undefined
  /** By the field that asks for a list: the values of all such lists. */
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

/** BAD_INPUT that names the list to ask less of. `done`: the mutation is, although its answer cannot be had. */
export function tooMuch(list: string, { done = false } = {}): AppError {
  const message = [done ? 'graphql.valuesDone' : 'graphql.values', { max: mostValues, list }] as const
  return new AppError('BAD_INPUT', { message, fields: { [list]: message } })
}

/** As its sender wrote it: `queryTenant.data.operators`. */
function nameOf(path: ResponsePath): string {
  const keys: string[] = []
  for (let at: ResponsePath | undefined = path; at; at = at.prev) {
    if (typeof at.key === 'string') keys.unshift(at.key)
  }
  return keys.join('.')
}

export const isListOfObjects = (type: GraphQLOutputType): boolean =>
  isListType(getNullableType(type)) && !isLeafType(getNamedType(type))

/** Lets every list of the schema tell how long it is before anything below it is asked for. */
export function countLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.resolve && isListOfObjects(field.type)) field.resolve = counting(field.resolve)
    }
  }
  return schema
}

/** The library's own types, of introspection, are asked without a call too: npm run generate does. */
type Resolve = GraphQLFieldResolver<unknown, { budget?: Budget } | undefined>

function counting(resolve: Resolve): Resolve {
  return (source, args, context, info) => {
    const rows = resolve(source, args, context, info)
    const budget = context?.budget
    if (!budget) return rows
    const count = (list: unknown) => {
      if (Array.isArray(list) && !budget.error) budget.spend(list.length, info)
      // Empty, not refused: the executor, stopped or told of an error, makes one of each field that it still waits for,
      // which takes four times as long as the answer.
      return budget.error ? [] : list
    }
    return rows instanceof Promise ? rows.then(count) : count(rows)
  }
}
