import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { limits } from '../../../contract/limits.ts'
import { first, required } from '../../../contract/required.ts'
import { isListOfObjects, mostValues, type RowValues, tooMuch } from '../../core/budget.ts'
import type { AppError } from '../../core/errors.ts'
import type { Fragments } from './limits.ts'

interface Cost {
  /** Number of values that are not in lists. */
  base: number
  rowValues: RowValues
}

interface RequestedOperation {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  fragments: Fragments
  variables: Record<string, unknown> | null | undefined
}

/**
 * Returns the number of values per row for each list of a document. Returns a BAD_INPUT error if the
 * requested pages and bulk calls alone exceed the limit. The lengths of nested lists are checked during
 * execution, when they are known.
 */
export function readCost({ schema, operation, fragments, variables }: RequestedOperation): Cost | AppError {
  const given = { ...defaultsOf(operation), ...variables }
  const rowValues = new Map<FieldNode, number>()
  const asked: { list: string; values: number }[] = []

  /**
   * Returns the number of values outside nested lists. `rows` is the number of rows of the surrounding page.
   * `path` is undefined inside a list, because the length of the list is unknown.
   */
  function sum(
    { selections }: SelectionSetNode,
    type: GraphQLNamedType | undefined,
    { rows, path }: { rows: number; path: readonly string[] | undefined },
  ): number {
    let values = 0
    for (const selection of selections) {
      if (!isIncluded(selection, given)) continue
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD
            ? required(fragments.get(selection.name.value), 'item of fragments')
            : selection
        const on = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type
        values += sum(fragment.selectionSet, on, { rows, path })
        continue
      }
      values += 1
      const field = isCompositeType(type) ? schema.getField(type, selection.name.value) : undefined
      if (!selection.selectionSet || !field) continue
      const inner = getNamedType(field.type)
      const here = path && [...path, (selection.alias ?? selection.name).value]
      if (!isListOfObjects(field.type)) {
        const paged = field.args.some(({ name }) => name === 'pageSize')
        const page = paged ? (argument(selection, 'pageSize') ?? limits.page.size) : 1
        values += sum(selection.selectionSet, inner, { rows: Number(page) || 0, path: here })
        continue
      }
      const row = sum(selection.selectionSet, inner, { rows: 1, path: undefined })
      rowValues.set(selection, row)
      if (here) asked.push({ list: here.join('.'), values: row * Math.max(rows, longestList(selection)) })
    }
    return values
  }

  const argument = ({ arguments: args }: FieldNode, name: string): unknown => {
    const found = args?.find((each) => each.name.value === name)
    return found && valueFromASTUntyped(found.value, given)
  }
  const longestList = ({ arguments: args }: FieldNode): number =>
    Math.max(0, ...(args ?? []).map(({ value }) => [valueFromASTUntyped(value, given)].flat().length))

  const base = sum(
    operation.selectionSet,
    required(schema.getRootType(operation.operation), 'result of getRootType'),
    { rows: 1, path: [] },
  )
  if (asked.reduce((total, { values }) => total + values, base) > mostValues)
    return tooMuch(
      first(
        asked.sort((one, other) => other.values - one.values),
        'asked',
      ).list,
    )
  return { base, rowValues }
}

const defaultsOf = ({ variableDefinitions }: OperationDefinitionNode): Record<string, unknown> =>
  Object.fromEntries(
    (variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue && valueFromASTUntyped(defaultValue),
    ]),
  )

const isIncluded = ({ directives }: SelectionNode, variables: Record<string, unknown>): boolean =>
  !directives?.some(({ name, arguments: args }) => {
    const when = args?.[0] && valueFromASTUntyped(args[0].value, variables)
    return (name.value === 'skip' && when === true) || (name.value === 'include' && when === false)
  })
