import { graphql, request } from '../../lib/graphql.ts'

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

const rotateApplicationSecret = graphql(`
  mutation RotateApplicationSecret($id: ID!) {
    rotateApplicationSecret(id: $id) { secret }
  }
`)

const revokeApplicationSecret = graphql(`
  mutation RevokeApplicationSecret($id: ID!, $secretId: ID!, $idle: Boolean!) {
    revokeApplicationSecret(id: $id, secretId: $secretId, idle: $idle) { id }
  }
`)

export const deleteApplication = graphql(`
  mutation DeleteApplication($id: ID!) {
    deleteApplication(id: $id)
  }
`)

export const createServiceAccount = graphql(`
  mutation CreateServiceAccount($tenantId: ID!, $name: String!, $authCodes: [String!]!, $roles: [PalgoRole!]!) {
    createServiceAccount(tenantId: $tenantId, name: $name, authCodes: $authCodes, roles: $roles) {
      secret application { clientId }
    }
  }
`)

export const updateServiceAccount = graphql(`
  mutation UpdateServiceAccount($id: ID!, $name: String, $enabled: Boolean) {
    updateServiceAccount(id: $id, name: $name, enabled: $enabled) { id }
  }
`)

export const deleteServiceAccount = graphql(`
  mutation DeleteServiceAccount($id: ID!) {
    deleteServiceAccount(id: $id)
  }
`)

const rotateServiceAccountSecret = graphql(`
  mutation RotateServiceAccountSecret($id: ID!) {
    rotateServiceAccountSecret(id: $id) { secret }
  }
`)

const revokeServiceAccountSecret = graphql(`
  mutation RevokeServiceAccountSecret($id: ID!, $secretId: ID!, $idle: Boolean!) {
    revokeServiceAccountSecret(id: $id, secretId: $secretId, idle: $idle) { id }
  }
`)

/** Mutations that create and revoke secrets of applications and of service accounts. */
export const secretsOf = {
  application: {
    rotate: async (id: string) =>
      (await request(rotateApplicationSecret, { id })).rotateApplicationSecret.secret,
    revoke: (id: string, secretId: string, idle: boolean): Promise<unknown> =>
      request(revokeApplicationSecret, { id, secretId, idle }),
  },
  service: {
    rotate: async (id: string) =>
      (await request(rotateServiceAccountSecret, { id })).rotateServiceAccountSecret.secret,
    revoke: (id: string, secretId: string, idle: boolean): Promise<unknown> =>
      request(revokeServiceAccountSecret, { id, secretId, idle }),
  },
}
export type SecretOwner = keyof typeof secretsOf
