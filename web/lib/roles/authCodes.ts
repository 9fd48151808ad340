import { queryOptions } from '@tanstack/react-query'
import { graphql, request } from '../graphql.ts'

const authCodesQuery = graphql(`
  query ListAuthCode {
    listAuthCode(scope: TENANT) { code label description }
  }
`)

/** Query options for the available data permissions, with labels in the current language. */
export const authCodeOptions = queryOptions({
  queryKey: ['authCodes', 'TENANT'],
  queryFn: async ({ signal }) => (await request(authCodesQuery, {}, signal)).listAuthCode,
  staleTime: 600_000,
})
