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

/**
 * Polling interval in milliseconds while the checklist is visible, because only the server detects when a
 * step is complete.
 */
const pace = 5_000

/**
 * Query options for the checklist of an organization or, if `tenantId` is null, of the platform. The data is
 * null if there is no checklist.
 */
export const checklistOptions = (tenantId: string | null) =>
  queryOptions({
    queryKey: ['checklist', tenantId],
    queryFn: async ({ signal }) => (await request(checklistQuery, { tenantId }, signal)).getChecklist,
    staleTime: 0,
  })

/**
 * Returns whose checklist to show: the id of an organization that the viewer manages, null for the platform,
 * or undefined for none.
 */
export function checklistOwner(session: Session, scope: Scope): string | null | undefined {
  if (scope === 'tenant') return session.ownerOrManager ? session.tenantId : undefined
  return session.admin && tenantShown(session, scope) === null ? null : undefined
}

/**
 * Returns the checklist to show. Returns null if no checklist applies, and undefined while it is loading. A
 * checklist that is completed while it is visible stays until the user leaves the page.
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
  // If the checklist cannot be loaded, the page is shown without it.
  if (data === undefined) return failureCount ? null : undefined
  const open = data && !data.putAway && !isComplete(data)
  if (open && begun !== owner) setBegun(owner)
  return data && !data.putAway && (open || begun === owner) ? data : null
}

/**
 * Returns a function that hides the checklist or shows it again. It updates the cached checklist after the
 * request, and rejects like request() if the request fails.
 */
export function usePutAway(tenantId: string | null): (away: boolean) => Promise<void> {
  const client = useQueryClient()
  return async (away) => {
    await request(putAwayMutation, { tenantId, away })
    client.setQueryData(checklistOptions(tenantId).queryKey, (old) => old && { ...old, putAway: away })
  }
}
