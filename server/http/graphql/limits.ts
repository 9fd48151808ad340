import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { first, required } from '../../../contract/required.ts'
import { isListOfObjects } from '../../core/budget.ts'
import { AppError } from '../../core/errors.ts'

/**
 * Limits of a document, which are checked before execution. For comparison: a document with every field of
 * every type, in which each path contains a type only once, has depth 8 and about 800 fields. The console
 * needs at most depth 7 and 60 fields.
 */
export const graphqlLimits = {
  tokens: 4_000,
  depth: 10,
  /**
   * Maximum depth of introspection. The introspection query of GraphQL clients has depth 15, mostly because
   * of nested `ofType` fields.
   */
  introspection: 16,
  aliases: 30,
  fields: 2_200,
  directives: 20,
  /** Maximum number of repeated fields in one selection. Validation compares each of them with all others. */
  repeats: 100,
  /**
   * How many times a query may nest a list inside another list of the same type, such as members →
   * organizations → members.
   */
  returns: 1,
}

type Limit = keyof typeof graphqlLimits

export const exceeds = (limit: Limit): AppError =>
  new AppError('BAD_INPUT', { message: [`graphql.${limit}`, { max: graphqlLimits[limit] }] })

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

export const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )

/** Throws BAD_INPUT if an operation of the document exceeds a limit. */
export function assertWithinLimits(document: DocumentNode, schema: GraphQLSchema): void {
  const fragments = fragmentsOf(document)
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) boundOperation(node, schema, fragments)
  }
}

/** The lists that enclose a selection. */
interface EnclosingLists {
  depth: number
  types: readonly string[]
  returns: number
}

function boundOperation(operation: OperationDefinitionNode, schema: GraphQLSchema, fragments: Fragments) {
  const counts = { aliases: 0, fields: 0, directives: 0, repeats: 0 }
  const count = (limit: keyof typeof counts, more = 1) => {
    counts[limit] += more
    if (counts[limit] > graphqlLimits[limit]) throw exceeds(limit)
  }
  type Fields = Map<string, { nodes: FieldNode[]; parent: GraphQLNamedType | undefined }>

  function collect(
    { selections }: SelectionSetNode,
    type: GraphQLNamedType | undefined,
    into: Fields,
    open: readonly string[],
  ): void {
    for (const selection of selections) {
      // Fragment spreads are counted as fields, too. If each fragment spreads the next one twice, the work
      // doubles at each level.
      count('fields')
      count('directives', selection.directives?.length ?? 0)
      if (selection.kind === Kind.FIELD) {
        if (selection.alias) count('aliases')
        const name = (selection.alias ?? selection.name).value
        const same = into.get(name)
        if (same) count('repeats')
        if (same) same.nodes.push(selection)
        else into.set(name, { nodes: [selection], parent: type })
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition
        collect(selection.selectionSet, on ? schema.getType(on.name.value) : type, into, open)
      } else {
        const { value: name } = selection.name
        const fragment = fragments.get(name)
        // Skips cycles of fragments and unknown fragment names, because the validation rules report them.
        if (!fragment || open.includes(name)) continue
        const on = schema.getType(fragment.typeCondition.name.value)
        collect(fragment.selectionSet, on, into, [...open, name])
      }
    }
  }

  function descend(fields: Fields, around: EnclosingLists): void {
    const describesSchema = [...fields.values()].every(({ parent }) => parent?.name.startsWith('__'))
    const limit = describesSchema ? 'introspection' : 'depth'
    if (around.depth > graphqlLimits[limit]) throw exceeds(limit)
    for (const { nodes, parent } of fields.values()) {
      const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
      if (!sets.length) continue
      const field = isCompositeType(parent)
        ? schema.getField(parent, first(nodes, 'nodes').name.value)
        : undefined
      const type = field && getNamedType(field.type)
      const inner: Fields = new Map()
      for (const set of sets) collect(set, type, inner, [])
      descend(
        inner,
        field && isListOfObjects(field.type)
          ? within(around, required(type, 'type'), required(parent, 'parent'))
          : deeper(around),
      )
    }
  }

  count('directives', operation.directives?.length ?? 0)
  const fields: Fields = new Map()
  collect(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined, fields, [])
  descend(fields, { depth: 1, types: [], returns: 0 })
}

const deeper = (around: EnclosingLists): EnclosingLists => ({ ...around, depth: around.depth + 1 })

function within(
  around: EnclosingLists,
  { name }: GraphQLNamedType,
  parent: GraphQLNamedType,
): EnclosingLists {
  // A list of areas inside an area does not count, because the tree of areas has a limited depth.
  const returns = around.returns + (around.types.includes(name) && parent.name !== name ? 1 : 0)
  if (returns > graphqlLimits.returns) throw exceeds('returns')
  return { depth: around.depth + 1, types: [...around.types, name], returns }
}
