/** The clients of oidc-server.ts. */
export const oidcClients = {
  resource: 'urn:bench:api',
  server: { id: 'server', secret: 'paper-boats-on-wine-for-the-server' },
  service: { id: 'service', secret: 'paper-boats-on-wine-for-the-service' },
}

/** The redirect URI of every application that people sign in to, here and in Reeve. */
export const redirectUri = 'https://portal.example.com/callback'

export interface Client {
  id: string
  secret: string
}

/** What applications ask of a provider. */
export const operationNames = ['client credentials', 'refresh', 'introspection', 'code flow'] as const
export type OperationName = (typeof operationNames)[number]
