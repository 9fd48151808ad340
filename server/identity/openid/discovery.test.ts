import { get } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { useIdentity } from '../../testing/identity.ts'

// The discovery document must list exactly the features that work. This test fails if a feature is added only
// to the document or only to the code.

const server = useIdentity()
type Document = Record<string, string | string[] | boolean>

/** Requests the discovery document with a Host header, which fetch() does not allow. */
function discoveryBehind(host: string): Promise<Document> {
  const headers = { host, 'x-forwarded-host': host, forwarded: `host=${host}` }
  return new Promise((resolve, reject) => {
    get(`${server.issuer}/.well-known/openid-configuration`, { headers }, (response) =>
      resolve(json(response) as Promise<Document>),
    ).on('error', reject)
  })
}

const algorithms = ['ES256', 'RS256', 'PS256', 'EdDSA']
const withSecret = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']
const at = (path: string) => `${server.issuer}/protocol/openid-connect/${path}`

test('returns the same discovery document regardless of the Host header', async () => {
  const { claims_supported: claims, ...document } = await discoveryBehind('evil.example')
  expect(document).toEqual({
    issuer: server.issuer,
    authorization_endpoint: at('auth'),
    token_endpoint: at('token'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('certs'),
    end_session_endpoint: at('logout'),
    introspection_endpoint: at('token/introspect'),
    revocation_endpoint: at('revoke'),
    device_authorization_endpoint: at('auth/device'),
    pushed_authorization_request_endpoint: at('ext/par/request'),

    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
      'password',
      'urn:reeve:mfa',
    ],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: ['none', 'login', 'consent'],
    ui_locales_supported: ['zh-CN', 'en-US'],
    request_uri_parameter_supported: false,

    token_endpoint_auth_methods_supported: ['none', ...withSecret],
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    introspection_endpoint_auth_methods_supported: withSecret,
    introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: [...withSecret, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,

    scopes_supported: [
      ...['openid', 'profile', 'phone', 'email', 'organization', 'organizations', 'offline_access'],
    ],
    claims_parameter_supported: false,
    claim_types_supported: ['normal'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    dpop_signing_alg_values_supported: ['ES256', 'Ed25519', 'EdDSA'],

    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  })
  expect((claims as string[]).toSorted()).toEqual([
    ...[
      'acr',
      'admin',
      'amr',
      'auth_codes',
      'auth_time',
      'email',
      'email_verified',
      'family_name',
      'given_name',
      'groups',
      'iss',
    ],
    ...['name', 'organization', 'organizations', 'phone_number', 'phone_number_verified'],
    ...['preferred_username', 'sid', 'sub', 'tenants'],
  ])
})

test('also serves the discovery document as OAuth authorization server metadata', async () => {
  const document = await discoveryBehind('evil.example')
  for (const url of [
    `${server.url}/.well-known/oauth-authorization-server/realms/reeve`,
    `${server.issuer}/.well-known/oauth-authorization-server`,
  ])
    expect([url, await (await fetch(url)).json()]).toEqual([url, document])
})

test('the discovery document lists only endpoints that respond', async () => {
  const document = await discoveryBehind('evil.example')
  for (const [name, url] of Object.entries(document).filter(([name]) => /_endpoint$|_uri$/.test(name))) {
    const method = /^(jwks|authorization)/.test(name) ? 'GET' : 'POST'
    const { status } = await fetch(String(url), { method, redirect: 'manual' })
    expect([name, status !== 404 && status < 500]).toEqual([name, true])
  }
})
