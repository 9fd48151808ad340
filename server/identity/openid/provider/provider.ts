import type { FastifyBaseLogger } from 'fastify'
import type { JWK } from 'jose'
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { isSecretOf } from '../../../applications/secrets.ts'
import type { Usage } from '../../../applications/usage/usage.ts'
import type { Limiter } from '../../../core/limit.ts'
import type { SecondFactor } from '../../../core/viewer.ts'
import type { Database } from '../../../db/open.ts'
import { countWrongSecret } from '../../client-authentication.ts'
import { toOAuthError } from '../../errors.ts'
import { Signer } from '../../keys/signer.ts'
import { createAdapter, uidOf } from '../adapter.ts'
import {
  addVerificationUri,
  reasonOf,
  replaceSessionCookie,
  sessionCookie,
  writeRefreshToken,
} from '../answers.ts'
import { loadGrant } from '../authorize.ts'
import { completeDiscovery } from '../discovery.ts'
import { createPolicy } from '../policy.ts'
import { recordUsage } from '../refusals.ts'
import { allowsCredentials } from '../requests/cors.ts'
import { type SignInState, stateOf } from '../state.ts'
import { discoverySettings, features, protocolSettings } from './configuration.ts'
import { extraTokenClaims, findProviderAccount, findResourceServer } from './grant-claims.ts'
import { paths } from './paths.ts'

export interface ProviderOptions {
  db: Database
  limiter: Limiter
  usage: Usage
  issuer: string
  secondFactor: SecondFactor
  keys: JWK[]
  /** The 32-byte key for the nonces of DPoP proofs. */
  nonces: Buffer
  /** Whether all applications must use PKCE, regardless of their own setting. */
  requirePkce: boolean
  log: FastifyBaseLogger
  stateOfCall: (ctx: KoaContextWithOIDC) => SignInState
}

/**
 * Builds an instance of oidc-provider (discovery, keys, authorization, application tokens) for one issuer and
 * one set of keys.
 */
export function buildProvider(options: ProviderOptions): Provider {
  const { db, limiter, usage, issuer, secondFactor, keys, nonces, log } = options
  const publicUrl = new URL(issuer)
  const withOAuthErrors = createErrorConversion(log)
  const provider = new Provider(issuer, {
    ...protocolSettings(options),
    adapter: createAdapter({ db, limiter, secondFactor }, withOAuthErrors),
    jwks: { keys: keys.map((key) => new Signer(key)) },
    features: features(nonces, {
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? issuer,
      getResourceServerInfo: (_ctx, resource, client) =>
        findResourceServer(options, resource, client.clientId),
    }),
    interactions: {
      policy: createPolicy(),
      url: (_ctx, { uid }) => `${publicUrl.pathname}${paths.interaction}/${uid}`,
    },
    loadExistingGrant: (ctx) => withOAuthErrors(() => loadGrant(db, ctx, secondFactor)),
    findAccount: (ctx, sub) => findProviderAccount(options, ctx, sub),
    extraTokenClaims: (ctx, token) => extraTokenClaims(options, ctx as KoaContextWithOIDC, token as never),
    clientBasedCORS(ctx, origin, client) {
      const fromOwnOrigin = ((client as { origins?: string[] }).origins ?? []).includes(origin)
      Object.assign(stateOf(ctx), { fromOwnOrigin })
      // Allow the console, where users can try out the device flow.
      return fromOwnOrigin || origin === publicUrl.origin
    },
    renderError: (ctx, out) => showError(ctx, publicUrl.origin, out.error),
    discovery: discoverySettings(issuer),
  })

  provider.Client.prototype.compareClientSecret = async function (secret) {
    const { clientId: id } = this
    return withOAuthErrors(async () => {
      if (await isSecretOf(db.query, id, secret)) return true
      await countWrongSecret(limiter, db, stateOf(Provider.ctx as KoaContextWithOIDC).request.network)
      return false
    })
  }

  addAccessTokenHash(provider)
  const koa: NodeJS.EventEmitter = provider
  koa.on('server_error', (_ctx, error) => log.error({ err: error }, 'the OpenID provider failed'))
  recordUsage(koa, usage)
  koa.on('error', (error) => log.warn({ err: error }, 'the response of the OpenID provider was interrupted'))

  // URLs are built from the configured public URL, never from the request's Host header.
  Object.defineProperty(provider.request, 'href', { get: () => issuer })
  adjustResponses(provider, options, publicUrl)
  return provider
}

/** Adds `at_hash` to ID tokens that are issued with an access token (OpenID Connect Core, section 3.1.3.6). */
function addAccessTokenHash(provider: Provider): void {
  const { AccessToken, IdToken } = provider
  const { save } = AccessToken.prototype
  AccessToken.prototype.save = async function (...options) {
    const value = await save.apply(this, options)
    const ctx = Provider.ctx as KoaContextWithOIDC | undefined
    if (ctx) stateOf(ctx).accessToken = value
    return value
  }
  const { issue } = IdToken.prototype
  IdToken.prototype.issue = function (options) {
    const ctx = Provider.ctx as KoaContextWithOIDC | undefined
    const value = ctx && stateOf(ctx).accessToken
    if (options.use === 'idtoken' && value) this.set('at_hash', value)
    return issue.call(this, options)
  }
}

/** Redirects to the error page of the console, never to an unverified URL of an application. */
function showError(
  ctx: Pick<KoaContextWithOIDC, 'redirect' | 'status'>,
  origin: string,
  error: string,
): void {
  ctx.redirect(`${origin}/continue/error?reason=${reasonOf(error)}`)
  ctx.status = 303
}

/**
 * Returns a wrapper that converts outages and exceeded limits to OAuth errors. oidc-provider would report any
 * other error as a bug of its own.
 */
function createErrorConversion(log: FastifyBaseLogger) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
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
}

/**
 * Adds middleware that adjusts the provider's requests and responses: session cookie, CORS, caching and
 * bodies.
 */
function adjustResponses(provider: Provider, { db, stateOfCall }: ProviderOptions, publicUrl: URL): void {
  provider.use(async (koaContext, next) => {
    const ctx = koaContext as KoaContextWithOIDC
    const state = stateOfCall(ctx)
    Object.assign(ctx.state, state)
    ctx.cookies.secure = publicUrl.protocol === 'https:'
    replaceSessionCookie(ctx, state.browser && uidOf(state.browser))
    await next()
    // With response_mode=form_post, oidc-provider would post the error to the application. No application can
    // use form_post, so the console shows the error instead.
    if (ctx.status === 400 && ctx.response.is('html')) showError(ctx, publicUrl.origin, 'response_mode')
    const sent = [ctx.response.get('set-cookie')].flat()
    const cookies = sent.filter((each) => each && !each.startsWith(sessionCookie))
    ctx.remove('Set-Cookie')
    if (cookies.length) ctx.set('Set-Cookie', cookies)
    if (await allowsCredentials(db, ctx, [paths.token, paths.pushed]))
      ctx.set('Access-Control-Allow-Credentials', 'true')
    const { route } = ctx.oidc ?? {}
    if (route === 'discovery' || route === 'jwks') ctx.set('Cache-Control', 'public, max-age=60')
    if (route === 'discovery') ctx.body = completeDiscovery(ctx.body as Record<string, unknown>)
    if (route === 'token') writeRefreshToken(ctx)
    if (route === 'device_authorization') addVerificationUri(ctx, publicUrl.origin)
  })
}
