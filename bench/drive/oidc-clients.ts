export const oidcClients = {
  resource: 'urn:bench:api',
  server: { id: 'server', secret: 'paper-boats-on-wine-for-the-server' },
  service: { id: 'service', secret: 'paper-boats-on-wine-for-the-service' },
}

/** Redirect URI of every application to which people sign in, both in oidc-provider and in Reeve. */
export const redirectUri = 'https://portal.example.com/callback'

export interface Client {
  id: string
  secret: string
}

/** The OAuth operations that are measured. */
export const operationNames = ['client credentials', 'refresh', 'introspection', 'code flow'] as const
export type OperationName = (typeof operationNames)[number]
