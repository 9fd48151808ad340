import { required } from '../../../../contract/required.ts'

interface WithKey {
  key: string
}

/**
 * Sorts columns by a stored order. The first column stays first. A column that is missing in the stored order
 * is placed after its predecessor in the default order.
 */
export function inOrder<Column extends WithKey>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const [first, ...others] = columns
  if (!first || !order.length) return columns
  const found = order.flatMap((key) => others.filter((each) => each.key === key))
  for (const [index, column] of others.entries()) {
    if (found.includes(column)) continue
    found.splice(index ? found.indexOf(required(others[index - 1], 'item of others')) + 1 : 0, 0, column)
  }
  return [first, ...found]
}

/** Returns the keys with `key` moved to index `to`. Returns them unchanged if the index is out of range. */
export function moved(keys: readonly string[], key: string, to: number): readonly string[] {
  if (to < 0 || to >= keys.length) return keys
  const others = keys.filter((each) => each !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}

/** Returns the visible columns. The first column is always visible. */
export const shownOf = <Column extends WithKey>(
  columns: readonly Column[],
  { hidden, order }: ColumnSettings,
) => inOrder(columns, order).filter(({ key }, index) => index === 0 || !hidden.includes(key))

export const keysOf = (columns: readonly WithKey[]): string[] => columns.map(({ key }) => key)

export interface ColumnSettings {
  hidden: readonly string[]
  order: readonly string[]
}

/**
 * Parses stored column settings. The text contains the keys of the hidden columns, or a dash if no column is
 * hidden. After a vertical bar, it contains all keys in order.
 */
export function readColumns(text: string | null, initially: readonly string[]): ColumnSettings {
  if (!text) return { hidden: initially, order: [] }
  const [hidden = '', order = ''] = text.split('|').map((part) => part.trim())
  return { hidden: hidden.split(' '), order: order ? order.split(' ') : [] }
}

export const writeColumns = ({ hidden, order }: ColumnSettings): string =>
  `${hidden.filter((key) => key !== '-').join(' ') || '-'}${order.length ? `|${order.join(' ')}` : ''}`
