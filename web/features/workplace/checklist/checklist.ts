import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql, type ResultOf, request } from '../../../lib/graphql.ts'
import type { Session } from '../../../lib/session/session.ts'
import { type Scope, tenantShown } from '../workplace.ts'

const checklistQuery = graphql(`
  query GetChecklist($tenantId: ID) {
    getChecklist(tenantId: $tenantId) { putAway steps { name done doneDateTime setting deviceId } }
  }
`)

export type Checklist = NonNullable<ResultOf<typeof checklistQuery>['getChecklist']>
export type Step = Checklist['steps'][number]

const putAwayMutation = graphql(`
  mutation PutChecklistAway($tenantId: ID, $away: Boolean!) {
    putChecklistAway(tenantId: $tenantId, away: $away)
  }
`)

export const isComplete = ({ steps }: Checklist): boolean => steps.every(({ done }) => done)

/** Milliseconds after which it is asked anew while it is seen: it ticks itself. */
const pace = 5_000

/** `tenantId` null: of the platform. The answer is null where there is none. */
export const checklistOptions = (tenantId: string | null) =>
  queryOptions({
    queryKey: ['checklist', tenantId],
    queryFn: async ({ signal }) => (await request(checklistQuery, { tenantId }, signal)).getChecklist,
    staleTime: 0,
  })

/** Whose check-list a session has there: an organization's that one runs, the platform's (null); undefined: nobody's. */
export function checklistOwner(session: Session, scope: Scope): string | null | undefined {
  if (scope === 'tenant') return session.ownerOrManager ? session.tenantId : undefined
  return session.admin && tenantShown(session, scope) === null ? null : undefined
}

/**
 * What is to be shown: null once it is known that there is nothing, undefined until then. One that is completed while it
 * is looked at stays until the page is left.
 */
export function useChecklist(session: Session, scope: Scope): Checklist | null | undefined {
  const owner = checklistOwner(session, scope)
  const [begun, setBegun] = useState<string | null>()
  const { data, failureCount } = useQuery({
    ...checklistOptions(owner ?? null),
    enabled: owner !== undefined,
    refetchInterval: ({ state: { data } }) => (data && !data.putAway && !isComplete(data) ? pace : false),
  })
  if (owner === undefined) return null
  // The page does not wait for what may not come.
  if (data === undefined) return failureCount ? null : undefined
  const open = data && !data.putAway && !isComplete(data)
  if (open && begun !== owner) setBegun(owner)
  return data && !data.putAway && (open || begun === owner) ? data : null
}

/** Puts it away on the server, or brings it back, and shows it so at once. Rejects as request() does. */
export function usePutAway(tenantId: string | null): (away: boolean) => Promise<void> {
  const client = useQueryClient()
  return async (away) => {
    await request(putAwayMutation, { tenantId, away })
    client.setQueryData(checklistOptions(tenantId).queryKey, (old) => old && { ...old, putAway: away })
  }
}
