import { queryOptions } from '@tanstack/react-query'
import { graphql, type ResultOf, request } from '../../lib/graphql.ts'

const signingKeysQuery = graphql(`
  query ListSigningKey {
    listSigningKey { id algorithm createDateTime retireDateTime status endDateTime }
  }
`)

export type SigningKey = ResultOf<typeof signingKeysQuery>['listSigningKey'][number]

export const signingKeysOptions = queryOptions({
  queryKey: ['signingKeys'],
  queryFn: async ({ signal }) => (await request(signingKeysQuery, {}, signal)).listSigningKey,
  refetchOnWindowFocus: 'always',
})

export const rotateSigningKey = graphql(`
  mutation RotateSigningKey($leaked: Boolean!) {
    rotateSigningKey(leaked: $leaked) { id }
  }
`)
