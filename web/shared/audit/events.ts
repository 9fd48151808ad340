import { infiniteQueryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'

export const eventRow = graphql(`
  fragment EventRow on AuditEvent {
    id dateTime action tenantId targetType targetId ip success changes names actorHidden applicationId application { name }
    actor { id name }
  }
`)

export type EventRow = ResultOf<typeof eventRow>

const timelineQuery = graphql(
  `
  query QueryAuditEvent($tenantId: ID, $actorId: ID, $targetId: ID, $pageSize: Int!, $after: String) {
    queryAuditEvent(
      tenantId: $tenantId, actorId: $actorId, targetId: $targetId, pageSize: $pageSize, after: $after
    ) {
      next
      data { ...EventRow }
    }
  }
`,
  [eventRow],
)

/** Selects the events of a timeline. Owners and managers must pass the id of their organization. */
export interface TimelineOf {
  targetId?: string
  tenantId?: string
  actorId?: string
}

/** Prefix of all query keys of the audit log. */
export const auditKey = ['audit'] as const

/** Query options for a timeline. The first page has `first` events. */
export const timelineOptions = (of: TimelineOf, first: number) =>
  infiniteQueryOptions({
    queryKey: [...auditKey, 'timeline', of, first],
    queryFn: async ({ pageParam: after, signal }) =>
      (await request(timelineQuery, { ...of, pageSize: after ? 20 : first, after }, signal)).queryAuditEvent,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })

const codesQuery = graphql(`
  query ListAuthCode { listAuthCode { code label } }
`)

/** Query options for the labels of permission codes, in the current language. */
export const codeLabelsOptions = (locale: string) => ({
  queryKey: ['authCodeLabels', locale] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    new Map((await request(codesQuery, {}, signal)).listAuthCode.map(({ code, label }) => [code, label])),
  staleTime: 600_000,
})
