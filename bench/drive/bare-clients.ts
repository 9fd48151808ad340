/** Who signs in at oidc-server.ts. */
export const bare = {
  resource: 'urn:bench:api',
  redirectUri: 'https://portal.example.com/callback',
  server: { id: 'server', secret: 'paper-boats-on-wine-for-the-server' },
  program: { id: 'program', secret: 'paper-boats-on-wine-for-the-program' },
}
