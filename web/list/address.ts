import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { limits } from '../../contract/limits.ts'

export const pageSizes = [10, 20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** What a filter may hold: any text, or one of these values. */
export type FilterRule = 'text' | readonly string[]
export type FilterRules = Readonly<Record<string, FilterRule>>
/** '' is no filter. */
export type Filters<Rules extends FilterRules> = {
  readonly [Name in keyof Rules]: Rules[Name] extends readonly (infer Value)[] ? Value | '' : string
}

export type Sort<Field extends string = string> = { readonly field: Field; readonly order: 'ASC' | 'DESC' }

export interface ListRules<Rules extends FilterRules, Field extends string> {
  filters: Rules
  sorts: readonly Field[]
}

/** What an address says about a list: a link shows the same rows. */
export interface ListAddress<Rules extends FilterRules, Field extends string> {
  filters: Filters<Rules>
  /** From 1. */
  page: number
  size: PageSize
  sort: Sort<Field> | null
}

/** Reads a query string. What does not follow the rules is as if it were not there. */
export function readAddress<Rules extends FilterRules, Field extends string>(
  rules: ListRules<Rules, Field>,
  search: Readonly<Record<string, unknown>>,
): ListAddress<Rules, Field> {
  const textOf = (key: string) => {
    const value = [search[key]].flat()[0]
    return typeof value === 'string' ? value : ''
  }
  const filters = Object.fromEntries(
    Object.entries(rules.filters).map(([name, rule]) => {
      const text = textOf(name)
      return [name, rule === 'text' || rule.includes(text) ? text : '']
    }),
  )
  const page = /^[1-9]\d{0,6}$/.test(textOf('page')) ? Number(textOf('page')) : 1
  const size = pageSizes.find((each) => String(each) === textOf('size')) ?? limits.page.size
  const [, field, order] = /^(\w+)\.(asc|desc)$/.exec(textOf('sort')) ?? []
  const sorted = rules.sorts.find((each) => each === field)
  return {
    filters: filters as Filters<Rules>,
    page,
    size,
    sort: sorted && order ? { field: sorted, order: order === 'asc' ? 'ASC' : 'DESC' } : null,
  }
}

/** What `readAddress` reads, without what is as it would be anyhow. */
export function writeAddress(address: ListAddress<FilterRules, string>): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(
      Object.entries(address.filters).map(([name, value]) => [name, value.trim() || undefined]),
    ),
    page: address.page > 1 ? String(address.page) : undefined,
    size: address.size === limits.page.size ? undefined : String(address.size),
    sort: address.sort ? `${address.sort.field}.${address.sort.order.toLowerCase()}` : undefined,
  }
}

/** The list that the address tells of, and how to go to another. `rules` is a constant of the page. */
export function useListAddress<const Rules extends FilterRules, const Field extends string>(
  rules: ListRules<Rules, Field>,
) {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const address = useMemo(() => readAddress(rules, search), [rules, search])

  function go(next: Partial<ListAddress<Rules, Field>>, replace = false) {
    const written = writeAddress({ ...address, page: 1, ...next } as never)
    void navigate({ to: '.', search: { ...search, ...written } as never, replace, resetScroll: false })
  }

  return {
    ...address,
    /** Rows before this page. */
    first: (address.page - 1) * address.size,
    filtered: Object.values(address.filters).some(Boolean),
    /** To the first page of other rows, unless `page` is given. */
    go,
    clear: () =>
      go({ filters: Object.fromEntries(Object.keys(rules.filters).map((name) => [name, ''])) as never }),
  }
}

export type ListState = Pick<
  ReturnType<typeof useListAddress<FilterRules, string>>,
  'page' | 'size' | 'first' | 'filtered' | 'clear'
> & {
  filters: Readonly<Record<string, string>>
  sort: Sort | null
  go(next: { filters?: never; page?: number; size?: PageSize; sort?: never }, replace?: boolean): void
}
