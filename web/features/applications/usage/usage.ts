import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { first, last } from '../../../../contract/required.ts'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'

const usageQuery = graphql(`
  query GetApplicationUsage($id: ID!, $instants: [DateTime!]!, $fromDateTime: DateTime, $toDateTime: DateTime) {
    getApplicationUsage(id: $id, instants: $instants) {
      signIns { fromDateTime toDateTime signedIn failed }
      errors(fromDateTime: $fromDateTime, toDateTime: $toDateTime) { kind detail count lastDateTime }
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

/**
 * Returns the `days` + 1 boundaries of the last `days` days in the viewer's time zone. The last of these days
 * is today.
 */
const borders = (now: Date, days: number): string[] =>
  Array.from({ length: days + 1 }, (_, index) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - days + index).toISOString(),
  )

/**
 * Query options for the usage of one application: per day for the last 30 days, or for a single day.
 * Refetched on window focus, because people test their client in another tab.
 */
export function usageOptions(id: string, day?: Day) {
  const instants = day ? [day.fromDateTime, day.toDateTime] : borders(new Date(), shownDays)
  const span = { fromDateTime: first(instants, 'instants'), toDateTime: last(instants, 'instants') }
  return queryOptions({
    queryKey: ['application', id, 'usage', instants],
    queryFn: async ({ signal }) =>
      (await request(usageQuery, { id, instants, ...span }, signal)).getApplicationUsage,
    refetchOnWindowFocus: 'always',
  })
}

/** The selected day, whose errors are shown. If undefined, the errors of all days are shown. */
export interface ChosenDay {
  day: Day | undefined
  /** Selects a day. Passing the selected day again, or undefined, clears the selection. */
  choose: (day: Day | undefined) => void
}

export function useChosenDay(id: string): ChosenDay {
  const [chosen, setChosen] = useState<{ id: string; day: Day }>()
  const day = chosen?.id === id ? chosen.day : undefined
  return {
    day,
    choose: (next) =>
      setChosen(next && next.fromDateTime !== day?.fromDateTime ? { id, day: next } : undefined),
  }
}

/** Query options for the usage of applications in a list. The data is a map from application id to usage. */
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
