import type { Application } from './applications.ts'

/**
 * Whether people can sign in to the application. Applications of kind SERVICE only act on their own behalf.
 */
export const signsPeopleIn = ({ kind }: Pick<Application, 'kind'>): boolean => kind !== 'SERVICE'

const scopeOf = ({ scopes }: Application): string => [...new Set(['openid', ...scopes])].join(' ')

/**
 * Returns the authorization request URL that the application would use. It is not an open redirect, because
 * the server accepts only registered redirect URIs.
 */
export function authorizationUrl(
  application: Application,
  {
    issuer,
    address,
    state,
    challenge,
  }: { issuer: string; address: string; state: string; challenge: string },
): string {
  const query = new URLSearchParams({
    client_id: application.clientId,
    response_type: 'code',
    redirect_uri: address,
    scope: scopeOf(application),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    // Shows the consent page even if consent is not required.
    prompt: 'consent',
  })
  return `${issuer}/protocol/openid-connect/auth?${query}`
}

interface DeviceCode {
  user_code: string
  verification_uri_complete: string
}

/**
 * Requests a device code (RFC 8628, section 3.1). Throws an Error with the server's message if the request is
 * refused.
 */
export async function askForCode(application: Application, issuer: string): Promise<DeviceCode> {
  const answer = await fetch(`${issuer}/protocol/openid-connect/auth/device`, {
    method: 'POST',
    credentials: 'omit',
    body: new URLSearchParams({ client_id: application.clientId, scope: scopeOf(application) }),
  })
  const body = (await answer.json()) as DeviceCode & { error?: string; error_description?: string }
  if (!answer.ok) throw new Error(body.error_description ?? body.error)
  return body
}
