import * as openid from 'openid-client'
import { limits } from '../../../../contract/limits.ts'
import { required } from '../../../../contract/required.ts'
import type { ProviderClient } from '../http.ts'
import { identityOf } from '../identity-values.ts'
import { type CheckedStanding, type Provider, ProviderError, type ProviderSettings } from '../provider.ts'

/** Milliseconds for which the provider's metadata and keys are cached. */
const cachedFor = 600_000
const seconds = limits.identitySources.patience / 1_000

/** An OpenID provider with discovery. openid-client implements the protocol and its checks. */
export function createOpenidProvider(settings: ProviderSettings, client: ProviderClient): Provider {
  const issuer = new URL(required(settings.issuer, 'issuer'))
  let cached: { configuration: Promise<openid.Configuration>; until: number } | undefined

  function configuration(): Promise<openid.Configuration> {
    if (cached && performance.now() < cached.until) return cached.configuration
    const found = discover(settings, issuer, client)
    cached = { configuration: found, until: performance.now() + cachedFor }
    found.catch(() => {
      cached = undefined
    })
    return found
  }

  /** Calls openid-client and converts its errors. */
  async function call<T>(work: (configuration: openid.Configuration) => Promise<T>): Promise<T> {
    const found = await configuration()
    try {
      return await work(found)
    } catch (error) {
      throw toProviderError(error, issuer)
    }
  }

  return {
    async start({ state, nonce, challenge, redirectUri, loginHint, again, locale }) {
      return openid.buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: redirectUri, scope: ['openid', ...withoutOpenid(settings.scopes)].join(' ') },
        ...{ state, nonce, code_challenge: challenge, code_challenge_method: 'S256', ui_locales: locale },
        ...(loginHint && { login_hint: loginHint }),
        ...(again && { prompt: 'login', max_age: '0' }),
      })
    },

    finish: ({ params, state, nonce, verifier, redirectUri }) =>
      call(async (found) => {
        const url = new URL(redirectUri)
        url.search = params.toString()
        const tokens = await openid.authorizationCodeGrant(found, url, {
          ...{
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        })
        const token = required(tokens.claims(), 'claims')
        const more = found.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(found, tokens.access_token, token.sub)
          : {}
        const claims: Record<string, unknown> = { ...token, ...more }
        return identityOf(issuer, {
          subject: token.sub,
          name: claims.name ?? claims.nickname ?? claims.preferred_username,
          phone: claims.phone_number,
          phoneVerified: claims.phone_number_verified,
          email: claims.email,
          emailVerified: claims.email_verified,
          // The userinfo response does not describe this sign-in, so these values come from the ID token.
          ...{ amr: token.amr, authTime: token.auth_time },
          refreshToken: tokens.refresh_token,
        })
      }),

    checks: () => [
      {
        ...{ step: 'REACH', host: issuer.host },
        async run() {
          cached = undefined
          await configuration()
        },
      },
      {
        ...{ step: 'CREDENTIALS', host: issuer.host },
        run: () => call(checkCredentials),
      },
    ],

    async standingOf({ refreshToken }) {
      if (!refreshToken) return null
      return call(async (found): Promise<CheckedStanding> => {
        try {
          const tokens = await openid.refreshTokenGrant(found, refreshToken)
          return { standing: 'active', refreshToken: tokens.refresh_token ?? refreshToken }
        } catch (error) {
          if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant')
            return { standing: 'blocked', refreshToken: null }
          throw error
        }
      })
    },
  }
}

const withoutOpenid = (scopes: readonly string[]): string[] => scopes.filter((scope) => scope !== 'openid')

