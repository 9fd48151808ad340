import type { Application } from './applications.ts'

/** Nobody signs in to what only calls in its own name. */
export const signsPeopleIn = ({ kind }: Pick<Application, 'kind'>): boolean => kind !== 'SERVICE'

const scopeOf = ({ scopes }: Application): string => [...new Set(['openid', ...scopes])].join(' ')

/**
 * What the application itself would send people to. The address is one of its own, and compared with those at the server:
 * so this is no way to anywhere else.
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
    // Where nobody has to be asked, none is shown all the same.
    prompt: 'consent',
  })
  return `${issuer}/protocol/openid-connect/auth?${query}`
}

interface DeviceCode {
  user_code: string
  verification_uri_complete: string
}

/** What a device would ask for (RFC 8628, 3.1). Throws an error with the server's words. */
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
