import type { ClientMetadata } from 'oidc-provider'
import { hasSecret, isStandard } from '../../applications/rules.ts'
import type { ApplicationRow } from '../../applications/store.ts'

/** An application as the OpenID provider reads its clients. */
export function clientOf(application: ApplicationRow): ClientMetadata {
  const { id, kind, scopes, jwks } = application
  const redirects = application.redirect_uris
  const byCode = redirects.length > 0
  const byDevice = kind === 'DEVICE' || kind === 'NATIVE'
  const method = jwks ? 'private_key_jwt' : hasSecret(kind) ? 'client_secret_basic' : 'none'
  return {
    client_id: id,
    client_name: application.name,
    // Of a native one the port of a loopback address is free (RFC 8252, 7.3).
    application_type: kind === 'NATIVE' ? 'native' : 'web',
    token_endpoint_auth_method: method,
    // Never compared: what a secret is compared with is a hash.
    ...(method === 'client_secret_basic' && { client_secret: id }),
    ...(jwks && { jwks: jwks as ClientMetadata['jwks'] }),
    grant_types: [
      ...(byCode ? ['authorization_code'] : []),
      ...(byDevice ? ['urn:ietf:params:oauth:grant-type:device_code'] : []),
      ...((byCode || byDevice) && scopes.includes('offline_access') ? ['refresh_token'] : []),
      ...(kind === 'SERVICE' ? ['client_credentials'] : []),
    ],
    response_types: byCode ? ['code'] : [],
    // Where a page reads its own address some libraries ask for the part of it that no server is sent.
    response_modes: kind === 'SINGLE_PAGE' ? ['query', 'fragment'] : ['query'],
    redirect_uris: redirects,
    post_logout_redirect_uris: application.post_logout_redirect_uris,
    // Of the standard ones: which others there are is said of each resource.
    scope: ['openid', ...scopes.filter(isStandard)].join(' '),
    id_token_signed_response_alg: 'ES256',
    origins: originsOf(application),
  } as ClientMetadata
}

/** Where its pages come from: those that it names, and where its people are sent back to. */
const originsOf = ({ kind, origins, redirect_uris }: ApplicationRow): string[] =>
  kind === 'SINGLE_PAGE' ? [...origins, ...redirect_uris.map((uri) => new URL(uri).origin)] : []
