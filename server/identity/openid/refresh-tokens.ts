/**
 * A refresh token that a public client can read, as some libraries do (keycloak-js takes it for a JWT): an empty header,
 * who it is for and until when, and the token itself. Nothing of it counts but the last part.
 */
export function readableToken(token: string, claims: Record<string, unknown>): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${token}`
}

/** The token itself, however it was handed out. */
export const bareToken = (token: string): string => token.slice(token.lastIndexOf('.') + 1)
