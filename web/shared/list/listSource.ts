import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ResultOf, request, type VariablesOf } from '../../lib/graphql.ts'
import { type Count, requestCounts } from './counts.ts'
import type { FilterRules, Filters, ListRules, ListSearch } from './search-params.ts'

/** Filters and sort order of a list. */
type Selection<Rules extends FilterRules, Field extends string> = Pick<
  ListSearch<Rules, Field>,
  'filters' | 'sort'
>

interface ListOptions<Rules extends FilterRules, Field extends string, Document, Root, Scope> {
  rules: ListRules<Rules, Field>
  /** Prefix of all query keys of the list. */
  queryKey: readonly [string, ...string[]]
  document: Document
  /** Name of the query field that returns a page of rows. */
  field: Root
  /** Converts filters and sort order to the variables of the query. */
  variables: (
    selection: Selection<Rules, Field>,
    scope: Scope,
  ) => Partial<Omit<VariablesOf<Document>, 'first' | 'pageSize' | 'after' | 'matching'>>
  /** Returns additional variables of the query that are not arguments of the field. */
  context?: (scope: Scope) => Partial<VariablesOf<Document>>
  /** Polling interval in ms. If missing, the list is not polled. */
  refetchInterval?: number
}

/**
 * Declares the data source of a list in one place: the rules for its search parameters, and the conversion of
 * filters and sort order to query variables. List pages, bulk actions, exports and counts use this
 * declaration. `scope` restricts the list to certain rows, such as the rows of one organization.
 */
export function listSource<
  const Rules extends FilterRules,
  const Field extends string,
  Document extends { kind?: unknown },
  Root extends keyof ResultOf<Document> & string,
  Scope = void,
>({
  rules,
  queryKey,
  document,
  field,
  variables,
  context,
  refetchInterval,
}: ListOptions<Rules, Field, Document, Root, Scope>) {
  type Page = ResultOf<Document>[Root]
  const ask = request as unknown as (
    document: Document,
    variables: object,
    signal?: AbortSignal,
  ) => Promise<Record<Root, Page>>
  const pagesKey = [...queryKey, 'page']
  const countsKey = [...queryKey, 'counts']

  return {
    rules,
    pagesKey,
    countsKey,
    /** Converts filters and sort order to the variables of the query. Exports use this function too. */
    variables,
    /** Returns the query options for one page of rows. */
    page: (
      { filters, sort, first, after, size }: ListSearch<Rules, Field> & { first: number },
      scope: Scope,
    ) =>
      queryOptions({
        queryKey: [...pagesKey, { filters, sort, first, after, size, scope }],
        queryFn: async ({ signal }): Promise<Page> => {
          const paging = { first, pageSize: size, ...(after && { after }) }
          const sent = { ...variables({ filters, sort }, scope), ...context?.(scope), ...paging }
          return (await ask(document, sent, signal))[field]
        },
        placeholderData: keepPreviousData,
        ...(refetchInterval && { refetchInterval }),
      }),
    /**
     * Returns the ids of all rows that match the filters now, or null if more rows match than can be
     * selected.
     */
    async ids({ filters, sort }: Selection<Rules, Field>, scope: Scope): Promise<readonly string[] | null> {
      const paging = { first: 0, pageSize: 1, matching: true }
      const sent = { ...variables({ filters, sort }, scope), ...context?.(scope), ...paging }
      const page = (await ask(document, sent))[field] as { ids?: readonly string[] | null }
      return page.ids ?? null
    },
    /**
     * Returns the query options for the row counts of several views, which are fetched in a single request.
     * Each view replaces some of the current filters.
     */
    counts: <View extends string>(
      views: Readonly<Record<View, Partial<Filters<Rules>>>>,
      filters: Filters<Rules>,
      scope: Scope,
    ) => {
      const viewed = Object.entries<Partial<Filters<Rules>>>(views).map(
        ([view, set]) => [view, { ...filters, ...set }] as const,
      )
      return queryOptions({
        queryKey: [...countsKey, viewed, scope],
        queryFn: ({ signal }): Promise<Record<View, Count>> => {
          const asked = viewed.map(([view, filters]) => [view, variables({ filters, sort: null }, scope)])
          return requestCounts(document, field, Object.fromEntries(asked), signal)
        },
        placeholderData: keepPreviousData,
        ...(refetchInterval && { refetchInterval }),
      })
    },
  }
}
