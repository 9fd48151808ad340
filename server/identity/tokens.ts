import type Provider from 'oidc-provider'
import { clientId, limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import type { OpenSession } from '../sessions/store.ts'

/** Values of `acr`: 1 for one factor, 2 for two factors. */
export const levels = ['1', '2'] as const

/**
 * Returns the `acr` and `amr` claims (OpenID Connect Core, section 2), or no claims for old sessions whose
 * authentication methods were not recorded.
 */
export const authenticationClaims = ({
  amr,
}: {
  amr: readonly string[] | null
}): { acr?: string; amr?: string[] } =>
  amr ? { acr: levels[amr.includes('mfa') ? 1 : 0], amr: [...amr] } : {}

/** The response of the token endpoint (RFC 6749, section 5.1). */
export interface TokenResponse {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  /** Lifetimes of the access token and the refresh token, in seconds. */
  expires_in: number
  refresh_expires_in: number
  id_token?: string
  /** Present if this sign-in canceled the closure of the account. */
  account_taken_back?: true
  /** Set if this sign-in created the account. */
  new_account?: true
  /** Whether the identity of a provider was linked to the account, if the sign-in requested it. */
  identity_linked?: boolean
}

/**
 * Issues a signed access token (RFC 9068) for the session. `amr` contains the authentication methods of a new
 * sign-in, which also gets an ID token. It is null for a refresh, because a refresh does not authenticate the
 * user again.
 */
export async function issueTokens(
  provider: Provider,
  session: OpenSession,
  { now, amr }: { now: Date; amr: readonly string[] | null },
): Promise<TokenResponse> {
  const client = required(await provider.Client.find(clientId), 'item of Client')
  const iat = Math.floor(now.getTime() / 1000)
  const exp = iat + limits.accessToken
  const accessToken = new provider.AccessToken({
    client,
    accountId: session.accountId,
    sid: session.sessionId,
    grantId: session.sessionId,
    gty: 'password',
    scope: 'openid',
    iat,
    exp,
  })
  accessToken.resourceServer = new provider.ResourceServer(provider.issuer, {
    audience: provider.issuer,
    scope: 'openid',
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'ES256' } },
  })
  const answer: TokenResponse = {
    access_token: await accessToken.save(),
    refresh_token: session.refreshToken,
    token_type: 'Bearer',
    expires_in: limits.accessToken,
    refresh_expires_in: session.refreshExpiresIn,
  }
  if (!amr) return answer

  const idToken = new provider.IdToken({ sub: session.accountId }, { client })
  Object.assign(idToken, { scope: 'openid' })
  idToken.set('iat', iat)
  idToken.set('auth_time', iat)
  idToken.set('sid', session.sessionId)
  for (const [name, value] of Object.entries(authenticationClaims({ amr }))) idToken.set(name, value)
  idToken.set('at_hash', answer.access_token)
  return { ...answer, id_token: await idToken.issue({ use: 'idtoken', expiresAt: exp }) }
}
