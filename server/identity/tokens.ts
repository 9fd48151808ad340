import type Provider from 'oidc-provider'
import { clientId, limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import type { OpenSession } from '../sessions/store.ts'
import { howProved } from './levels.ts'

/** What the token endpoint answers; RFC 6749, 5.1. */
export interface TokenResponse {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  /** Seconds. */
  expires_in: number
  refresh_expires_in: number
  id_token?: string
  /** This sign-in took back that the account is being closed. */
  account_taken_back?: true
}

/**
 * A signed access token (RFC 9068) for the session, beside its refresh token; with `amr`, by what its user has
 * just signed in, an ID token, too: a refresh says nothing new of them.
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
  for (const [name, value] of Object.entries(howProved({ amr }))) idToken.set(name, value)
  idToken.set('at_hash', answer.access_token)
  return { ...answer, id_token: await idToken.issue({ use: 'idtoken', expiresAt: exp }) }
}
