import type { FastifyBaseLogger } from 'fastify'
import type { JWK } from 'jose'
import Provider, { type Adapter, type KoaContextWithOIDC } from 'oidc-provider'
import { clientId, limits } from '../../contract/limits.ts'
import type { Grant } from './grants.ts'

export const paths = {
  discovery: '/.well-known/openid-configuration',
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  jwks: '/protocol/openid-connect/certs',
  userinfo: '/protocol/openid-connect/userinfo',
  introspection: '/protocol/openid-connect/token/introspect',
  revocation: '/protocol/openid-connect/revoke',
  endSession: '/protocol/openid-connect/logout',
} as const

/** Sessions are ours and tokens are signed, so oidc-provider keeps nothing; what it asks for is not there. */
class NoAdapter implements Adapter {
  async upsert() {}
  async find() {
    return undefined
  }
  async findByUserCode() {
    return undefined
  }
  async findByUid() {
    return undefined
  }
  async consume() {}
  async destroy() {}
  async revokeByGrantId() {}
}

/**
 * The OpenID provider: discovery, keys, client authentication, the token endpoint's dispatch and error shapes.
 * One instance is good for one issuer and one set of keys.
 */
export function buildProvider(options: {
  issuer: string
  keys: JWK[]
  grants: Grant[]
  run: (grant: Grant, ctx: KoaContextWithOIDC) => Promise<void>
  log: FastifyBaseLogger
}): Provider {
  const { issuer, keys, grants, run, log } = options
  const provider = new Provider(issuer, {
    adapter: NoAdapter,
    jwks: { keys: keys as never },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: grants.map((grant) => grant.name),
        response_types: [],
        redirect_uris: [],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: ['none'],
    responseTypes: [],
    scopes: ['openid'],
    claims: { openid: ['sub', 'sid', 'auth_time'] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    routes: { authorization: paths.authorization, token: paths.token, jwks: paths.jwks },
    ttl: { AccessToken: limits.accessToken, IdToken: limits.accessToken },
    extraTokenClaims: (_ctx, token) => ({ sid: (token as { sid?: string }).sid }),
    clientBasedCORS: () => true,
    renderError: (ctx, out) => {
      ctx.type = 'json'
      ctx.body = out
    },
    discovery: {
      userinfo_endpoint: issuer + paths.userinfo,
      introspection_endpoint: issuer + paths.introspection,
      introspection_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint: issuer + paths.revocation,
      revocation_endpoint_auth_methods_supported: ['none'],
      end_session_endpoint: issuer + paths.endSession,
    },
  })
  for (const grant of grants) {
    provider.registerGrantType(grant.name, (ctx) => run(grant, ctx), grant.parameters)
  }
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'the OpenID provider failed'))
  const koa: NodeJS.EventEmitter = provider
  koa.on('error', (error) => log.warn({ err: error }, 'an answer of the OpenID provider was cut off'))

  // Addresses are made from the configured one, never from a request's Host header.
  Object.defineProperty(provider.request, 'href', { get: () => issuer })

  provider.use(async (ctx, next) => {
    await next()
    const route = (ctx as KoaContextWithOIDC).oidc?.route
    if (route === 'discovery' || route === 'jwks') ctx.set('Cache-Control', 'public, max-age=60')
    if (route === 'discovery') ctx.body = announced(ctx.body as Record<string, unknown>)
    // The console is of this origin; no page of another may read what the token endpoint answers.
    if (route === 'token') ctx.remove('Access-Control-Allow-Origin')
  })
  return provider
}

/** Without what belongs to the authorization code, which is not offered: discovery announces what works. */
function announced(document: Record<string, unknown>): Record<string, unknown> {
  const {
    code_challenge_methods_supported: _pkce,
    response_modes_supported: _modes,
    authorization_response_iss_parameter_supported: _iss,
    ...offered
  } = document
  return {
    ...offered,
    claims_supported: [
      'sub',
      'sid',
      'auth_time',
      'iss',
      'name',
      'given_name',
      'family_name',
      'preferred_username',
      'phone_number',
      'phone_number_verified',
      'email',
      'email_verified',
      'admin',
      'auth_codes',
      'tenants',
    ],
  }
}
