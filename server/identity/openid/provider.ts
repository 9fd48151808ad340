import type { FastifyBaseLogger } from 'fastify'
import type { JWK } from 'jose'
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { clientId, limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { organizationClaim } from '../../applications/organizations.ts'
import { isResourceFor } from '../../applications/programs.ts'
import { offeredScopes, standardScopes } from '../../applications/rules.ts'
import { isSecretOf } from '../../applications/secrets.ts'
import type { Usage } from '../../applications/usage/usage.ts'
import type { Limiter } from '../../core/limit.ts'
import { defaults } from '../../core/process/defaults.ts'
import type { SecondFactor } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { assertShortAssertion, countWrongSecret } from '../client-authentication.ts'
import { toOAuthError } from '../errors.ts'
import { Signer } from '../keys.ts'
import { levels } from '../levels.ts'
import { proofAlgorithms } from '../proofs/proofs.ts'
import { createAdapter, uidOf } from './adapter.ts'
import { nameDevicePage, reasonOf, sessionCookie, withSessionCookie, writeRefreshToken } from './answers.ts'
import { loadGrant } from './authorize.ts'
import { mayBringCookies } from './begun/cors.ts'
import { readClaims, scopeClaims } from './claims.ts'
import { announced } from './discovery.ts'
import { createPolicy } from './policy.ts'
import { readApplication, readGrant, readProgramClaims, readSignedIn } from './reading.ts'
import { noteUsage } from './refusals.ts'
import { type SignInState, stateOf } from './state.ts'

export const paths = {
  discovery: '/.well-known/openid-configuration',
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  jwks: '/protocol/openid-connect/certs',
  userinfo: '/protocol/openid-connect/userinfo',
  introspection: '/protocol/openid-connect/token/introspect',
  revocation: '/protocol/openid-connect/revoke',
  endSession: '/protocol/openid-connect/logout',
  pushed: '/protocol/openid-connect/ext/par/request',
  device: '/protocol/openid-connect/auth/device',
  interaction: '/interaction',
  devicePage: '/device',
  signOutPage: '/sign-out',
} as const

/** Seconds in which somebody signs in, registers even, before they have to begin anew at the application. */
const interactionLasts = 1_800
const codeLasts = 60
/** In which somebody takes out their phone and enters what a screen shows. */
const deviceCodeLasts = 600

export const interactionCookie = 'reeve_interaction'

interface Options {
  db: Database
  limiter: Limiter
  usage: Usage
  issuer: string
  secondFactor: SecondFactor
  keys: JWK[]
  /** By which nonces of proofs are made: 32 bytes. */
  nonces: Buffer
  log: FastifyBaseLogger
  /** Of a call that oidc-provider handles. */
  stateOfCall: (ctx: KoaContextWithOIDC) => SignInState
}

/** The OpenID provider (discovery, keys, authorization, tokens of applications) for one issuer and one set of keys. */
export function buildProvider({
  db,
  limiter,
  usage,
  issuer,
  secondFactor,
  keys,
  nonces,
  log,
  stateOfCall,
}: Options): Provider {
  const [secure, own] = [issuer.startsWith('https:'), new URL(issuer)]
  const provider = new Provider(issuer, {
    adapter: createAdapter({ db, limiter, secondFactor }, answering),
    jwks: { keys: keys.map((key) => new Signer(key)) },
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
    claims: { ...scopeClaims, openid: ['sub', 'sid', 'auth_time', 'acr', 'amr'] } as never,
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256'],
      dPoPSigningAlgValues: proofAlgorithms,
      clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256', 'EdDSA'],
    },
    ...{ pkce: { required: () => true }, assertJwtClientAuthClaimsAndHeader: assertShortAssertion },
    allowOmittingSingleRegisteredRedirectUri: false,
    enableHttpPostMethods: true, // OpenID Connect Core, 3.1.2.1
    features: {
      devInteractions: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      dPoP: {
        enabled: true,
        nonceSecret: nonces,
        // Where a script of a page or an app has a key for a moment, proofs that it makes for later are worth nothing.
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
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource, client) => resourceServer(resource, client.clientId),
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    extraClientMetadata: { properties: ['origins'] },
    extraParams: ['organization_id', 'device_name'],
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
      // Never sent: it stands for ours. POST asks for it.
      long: { httpOnly: true, sameSite: 'none' },
    },
    ttl: {
      AccessToken: limits.accessToken,
      AuthorizationCode: codeLasts,
      ClientCredentials: limits.accessToken,
      DeviceCode: deviceCodeLasts,
      Grant: defaults.sessions.absolute,
      IdToken: limits.accessToken,
      Interaction: interactionLasts,
      RefreshToken: defaults.sessions.idle,
      Session: defaults.sessions.absolute,
    },
    interactions: {
      policy: createPolicy(),
      url: (_ctx, { uid }) => `${own.pathname}${paths.interaction}/${uid}`,
    },
    loadExistingGrant: (ctx) => answering(() => loadGrant(db, ctx, secondFactor)),
    rotateRefreshToken: true,
    async findAccount(ctx, sub) {
      const account = await readSignedIn(db, sub, secondFactor)
      if (account?.lock) stateOf(ctx).lock = account.lock
      if (!account?.enabled || account.lock) return undefined
      return {
        accountId: sub,
        async claims(_use, scope) {
          const grant = await grantOf(ctx.oidc.grant?.jti)
          const claims = await readClaims(db, account, {
            scopes: new Set(scope.split(' ')),
            tenantId: grant?.tenant_id ?? null,
          })
          // What a logout token names, too.
          return { ...claims, sid: grant?.session_id }
        },
      }
    },
    extraTokenClaims: async (ctx, token) =>
      token.clientId === clientId
        ? { sid: (token as { sid?: string }).sid }
        : token.kind === 'ClientCredentials'
          ? readProgramClaims(db, required(token.clientId, 'clientId'))
          : grantClaims(ctx as KoaContextWithOIDC, token.kind),
    clientBasedCORS(ctx, origin, client) {
      const fromOwnOrigin = ((client as { origins?: string[] }).origins ?? []).includes(origin)
      Object.assign(stateOf(ctx), { fromOwnOrigin })
      return fromOwnOrigin || origin === own.origin // the console tries devices' sign-ins
    },
    renderError: (ctx, out) => showError(ctx, out.error),
    discovery: {
      userinfo_endpoint: issuer + paths.userinfo,
      introspection_endpoint: issuer + paths.introspection,
      revocation_endpoint: issuer + paths.revocation,
      end_session_endpoint: issuer + paths.endSession,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      ui_locales_supported: ['zh-CN', 'en-US'],
    },
  })

  /** A page of ours and never one of the application: who is not known is not trusted with anybody. */
  function showError(ctx: Pick<KoaContextWithOIDC, 'redirect' | 'status'>, error: string) {
    ctx.redirect(`${own.origin}/continue/error?reason=${reasonOf(error)}`)
    ctx.status = 303
  }

  /** An outage or a limit in the words of OAuth: whatever else is thrown, the provider answers as a fault of its own. */
  async function answering<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      if (thrown instanceof errors.OIDCProviderError) throw thrown
      const ctx = Provider.ctx as KoaContextWithOIDC | undefined
      const error = toOAuthError(thrown, ctx ? stateOf(ctx).request.locale : 'zh-CN', log)
      if (error.retryAfter) ctx?.set('Retry-After', String(error.retryAfter))
      throw error
    }
  }

  /** What a token may be asked for as audience: this server, or one of the application's resources. */
  async function resourceServer(resource: string, id: string) {
    const application = await readApplication(db, id)
    const { resources = [], tenant_id: tenantId } = application ?? {}
    // A service account of an organization calls the platform's services.
    const open =
      resource === issuer ||
      resources.includes(resource) ||
      (tenantId && (await isResourceFor(db.query, resource, tenantId)))
    if (!open) throw new errors.InvalidTarget()
    return {
      scope: offeredScopes(application, resource === issuer).join(' '),
      audience: resource,
      accessTokenFormat: 'jwt' as const,
      accessTokenTTL: limits.accessToken,
      jwt: { sign: { alg: 'ES256' as const } },
    }
  }

  const grantOf = async (id: string | undefined) => (id ? readGrant(db, id, secondFactor) : undefined)
  /** What names the sign-in that a token is of, and the organization as it is when the token is made. */
  async function grantClaims(ctx: KoaContextWithOIDC, kind: string | undefined) {
    const grant = kind === 'AccessToken' ? await grantOf(ctx.oidc.grant?.jti) : undefined
    if (!grant) return undefined
    const { tenant_id: tenantId, scopes } = grant
    return {
      sid: grant.session_id,
      grant_id: grant.id,
      ...(tenantId &&
        scopes.includes('organization') && {
          organization: await organizationClaim(db.query, grant.account_id, tenantId),
        }),
    }
  }

  provider.Client.prototype.compareClientSecret = async function (secret) {
    const { clientId: id } = this
    return answering(async () => {
      if (await isSecretOf(db.query, id, secret)) return true
      await countWrongSecret(limiter, db, stateOf(Provider.ctx as KoaContextWithOIDC).request.network)
      return false
    })
  }

  const koa: NodeJS.EventEmitter = provider
  koa.on('server_error', (_ctx, error) => log.error({ err: error }, 'the OpenID provider failed'))
  noteUsage(koa, usage)
  koa.on('error', (error) => log.warn({ err: error }, 'an answer of the OpenID provider was cut off'))

  // Addresses are made from the configured one, never from a request's Host header.
  Object.defineProperty(provider.request, 'href', { get: () => issuer })

  provider.use(async (koaContext, next) => {
    const ctx = koaContext as KoaContextWithOIDC
    const state = stateOfCall(ctx)
    Object.assign(ctx.state, state)
    ctx.cookies.secure = secure
    withSessionCookie(ctx, state.browser && uidOf(state.browser))
    await next()
    // It would post its refusal back where form_post is asked for, which no application may.
    if (ctx.status === 400 && ctx.response.is('html')) showError(ctx, 'response_mode')
    const sent = [ctx.response.get('set-cookie')].flat()
    const cookies = sent.filter((each) => each && !each.startsWith(sessionCookie))
    ctx.remove('Set-Cookie')
    if (cookies.length) ctx.set('Set-Cookie', cookies)
    if (await mayBringCookies(db, ctx, [paths.token, paths.pushed]))
      ctx.set('Access-Control-Allow-Credentials', 'true')
    const { route } = ctx.oidc ?? {}
    if (route === 'discovery' || route === 'jwks') ctx.set('Cache-Control', 'public, max-age=60')
    if (route === 'discovery') ctx.body = announced(ctx.body as Record<string, unknown>)
    if (route === 'token') writeRefreshToken(ctx)
    if (route === 'device_authorization') nameDevicePage(ctx, own.origin)
  })
  return provider
}
