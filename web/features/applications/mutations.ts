import { graphql } from '../../lib/graphql.ts'

export const createApplication = graphql(`
  mutation CreateApplication(
    $kind: ApplicationKind!, $name: String!, $firstParty: Boolean!, $redirectUris: [String!]!,
    $postLogoutRedirectUris: [String!]!, $input: ApplicationInput
  ) {
    createApplication(
      kind: $kind, name: $name, firstParty: $firstParty, redirectUris: $redirectUris,
      postLogoutRedirectUris: $postLogoutRedirectUris, input: $input
    ) { secret application { id } }
  }
`)

export const updateApplication = graphql(`
  mutation UpdateApplication(
    $id: ID!, $name: String, $enabled: Boolean, $firstParty: Boolean, $redirectUris: [String!],
    $postLogoutRedirectUris: [String!], $input: ApplicationInput
  ) {
    updateApplication(
      id: $id, name: $name, enabled: $enabled, firstParty: $firstParty, redirectUris: $redirectUris,
      postLogoutRedirectUris: $postLogoutRedirectUris, input: $input
    ) { id }
  }
`)

export const rotateApplicationSecret = graphql(`
  mutation RotateApplicationSecret($id: ID!) {
    rotateApplicationSecret(id: $id) { secret }
  }
`)

export const revokeApplicationSecret = graphql(`
  mutation RevokeApplicationSecret($id: ID!, $secretId: ID!) {
    revokeApplicationSecret(id: $id, secretId: $secretId) { id }
  }
`)

export const deleteApplication = graphql(`
  mutation DeleteApplication($id: ID!) {
    deleteApplication(id: $id)
  }
`)
