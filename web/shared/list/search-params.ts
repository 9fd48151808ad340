import { limits } from '../../../contract/limits.ts'
import type { FilterRule, SavedSearch } from '../../../contract/lists.ts'

export const pageSizes = [10, 20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

export type FilterRules = Readonly<Record<string, FilterRule>>
/** The value of each filter. An empty string means that the filter is not active. */
export type Filters<Rules extends FilterRules> = {
  readonly [Name in keyof Rules]: Rules[Name] extends readonly (infer Value extends string)[]
    ? Value | ''
    : string
}

export type Sort<Field extends string = string> = { readonly field: Field; readonly order: 'ASC' | 'DESC' }

/** Returns the sort orders that consecutive clicks on a column header apply. */
export const ordersOf = (column: { sort?: string; order?: Sort['order'] }): readonly Sort['order'][] =>
  column.sort === undefined ? [] : column.order ? [column.order] : ['ASC', 'DESC']

export interface ListRules<Rules extends FilterRules = FilterRules, Field extends string = string> {
  filters: Rules
  sorts: readonly Field[]
  /** Default page size. If missing, limits.page.size applies. */
  size?: PageSize
}

/**
 * State of a list. It is stored in the search parameters of the URL, so that a link to the list shows the
 * same rows.
 */
export interface ListSearch<Rules extends FilterRules = FilterRules, Field extends string = string> {
  filters: Filters<Rules>
  /** Page number, starting at 1. */
  page: number
  /** Cursor of a page beyond the numbered pages, or '' for a numbered page. */
  after: string
  size: PageSize
  sort: Sort<Field> | null
}

/** Filters, sort order and offset of the rows that a list page requests. */
export type RowsOf<Rules> =
  Rules extends ListRules<infer Of, infer Field> ? ListSearch<Of, Field> & { first: number } : never

/** State of a list as search parameters of the URL. Default values are omitted. */
export type SearchParams<Rules extends FilterRules, Field extends string> = {
  readonly [Name in keyof Rules]?: Rules[Name] extends readonly (infer Value extends string)[]
    ? Value
    : string
} & {
  readonly page?: string
  readonly after?: string
  readonly size?: string
  readonly sort?: `${Field}.${'asc' | 'desc'}`
  /** Id of a saved view, which replaces the parameters for filters and sort order. */
  readonly view?: string
}

export type SearchOf<Rules> = Rules extends ListRules<infer Of, infer Field> ? SearchParams<Of, Field> : never

/**
 * Parses the search parameters of the URL. `phones` are filter values that are not in the URL. Invalid values
 * are ignored.
 */
export function readSearch<Rules extends FilterRules, Field extends string>(
  rules: ListRules<Rules, Field>,
  search: Readonly<Record<string, unknown>>,
  phones: Readonly<Record<string, string>> = {},
): ListSearch<Rules, Field> {
  const textOf = (key: string) => {
    const value = [search[key]].flat()[0]
    return typeof value === 'string' ? value : ''
  }
  const filters = Object.fromEntries(
    Object.entries(rules.filters).map(([name, rule]) => {
      const text = textOf(name) || (rule === 'search' && phones[name]) || ''
      return [name, typeof rule === 'string' || rule.includes(text) ? text : '']
    }),
  )
  const page = /^[1-9]\d{0,6}$/.test(textOf('page')) ? Number(textOf('page')) : 1
  const size = pageSizes.find((each) => String(each) === textOf('size')) ?? sizeOf(rules)
  const [, field, order] = /^(\w+)\.(asc|desc)$/.exec(textOf('sort')) ?? []
  const sorted = rules.sorts.find((each) => each === field)
  return {
    filters: filters as Filters<Rules>,
    page,
    after: page > 1 && /^[\w-]{1,2048}$/.test(textOf('after')) ? textOf('after') : '',
    size,
    sort: sorted && order ? { field: sorted, order: order === 'asc' ? 'ASC' : 'DESC' } : null,
  }
}

const sizeOf = ({ size }: { size?: PageSize }): PageSize => size ?? limits.page.size

/** Converts the state of a list to search parameters. Inverse of `readSearch`. */
export function writeSearch<Rules extends FilterRules, Field extends string>(
  rules: ListRules<Rules, Field>,
  { filters, page, after, size, sort }: ListSearch<Rules, Field>,
) {
  return {
    ...Object.fromEntries(
      Object.entries<string>(filters).map(([name, value]) => [name, value.trim() || undefined]),
    ),
    page: page > 1 ? String(page) : undefined,
    after: after || undefined,
    size: size === sizeOf(rules) ? undefined : String(size),
    sort: sort ? `${sort.field}.${sort.order.toLowerCase()}` : undefined,
  } as SearchParams<Rules, Field>
}

/** Returns the part of a list's state that a saved view stores: the active filters and the sort order. */
export function savedOf<Rules extends FilterRules, Field extends string>(
  rules: ListRules<Rules, Field>,
  { filters, sort }: Pick<ListSearch<Rules, Field>, 'filters' | 'sort'>,
): SavedSearch {
  const written = writeSearch(rules, { filters, sort, page: 1, after: '', size: sizeOf(rules) })
  return Object.fromEntries(
    Object.entries<string | undefined>(written).filter(([, value]) => value),
  ) as SavedSearch
}

/** Returns the `validateSearch` function for the route of a list page. */
export const listSearch =
  <const Rules extends FilterRules, const Field extends string>(rules: ListRules<Rules, Field>) =>
  (search: Record<string, unknown>): SearchParams<Rules, Field> => {
    const view = [search.view].flat()[0]
    return {
      ...writeSearch(rules, readSearch(rules, search)),
      ...(typeof view === 'string' && /^[\da-f-]{36}$/i.test(view) && { view: view.toLowerCase() }),
    }
  }
