import type { ClientMetadata } from 'oidc-provider'
import { hasSecret, isStandard } from '../../applications/rules.ts'
import type { ApplicationRow } from '../../applications/store.ts'

export function clientOf(application: ApplicationRow): ClientMetadata {
  const { id, kind, scopes, jwks } = application
  const redirects = application.redirect_uris
  const byCode = redirects.length > 0
  const byDevice = kind === 'DEVICE' || kind === 'NATIVE'
  const method = jwks ? 'private_key_jwt' : hasSecret(kind) ? 'client_secret_basic' : 'none'
  return {
    client_id: id,
    client_name: application.name,
    // Native applications can use any port of a loopback address (RFC 8252, section 7.3).
    application_type: kind === 'NATIVE' ? 'native' : 'web',
    token_endpoint_auth_method: method,
    // oidc-provider requires a secret here but never compares it. Only hashes of secrets are stored, so the
    // id serves as a placeholder.
    ...(method === 'client_secret_basic' && { client_secret: id }),
    ...(jwks && { jwks: jwks as ClientMetadata['jwks'] }),
    grant_types: [
      ...(byCode ? ['authorization_code'] : []),
      ...(byDevice ? ['urn:ietf:params:oauth:grant-type:device_code'] : []),
      ...((byCode || byDevice) && scopes.includes('offline_access') ? ['refresh_token'] : []),
      ...(kind === 'SERVICE' ? ['client_credentials'] : []),
    ],
    response_types: byCode ? ['code'] : [],
    response_modes: ['query', 'fragment'],
    redirect_uris: redirects,
    post_logout_redirect_uris: application.post_logout_redirect_uris,
    // List only the standard scopes here, because all other scopes belong to a resource.
    scope: ['openid', ...scopes.filter(isStandard)].join(' '),
    id_token_signed_response_alg: application.signing_alg,
    origins: originsOf(application),
    require_pkce: application.require_pkce,
  } as ClientMetadata
}

/**
 * Returns the origins of a single-page application: the configured origins and the origins of its redirect
 * URIs.
 */
const originsOf = ({ kind, origins, redirect_uris }: ApplicationRow): string[] =>
  kind === 'SINGLE_PAGE' ? [...origins, ...redirect_uris.map((uri) => new URL(uri).origin)] : []
