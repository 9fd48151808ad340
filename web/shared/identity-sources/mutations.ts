import { graphql } from '../../lib/graphql.ts'

export const unlinkIdentity = graphql(`
  mutation UnlinkIdentity($id: ID!) {
    unlinkIdentity(id: $id)
  }
`)
