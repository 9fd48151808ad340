import { queryOptions } from '@tanstack/react-query'
import { graphql, request } from '../../lib/graphql.ts'
import { queryKeys } from '../../lib/queryKeys.ts'

const query = graphql(`
  query QueryTenantApplication {
    queryTenantApplication(status: PREPARE, pageSize: 1) {
      count next
      data { id name submitDateTime }
    }
  }
`)

/**
 * Query options for the number of organization requests that wait for review, and for the request that has
 * waited longest.
 */
export const pendingCertificationsOptions = queryOptions({
  queryKey: [...queryKeys.certifications, 'pending'],
  queryFn: async ({ signal }) => (await request(query, {}, signal)).queryTenantApplication,
})
