import { graphql } from '../../lib/graphql.ts'

export const documentFields = graphql(`
  fragment Paper on TenantApplicationPaper { id name type bytes thumbnail }
`)
