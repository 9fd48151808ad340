import type { Configuration } from 'oidc-provider'
import { clientId, limits } from '../../../../contract/limits.ts'
import { signingAlgorithms } from '../../../../contract/states.ts'
import { standardScopes } from '../../../applications/rules.ts'
import { defaults } from '../../../core/process/defaults.ts'
import { assertShortAssertion } from '../../client-authentication.ts'
import { proofAlgorithms } from '../../proofs/proofs.ts'
import { levels } from '../../tokens.ts'
import { sessionCookie } from '../answers.ts'
import { scopeClaims } from '../claims.ts'
import { restoreOfflineAccess } from '../requests/offline-access.ts'
import { stateOf } from '../state.ts'
import { interactionCookie, paths } from './paths.ts'

/** Seconds within which a user must complete a sign-in, which can include registering an account. */
const interactionLifetime = 1_800
const codeLifetime = 60
/** Seconds within which a user must enter the code that a device shows. */
const deviceCodeLifetime = 600

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/**
 * Returns the protocol settings of oidc-provider: clients, algorithms, routes, cookies and lifetimes.
 * `requirePkce` means that all clients must use PKCE.
 */
export const protocolSettings = ({ requirePkce }: { requirePkce: boolean }): Configuration => ({
  clients: [
    {
      client_id: clientId,
      token_endpoint_auth_method: 'none',
      grant_types: [],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  ...{ responseTypes: ['code'], scopes: [...standardScopes], acrValues: [...levels] },
  claims: { ...scopeClaims, openid: [...scopeClaims.openid, 'sid', 'auth_time', 'acr', 'amr'] } as never,
  enabledJWA: {
    idTokenSigningAlgValues: [...signingAlgorithms],
    dPoPSigningAlgValues: proofAlgorithms,
    clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'],
  },
  pkce: {
    // For a public client, only PKCE proves that the client that exchanges a code has also requested it (RFC
    // 9700, section 2.1.1).
    required: (_ctx, client) =>
      requirePkce || client.clientAuthMethod === 'none' || client.require_pkce === true,
  },
  assertJwtClientAuthClaimsAndHeader: assertShortAssertion,
  allowOmittingSingleRegisteredRedirectUri: false,
  enableHttpPostMethods: true, // OpenID Connect Core, section 3.1.2.1, requires POST.
  extraClientMetadata: { properties: ['origins', 'require_pkce'] },
  extraParams: {
    organization_id: null,
    // Parameter with which clients of Keycloak name the identity source.
    kc_idp_hint: null,
    device_name: null,
    reeve_offline: (ctx, value) => restoreOfflineAccess(ctx, value),
  },
  routes: {
    authorization: paths.authorization,
    token: paths.token,
    jwks: paths.jwks,
    pushed_authorization_request: paths.pushed,
    device_authorization: paths.device,
  },
  cookies: {
    names: { session: sessionCookie, interaction: interactionCookie, resume: 'reeve_resume' },
    short: { httpOnly: true, sameSite: 'lax' },
    // oidc-provider requires this value of sameSite for POST requests. It has no effect, because the
    // provider's cookie is never sent to browsers: Reeve's own cookie replaces it.
    long: { httpOnly: true, sameSite: 'none' },
  },
  ttl: {
    AccessToken: limits.accessToken,
    AuthorizationCode: codeLifetime,
    ClientCredentials: limits.accessToken,
    DeviceCode: deviceCodeLifetime,
    Grant: defaults.sessions.absolute,
    IdToken: limits.accessToken,
    Interaction: interactionLifetime,
    RefreshToken: defaults.sessions.idle,
    Session: defaults.sessions.absolute,
  },
  rotateRefreshToken: true,
})

/** Returns the enabled features. `nonces` is the 32-byte key for the nonces of DPoP proofs. */
export const features = (
  nonces: Buffer,
  resourceIndicators: Pick<ResourceIndicators, 'defaultResource' | 'getResourceServerInfo'>,
): NonNullable<Configuration['features']> => ({
  devInteractions: { enabled: false },
  externalSigningSupport: { enabled: true, ack: 'experimental-01' },
  dPoP: {
    enabled: true,
    nonceSecret: nonces,
    // With nonces, a malicious script that can briefly use the key cannot create proofs for later use.
    requireNonce: ({ oidc }) => oidc.client?.clientAuthMethod === 'none',
  },
  deviceFlow: {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    deviceInfo: (ctx) => {
      const { ip, userAgent } = stateOf(ctx).request
      return { ip, userAgent }
    },
  },
  clientCredentials: { enabled: true },
  pushedAuthorizationRequests: { enabled: true },
  resourceIndicators: { enabled: true, useGrantedResource: () => true, ...resourceIndicators },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
})

/** Returns discovery metadata for what Reeve implements outside oidc-provider. */
export const discoverySettings = (issuer: string): NonNullable<Configuration['discovery']> => ({
  userinfo_endpoint: issuer + paths.userinfo,
  introspection_endpoint: issuer + paths.introspection,
  revocation_endpoint: issuer + paths.revocation,
  end_session_endpoint: issuer + paths.endSession,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  ui_locales_supported: ['zh-CN', 'en-US'],
})
