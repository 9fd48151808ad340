interface Keyed {
  key: string
}

/**
 * Columns as they were put in order: the first stays the first; one that the order does not know, since it is newer, comes
 * behind the one that it follows by itself.
 */
export function inOrder<Column extends Keyed>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const [first, ...others] = columns
  if (!first || !order.length) return columns
  const found = order.flatMap((key) => others.filter((each) => each.key === key))
  for (const [index, column] of others.entries()) {
    if (found.includes(column)) continue
    found.splice(index ? found.indexOf(others[index - 1]!) + 1 : 0, 0, column)
  }
  return [first, ...found]
}

/** The keys with one of them at another place; as they are where that is beyond an end. */
export function moved(keys: readonly string[], key: string, to: number): readonly string[] {
  if (to < 0 || to >= keys.length) return keys
  const others = keys.filter((each) => each !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}

/** Those that show: all that are not hidden, and the first one. */
export const shownOf = <Column extends Keyed>(columns: readonly Column[], { hidden, order }: Kept) =>
  inOrder(columns, order).filter(({ key }, index) => index === 0 || !hidden.includes(key))

export const keysOf = (columns: readonly Keyed[]): string[] => columns.map(({ key }) => key)

export interface Kept {
  hidden: readonly string[]
  order: readonly string[]
}

/** As it is remembered: keys that are left out, or a dash for none; after a bar those in their order. */
export function readColumns(text: string | null, initially: readonly string[]): Kept {
  if (!text) return { hidden: initially, order: [] }
  const [hidden = '', order = ''] = text.split('|').map((part) => part.trim())
  return { hidden: hidden.split(' '), order: order ? order.split(' ') : [] }
}

export const writeColumns = ({ hidden, order }: Kept): string =>
  `${hidden.filter((key) => key !== '-').join(' ') || '-'}${order.length ? `|${order.join(' ')}` : ''}`
