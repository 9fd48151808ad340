import { queryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'

const usageQuery = graphql(`
  query GetApplicationUsage($id: ID!, $instants: [DateTime!]!) {
    getApplicationUsage(id: $id, instants: $instants) {
      signIns { fromDateTime signedIn failed }
      errors { kind detail count lastDateTime }
    }
  }
`)

type Usage = NonNullable<ResultOf<typeof usageQuery>['getApplicationUsage']>
export type Day = Usage['signIns'][number]
export type Refusal = Usage['errors'][number]

const shownDays = 30

/** The borders of the last 30 days of the viewer's calendar; the last has begun. */
const borders = (now: Date): string[] =>
  Array.from({ length: shownDays + 1 }, (_, index) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - shownDays + index).toISOString(),
  )

/** Read anew by who comes back from another tab, where they have tried it. */
export function usageOptions(id: string) {
  const instants = borders(new Date())
  return queryOptions({
    queryKey: ['application', id, 'usage', instants],
    queryFn: async ({ signal }) => (await request(usageQuery, { id, instants }, signal)).getApplicationUsage,
    refetchOnWindowFocus: 'always',
  })
}
