import { graphql } from '../../../lib/graphql.ts'

export const linkIdentity = graphql(`
  mutation LinkIdentity($sourceId: ID!) {
    linkIdentity(sourceId: $sourceId) { url }
  }
`)