async function discover(
  { clientId, clientSecret }: ProviderSettings,
  issuer: URL,
  client: ProviderClient,
): Promise<openid.Configuration> {
  const fetch: openid.CustomFetch = async (url, { method, headers, body }) => {
    const response = await client.fetch(url, { method, headers, ...(body != null && { body: String(body) }) })
    if (response.status < 500 && response.status !== 429) return response
    throw new ProviderError('unavailable', issuer, {
      ...{ message: 'source.unavailable', code: String(response.status) },
    })
  }
  try {
    const found = await openid.discovery(issuer, clientId, undefined, openid.None(), {
      ...{ timeout: seconds, [openid.customFetch]: fetch },
      // An http: issuer is reachable only if the operator has allowed its address.
      execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    })
    const metadata = found.serverMetadata()
    // Basic authentication is the default of RFC 8414.
    const basic = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') !== true
    const configured = new openid.Configuration(
      metadata,
      clientId,
      undefined,
      basic ? basicAuthentication(clientSecret) : openid.ClientSecretPost(clientSecret),
    )
    configured[openid.customFetch] = fetch
    configured.timeout = seconds
    if (issuer.protocol === 'http:') openid.allowInsecureRequests(configured)
    openid.enableNonRepudiationChecks(configured)
    return configured
  } catch (error) {
    const cause = causeOf(error)
    if (cause) throw cause
    const address = `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`
    throw new ProviderError('config', issuer, {
      message: 'source.issuer',
      params: { address },
      field: 'issuer',
    })
  }
}

/**
 * Sends client ID and secret in the Authorization header (RFC 6749, section 2.3.1). Unlike openid-client, it
 * does not encode hyphens and underscores, because some providers compare the values without decoding them.
 */
const basicAuthentication =
  (secret: string): openid.ClientAuth =>
  (_metadata, { client_id: id }, _body, headers) => {
    const value = `${formEncode(id)}:${formEncode(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(value).toString('base64')}`)
  }

const formEncode = (value: string): string => new URLSearchParams({ '': value }).toString().slice(1)

/** Tests the credentials with an invalid code, because a valid code exists only during a sign-in. */
async function checkCredentials(found: openid.Configuration): Promise<undefined> {
  try {
    await openid.genericGrantRequest(found, 'authorization_code', {
      ...{ code: 'connection-test', redirect_uri: 'https://connection-test.invalid/' },
      code_verifier: openid.randomPKCECodeVerifier(),
    })
  } catch (error) {
    const refused = error instanceof openid.ResponseBodyError ? error.error : undefined
    if (refused && ['invalid_grant', 'invalid_request', 'redirect_uri_mismatch'].includes(refused))
      return undefined
    throw error
  }
}

/** Returns the HTTP client's error if openid-client has wrapped one. */
function causeOf(error: unknown): ProviderError | undefined {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof ProviderError) return each
  return undefined
}

const credentialErrors = ['invalid_client', 'unauthorized_client']

function toProviderError(error: unknown, issuer: URL): ProviderError {
  const cause = causeOf(error)
  if (cause) return cause
  if (error instanceof openid.AuthorizationResponseError) {
    const denied = ['access_denied', 'login_required', 'interaction_required', 'consent_required']
    return refusal(denied.includes(error.error) ? 'denied' : 'invalid', issuer, error)
  }
  if (error instanceof openid.ResponseBodyError) {
    if (credentialErrors.includes(error.error))
      return new ProviderError('config', issuer, {
        ...{ message: 'source.client', code: error.error, field: 'clientSecret' },
      })
    return refusal(error.status >= 500 ? 'unavailable' : 'invalid', issuer, error)
  }
  // The provider responded with 401, without an OAuth error in the body.
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return new ProviderError('config', issuer, {
      ...{ message: 'source.client', code: String(error.status), field: 'clientSecret' },
    })
  const { code } = error as { code?: unknown }
  return new ProviderError('invalid', issuer, {
    ...{ message: 'source.answer', code: typeof code === 'string' ? code : null },
  })
}

const refusal = (
  reason: 'denied' | 'invalid' | 'unavailable',
  issuer: URL,
  { error, error_description: description }: { error: string; error_description?: string },
): ProviderError =>
  new ProviderError(reason, issuer, {
    ...{ message: 'source.refused', code: error, params: { text: (description ?? error).slice(0, 200) } },
  })
