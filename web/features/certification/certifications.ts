import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { follow } from '../../lib/follow.ts'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'
import { queryKeys } from '../../lib/queryKeys.ts'
import { documentFields } from '../../shared/documents/fields.ts'
import type { Tab } from './search.ts'

const rowFields = graphql(`
  fragment CertificationRow on TenantApplication {
    id name number status submitDateTime decideDateTime
    applicant { id name }
    decider { id name }
  }
`)

const listQuery = graphql(
  `
  query QueryTenantApplication($status: TenantApplicationStatus, $q: String, $applicantId: ID, $after: String, $pageSize: Int!) {
    queryTenantApplication(status: $status, q: $q, applicantId: $applicantId, after: $after, pageSize: $pageSize) {
      count next
      data { ...CertificationRow }
    }
  }
`,
  [rowFields],
)

const submittedVersion = graphql(`
  fragment SubmittedVersion on TenantApplication {
    id number status name address reference reject submitDateTime decideDateTime
    contact { name mobilePhone email }
    areas { id name children { id name children { id name } } }
    decider { id name }
  }
`)

const oneQuery = graphql(
  `
  query GetTenantApplication($id: ID!) {
    getTenantApplication(id: $id) {
      ...SubmittedVersion
      paperCount
      papers { ...Paper }
      applicant { id name profile { mobilePhone enabled createdTimestamp } }
      tenant { id status expireAt internal uploadAudit viewerCan { confirm } }
      history { ...SubmittedVersion papers { id } }
    }
  }
`,
  [submittedVersion, documentFields],
)

const changed = graphql(`
  subscription TenantApplicationChanged { tenantApplicationChanged { id } }
`)

export const confirmTenant = graphql(`
  mutation ConfirmTenant($id: ID!, $expireAt: DateTime, $internal: Boolean, $uploadAudit: Boolean) {
    confirmTenant(id: $id, expireAt: $expireAt, internal: $internal, uploadAudit: $uploadAudit) { id }
  }
`)

export const rejectTenant = graphql(`
  mutation RejectTenant($id: ID!, $reject: String!) { rejectTenant(id: $id, reject: $reject) { id } }
`)

export type CertificationRow = ResultOf<typeof listQuery>['queryTenantApplication']['data'][number]
export type Certification = NonNullable<ResultOf<typeof oneQuery>['getTenantApplication']>
export type SubmittedVersion = Certification['history'][number]

const key = queryKeys.certifications
const pageSize = 50

export const queueOptions = (status: Tab, q: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'queue', status, q],
    queryFn: async ({ pageParam, signal }) =>
      (await request(listQuery, { status, q, after: pageParam, pageSize }, signal)).queryTenantApplication,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

export const certificationOptions = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }) => (await request(oneQuery, { id }, signal)).getTenantApplication,
    enabled: id !== '',
  })

/** Query options for the latest requests of one applicant, whatever their status. */
export const byApplicantOptions = (applicantId: string) =>
  queryOptions({
    queryKey: [...key, 'applicant', applicantId],
    queryFn: async ({ signal }) =>
      (await request(listQuery, { applicantId, pageSize: 20 }, signal)).queryTenantApplication,
  })

/** Returns a function that refetches all data about organization requests after a decision. */
export function useCertificationsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

/**
 * Subscribes to new submissions and to other reviewers' decisions, so that the page shows them immediately.
 */
export function useLiveCertifications(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: key })
    return follow(changed, {}, { onOpen: refresh, onResult: refresh })
  }, [client])
}
