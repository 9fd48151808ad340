import { graphql } from '../../lib/graphql.ts'

export const paperFields = graphql(`
  fragment Paper on TenantApplicationPaper { id name type bytes thumbnail }
`)
