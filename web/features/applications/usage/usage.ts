import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'

const usageQuery = graphql(`
  query GetApplicationUsage($id: ID!, $instants: [DateTime!]!) {
    getApplicationUsage(id: $id, instants: $instants) {
      signIns { fromDateTime signedIn failed }
      errors { kind detail count lastDateTime }
    }
  }
`)

const listUseQuery = graphql(`
  query ListApplicationUse($ids: [ID!]!, $instants: [DateTime!]!) {
    listApplicationUse(ids: $ids, instants: $instants) {
      id lastUseDateTime failingSinceDateTime
      signIns { signedIn }
    }
  }
`)

export type Use = ResultOf<typeof listUseQuery>['listApplicationUse'][number]
type Usage = NonNullable<ResultOf<typeof usageQuery>['getApplicationUsage']>
export type Day = Usage['signIns'][number]
export type Refusal = Usage['errors'][number]

const shownDays = 30
const listedDays = 14

/** The borders of the last days of the viewer's calendar; the last has begun. */
const borders = (now: Date, days: number): string[] =>
  Array.from({ length: days + 1 }, (_, index) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - days + index).toISOString(),
  )

/** Read anew by who comes back from another tab, where they have tried it. */
export function usageOptions(id: string) {
  const instants = borders(new Date(), shownDays)
  return queryOptions({
    queryKey: ['application', id, 'usage', instants],
    queryFn: async ({ signal }) => (await request(usageQuery, { id, instants }, signal)).getApplicationUsage,
    refetchOnWindowFocus: 'always',
  })
}

/** Of the applications of one page of the list, by their ids. */
export function listedUseOptions(ids: string[]) {
  const instants = borders(new Date(), listedDays)
  return queryOptions({
    queryKey: ['applications', 'use', ids, instants],
    queryFn: async ({ signal }) =>
      (await request(listUseQuery, { ids, instants }, signal)).listApplicationUse,
    select: (uses) => new Map(uses.map((use) => [use.id, use])),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
}
