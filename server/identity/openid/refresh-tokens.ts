/**
 * Wraps a refresh token in the format of a JWT, because some libraries for public clients (for example
 * keycloak-js) parse refresh tokens. The parts are an empty header, the claims and the token itself. The
 * server reads only the last part.
 */
export function readableToken(token: string, claims: Record<string, unknown>): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${token}`
}

/** Returns the token itself, whether or not it is wrapped. */
export const bareToken = (token: string): string => token.slice(token.lastIndexOf('.') + 1)
