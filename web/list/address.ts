import { useLocation, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { limits } from '../../contract/limits.ts'
import { useOwnQuery } from '../lib/pageView.ts'
import { useSession } from '../lib/session.ts'
import { halfWidth } from '../ui/fields/digits.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What a list is narrowed by and its address must not say; of the account that did so, and for nobody after it. */
    phones?: { of: string; filters: Readonly<Record<string, string>> }
  }
}

export const pageSizes = [10, 20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** What a filter may hold: any text, what somebody looks for (a name, a phone), or one of these values. */
export type FilterRule = 'text' | 'search' | readonly string[]
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

/** Reads a query string, with the phones that stay out of it. What does not follow the rules is as if it were not there. */
export function readAddress<Rules extends FilterRules, Field extends string>(
  rules: ListRules<Rules, Field>,
  search: Readonly<Record<string, unknown>>,
  phones: Readonly<Record<string, string>> = {},
): ListAddress<Rules, Field> {
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

/** A whole phone number, however it is written. */
const isPhone = (text: string): boolean =>
  /^\+?\d{7,15}$/.test(halfWidth(text).replace(/[\s().\p{Pd}\p{Cf}]/gu, ''))

/** The whole phones among what is looked for: no address holds one, since histories and logs keep addresses. */
export const phonesAmong = (
  rules: FilterRules,
  filters: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, text]) => rules[name] === 'search' && isPhone(text)),
  )

/** The list that the URL describes, and how to go to another. `rules` is a constant of the page. */
export function useListAddress<const Rules extends FilterRules, const Field extends string>(
  rules: ListRules<Rules, Field>,
) {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const setQuery = useOwnQuery()
  const { id } = useSession().auth
  const kept = useLocation({ select: ({ state }) => state.phones })
  const phones = kept?.of === id ? kept.filters : undefined
  const address = useMemo(() => readAddress(rules, search, phones), [rules, search, phones])

  function go(next: Partial<ListAddress<Rules, Field>>, replace = false) {
    const wanted: ListAddress<FilterRules, string> = { ...address, page: 1, ...next } as never
    const apart = phonesAmong(rules.filters, wanted.filters)
    const none = Object.fromEntries(Object.keys(apart).map((name) => [name, '']))
    const written = writeAddress({ ...wanted, filters: { ...wanted.filters, ...none } })
    // The phones are kept with this entry of the history: there after going back and after loading anew.
    setQuery(
      { ...search, ...written },
      { state: { phones: { of: id, filters: apart } }, replace, resetScroll: false },
    )
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
