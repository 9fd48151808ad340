import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

/**
 * What one document may ask for. The console's largest query has depth 7, some 60 fields and no alias; a nested list
 * may hold 100 rows, so each level of lists multiplies what its fields cost.
 */
export const graphqlLimits = {
  tokens: 2_000,
  depth: 10,
  aliases: 30,
  fields: 400,
  directives: 20,
  cost: 50_000,
}

/** Lists of the schema that hold up to 100 rows; what lies below them counts so often. */
const rowsOfList = 100
/** What an area has below it, on average: ten cities a province, nine districts a city. */
const rowsOfArea = 10
const rowsOf = (fieldName: string): number => (fieldName === 'children' ? rowsOfArea : rowsOfList)

interface Sum {
  depth: number
  aliases: number
  fields: number
  directives: number
  cost: number
}

/** The first limit that one of the document's operations exceeds. One walk; each fragment is summed once. */
export function firstExceeded(
  document: DocumentNode,
  isList: (fieldName: string) => boolean,
): keyof Sum | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  }
  const summed = new Map<string, Sum>()

  const sumOf = (set: SelectionSetNode | undefined, open: ReadonlySet<string>): Sum => {
    const total: Sum = { depth: 0, aliases: 0, fields: 0, directives: 0, cost: 0 }
    for (const selection of set?.selections ?? []) {
      total.directives += selection.directives?.length ?? 0
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const { value: name } = selection.name
        const fragment = fragments.get(name)
        // A cycle or an unknown name: for the rules that say so.
        if (!fragment || open.has(name)) continue
        const inner = summed.get(name) ?? sumOf(fragment.selectionSet, new Set([...open, name]))
        summed.set(name, inner)
        add(total, inner, 0, 1)
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        add(total, sumOf(selection.selectionSet, open), 0, 1)
      } else {
        if (selection.alias) total.aliases += 1
        total.fields += 1
        total.cost += 1
        const name = selection.name.value
        const inner = sumOf(selection.selectionSet, open)
        add(total, inner, 1, selection.selectionSet && isList(name) ? rowsOf(name) : 1)
      }
    }
    return total
  }

  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue
    const sum = sumOf(node.selectionSet, new Set())
    sum.directives += node.directives?.length ?? 0
    const over = (Object.keys(sum) as (keyof Sum)[]).find((name) => sum[name] > graphqlLimits[name])
    if (over) return over
  }
  return undefined
}

function add(total: Sum, inner: Sum, deeper: number, times: number): void {
  total.depth = Math.max(total.depth, inner.depth + deeper)
  total.aliases += inner.aliases
  total.fields += inner.fields
  total.directives += inner.directives
  total.cost += inner.cost * times
}
