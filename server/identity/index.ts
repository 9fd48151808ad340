import type { IncomingMessage } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { RequestInfo } from '../core/request.ts'
import type { Database } from '../db/open.ts'
import type { Guard } from '../sessions/guard.ts'
import { rotate } from '../sessions/rotation.ts'
import type { OpenSession } from '../sessions/store.ts'
import { registerEndpoints } from './endpoints.ts'
import { OAuthError, toOAuthError } from './errors.ts'
import { createGrants, type Grant } from './grants.ts'
import { createKeys } from './keys.ts'
import { buildProvider, paths } from './provider.ts'
import type { TakeBack } from './sign-in.ts'
import { issueTokens, type TokenResponse } from './tokens.ts'
import { type AccessToken, readIdTokenHint, verifyAccessToken } from './verify.ts'

interface IdentityOptions {
  db: Database
  log: FastifyBaseLogger
  guard: Guard
  realm: string
  /** Where the console is reached, without a path; known only after listening, so it is asked when needed. */
  publicUrl: () => string
  requestInfo: (request: FastifyRequest) => RequestInfo
  takeBack: TakeBack
}

export interface Identity {
  /** Every path below /realms/:realm; register it without a prefix. */
  plugin: FastifyPluginAsync
  /** Loads the signing keys, makes the first one; before the first request. */
  start(): Promise<void>
  stop(): void
  /** Whom a live access token of ours speaks for; whether the session still lives is asked of the database. */
  verifyAccessToken(token: string): Promise<AccessToken | null>
  /** Trades a refresh token, as the token endpoint does; null where it is dead. */
  refreshTokens(refreshToken: string, request: RequestInfo): Promise<TokenResponse | null>
}

const keysEvery = 60_000
const longestBody = 32_768

export function createIdentity(options: IdentityOptions): Identity {
  const { db, log, guard, realm, publicUrl, requestInfo, takeBack } = options
  const keys = createKeys(db)
  const prefix = `/realms/${realm}`
  const issuer = () => publicUrl().replace(/\/$/, '') + prefix
  /** The request of a call that oidc-provider handles. */
  const calls = new WeakMap<IncomingMessage, RequestInfo>()
  let timer: NodeJS.Timeout | undefined

  let built: { for: unknown; provider: Provider; handle: ReturnType<Provider['callback']> } | undefined
  function openId() {
    const published = keys.published()
    if (built?.for !== published) {
      const provider = buildProvider({ issuer: issuer(), keys: structuredClone(published), grants, run, log })
      built = { for: published, provider, handle: provider.callback() }
    }
    return built
  }

  const issue = async (session: OpenSession, signedIn: boolean) =>
    issueTokens(openId().provider, session, { now: await keys.now(), signedIn })

  async function refresh(refreshToken: string, request: RequestInfo): Promise<TokenResponse | null> {
    const session = await rotate(db, refreshToken, request)
    return session === 'invalid' ? null : issue(session, false)
  }

  const grants = createGrants({
    db,
    guard,
    takeBack,
    secure: () => publicUrl().startsWith('https:'),
    issue: (session) => issue(session, true),
    refresh,
  })

  /** Runs a grant for oidc-provider, which writes what is thrown as the answer. */
  async function run(grant: Grant, ctx: KoaContextWithOIDC): Promise<void> {
    const request = calls.get(ctx.req)!
    try {
      ctx.body = await grant.answer(ctx.oidc.params as Record<string, string>, request, ctx)
    } catch (thrown) {
      const error = toOAuthError(thrown, request.locale, log)
      if (error.retryAfter) ctx.set('Retry-After', String(error.retryAfter))
      throw error
    }
  }

  function handOver(request: FastifyRequest, reply: FastifyReply): void {
    if (Number(request.headers['content-length'] ?? 0) > longestBody) {
      throw new OAuthError(413, 'invalid_request', 'the request is too large')
    }
    const { raw } = request
    const { handle } = openId()
    calls.set(raw, requestInfo(request))
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    // As the route is spelt, whatever case it came in: oidc-provider looks it up in a table of its own.
    const originalUrl = request.routeOptions.url! + (/\?.*/s.exec(raw.url!)?.[0] ?? '')
    Object.assign(raw, { originalUrl, url: originalUrl.slice(prefix.length) })
    void handle(raw, reply.raw)
  }

  const plugin: FastifyPluginAsync = async (app) => {
    app.setErrorHandler((thrown, request, reply) => {
      const error = asRefusal(thrown) ?? toOAuthError(thrown, requestInfo(request).locale, log)
      if (error.retryAfter) reply.header('retry-after', error.retryAfter)
      if (error.statusCode === 413) reply.header('connection', 'close')
      if (error.statusCode === 401) reply.header('www-authenticate', challenge(realm, error))
      return reply
        .status(error.statusCode)
        .send({ error: error.message, error_description: error.error_description })
    })
    await app.register(
      async (scope: FastifyInstance) => {
        await scope.register(async (own) => {
          registerEndpoints(own, {
            db,
            issuer,
            requestInfo,
            verifyAccessToken: identity.verifyAccessToken,
            readIdTokenHint: (token) => readIdTokenHint(token, keys, issuer()),
          })
        })
        await scope.register(async (provided) => {
          // oidc-provider reads the body itself.
          provided.removeAllContentTypeParsers()
          provided.addContentTypeParser('*', (_request, _body, done) => done(null))
          provided.post(paths.token, handOver)
          provided.get(paths.authorization, handOver)
          // These two are for pages of any origin.
          for (const url of [paths.discovery, paths.jwks]) {
            provided.route({ method: ['GET', 'OPTIONS'], url, handler: handOver })
          }
        })
      },
      { prefix },
    )
  }

  const identity: Identity = {
    plugin,
    async start() {
      identity.stop()
      await keys.load()
      const again = () =>
        keys.load().catch((error) => log.warn({ err: error }, 'the signing keys could not be read again'))
      timer = setInterval(again, keysEvery).unref()
    },
    stop: () => clearInterval(timer),
    verifyAccessToken: (token) => verifyAccessToken(token, keys, issuer()),
    refreshTokens: refresh,
  }

  return identity
}

/** What fastify itself refuses: a body that is too large or of another type. */
function asRefusal(thrown: unknown): OAuthError | undefined {
  const status = (thrown as { statusCode?: number }).statusCode
  if (thrown instanceof OAuthError || !status || status < 400 || status > 499) return undefined
  return new OAuthError(status, 'invalid_request', (thrown as Error).message)
}

/** RFC 6750, 3: without an error where no token came. */
function challenge(realm: string, error: OAuthError): string {
  return error.message === 'invalid_token'
    ? `Bearer realm="${realm}", error="invalid_token"`
    : `Bearer realm="${realm}"`
}
