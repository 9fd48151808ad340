import { factorGrant } from '../grants.ts'
import { scopeClaims } from './claims.ts'

const clientAuthentication = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

/** Adjusts the provider's discovery document, so that it lists exactly the features that work. */
export const completeDiscovery = ({
  // Tokens contain `acr`, but a request cannot select its value.
  acr_values_supported: _,
  ...document
}: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  // Add the grants that only the console can use. This server handles them outside oidc-provider.
  grant_types_supported: [
    ...(document.grant_types_supported as string[]).filter((name) => name !== 'implicit'),
    'password',
    factorGrant,
  ],
  response_modes_supported: ['query', 'fragment'],
  introspection_endpoint_auth_methods_supported: clientAuthentication,
  introspection_endpoint_auth_signing_alg_values_supported:
    document.token_endpoint_auth_signing_alg_values_supported,
  revocation_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
  revocation_endpoint_auth_signing_alg_values_supported:
    document.token_endpoint_auth_signing_alg_values_supported,
  prompt_values_supported: ['none', 'login', 'consent'],
  claims_supported: [
    ...new Set([
      ...Object.values(scopeClaims).flat(),
      'sid',
      'auth_time',
      'acr',
      'amr',
      'iss',
      'admin',
      'auth_codes',
      'tenants',
    ]),
  ],
})
