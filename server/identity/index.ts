import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { JWTPayload } from 'jose'
import type Provider from 'oidc-provider'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { createUsage } from '../applications/usage/usage.ts'
import type { Rounds } from '../core/jobs/rounds.ts'
import type { Limiter } from '../core/limit.ts'
import type { Credentials, RequestInfo } from '../core/request.ts'
import type { SecondFactor } from '../core/viewer.ts'
import type { Database } from '../db/open.ts'
import type { Addresses } from '../events/webhooks/addresses.ts'
import { relyingPartyOf } from '../factors/passkeys.ts'
import { findBrowserSession, readSessionCookie } from '../sessions/browser.ts'
import type { Guard } from '../sessions/guard.ts'
import { isOpen, rotate } from '../sessions/rotation.ts'
import type { OpenSession } from '../sessions/store.ts'
import { registerEndpoints } from './endpoints.ts'
import { invalidRequest, OAuthError, toOAuthError } from './errors.ts'
import { formOf, takeForms, takeJson } from './form.ts'
import { answerGrant, type KeepAgreement } from './grants.ts'
import { createKeys } from './keys.ts'
import { admitParameters } from './openid/begun/begun.ts'
import { registerDevicePage } from './openid/device.ts'
import { registerInteractions } from './openid/interactions.ts'
import { buildProvider, paths } from './openid/provider.ts'
import { startSignOutNotices } from './openid/sign-out-notices.ts'
import type { SignInState } from './openid/state.ts'
import type { TakeBack, TellRecovered } from './opening.ts'
import { isHeldRightly, proofAlgorithms } from './proofs/proofs.ts'
import { nonceFor, provenKey } from './proofs/sign-in.ts'
import { confirmSignOut } from './sign-out.ts'
import { issueTokens, type TokenResponse } from './tokens.ts'
import {
  type AccessToken,
  type ProgramToken,
  readIdTokenHint,
  verifyAccessToken,
  verifyApplicationToken,
  verifyCaller,
} from './verify.ts'

interface IdentityOptions {
  db: Database
  log: FastifyBaseLogger
  guard: Guard
  limiter: Limiter
  realm: string
  /** Where the console is reached, without a path; known only after listening, so it is asked when needed. */
  publicUrl: () => string
  requestInfo: (request: FastifyRequest) => RequestInfo
  secondFactor: SecondFactor
  takeBack: TakeBack
  tellRecovered: TellRecovered
  keepAgreement: KeepAgreement
  /** Which addresses of applications may be called. */
  addresses: Addresses
}

export interface Identity {
  /** Every path below /realms/:realm; register it without a prefix. */
  plugin: FastifyPluginAsync
  /** Loads the signing keys, makes the first one; before the first request. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Returns the nonce that a sign-in of the console proves its key with. Any server takes it for five minutes or longer. */
  nonce(): Promise<string>
  /** Whom a live access token of ours speaks for; whether they may still call is asked of the database. */
  verifyCaller(credentials: Credentials): Promise<AccessToken | ProgramToken | null>
  /** Trades a refresh token, as the token endpoint does; null where it is dead, or bound to a key. */
  refreshTokens(refreshToken: string, request: RequestInfo): Promise<TokenResponse | null>
}

const keysEvery = 60_000

export function createIdentity(options: IdentityOptions): Identity {
  const { db, log, guard, limiter, realm, publicUrl, requestInfo, secondFactor } = options
  const { takeBack, tellRecovered, keepAgreement, addresses } = options
  const keys = createKeys(db)
  const usage = createUsage({ db, log })
  const prefix = `/realms/${realm}`
  const origin = () => new URL(publicUrl()).origin
  const issuer = () => publicUrl().replace(/\/$/, '') + prefix
  const secure = () => publicUrl().startsWith('https:')
  /** Of the calls that oidc-provider handles. */
  const calls = new WeakMap<object, SignInState>()
  let timer: NodeJS.Timeout | undefined
  let notices: Rounds | undefined

  let built: { for: unknown; provider: Provider; handle: ReturnType<Provider['callback']> } | undefined
  function openId() {
    const published = keys.published()
    if (built?.for !== published) {
      const provider = buildProvider({
        ...{
          db,
          limiter,
          usage,
          log,
          issuer: issuer(),
          secondFactor,
          keys: structuredClone(published),
          nonces: keys.nonces(),
        },
        stateOfCall: (ctx) => required(calls.get(ctx.req), 'item of calls'),
      })
      built = { for: published, provider, handle: provider.callback() }
    }
    return built
  }

  const issue = async (session: OpenSession, amr: readonly string[] | null) =>
    issueTokens(openId().provider, session, { now: await keys.now(), amr })

  async function refresh(refreshToken: string, jkt: string | null, request: RequestInfo) {
    const session = await rotate(db, refreshToken, request, jkt)
    return isOpen(session) ? { session, tokens: await issue(session, null) } : session
  }

  const proven = async (header: string | undefined) =>
    provenKey(header, {
      ...{ url: issuer() + paths.token, nonces: keys.nonces() },
      now: await keys.now(),
    })

  const nonce = async () => nonceFor(keys.nonces(), await keys.now())

  const heldRightly = async (claims: JWTPayload, credentials: Credentials) =>
    isHeldRightly(db, claims, credentials, { origin: origin(), now: await keys.now() })

  const browserOf = (request: FastifyRequest) =>
    findBrowserSession(db.query, readSessionCookie(request.headers.cookie, secure()))

  async function handOver(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const state: SignInState = {
      ...{ request: requestInfo(request), browser: await browserOf(request) },
      found: new Map(),
    }
    const { handle } = openId()
    const raw = withBody(request)
    calls.set(raw, state)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    // As the route is spelt, whatever case it came in: oidc-provider looks it up in a table of its own.
    const route = required(request.routeOptions.url, 'url').replace(
      ':uid',
      encodeURIComponent((request.params as { uid?: string }).uid ?? ''),
    )
    const originalUrl = route + (/\?.*/s.exec(required(request.raw.url, 'url'))?.[0] ?? '')
    Object.assign(raw, { originalUrl, url: originalUrl.slice(prefix.length) })
    void handle(raw as IncomingMessage, reply.raw)
  }

  /** Begins a sign-in, which stores the parameters. Throws invalid_request if they are too long; a browser gets a page. */
  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (admitParameters(formOf(request).params)) return handOver(request, reply)
    if (request.routeOptions.url !== prefix + paths.authorization)
      throw invalidRequest(`the parameters are too long: ${limits.begun.parameters} characters in all`)
    return reply.redirect(`${origin()}/continue/error?reason=request`, 303)
  }

  /** The console's two grants are ours; every other client's are oidc-provider's. */
  async function token(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const answer = await answerGrant(
      {
        db,
        guard,
        takeBack,
        tellRecovered,
        keepAgreement,
        relyingParty: () => relyingPartyOf(publicUrl()),
        refresh,
        proven,
        issue: (session) => issue(session, session.amr),
        origin,
        secure,
      },
      { form: formOf(request), headers: request.headers, request: requestInfo(request) },
    )
    if (!answer) return handOver(request, reply)
    reply.headers(answer.headers)
    for (const cookie of answer.cookies) reply.header('set-cookie', cookie)
    return reply.send(answer.tokens)
  }

  const plugin: FastifyPluginAsync = async (app) => {
    app.setErrorHandler((thrown, request, reply) => {
      const error = asRefusal(thrown) ?? toOAuthError(thrown, requestInfo(request).locale, log)
      reply.headers(error.headers)
      if (error.retryAfter) reply.header('retry-after', error.retryAfter)
      if (error.statusCode === 413) reply.header('connection', 'close')
      if (error.statusCode === 401) reply.header('www-authenticate', challenge(realm, error))
      return reply.status(error.statusCode).send({
        error: error.message,
        error_description: error.error_description,
        ...error.more,
        // What has to be looked up in the log.
        ...(error.statusCode === 500 && { requestId: request.id }),
      })
    })
    await app.register(
      async (scope: FastifyInstance) => {
        takeForms(scope)
        const endpoints = {
          ...{ db, limiter, usage, issuer, secondFactor, requestInfo },
          verifyAccessToken: (value: string) => verifyAccessToken(value, keys, issuer()),
          verifyApplicationToken: (value: string) => verifyApplicationToken(value, keys, issuer()),
          isHeldRightly: heldRightly,
          readIdTokenHint: (value: string) => readIdTokenHint(value, keys, issuer()),
          browserOf,
        }
        registerEndpoints(scope, endpoints)
        scope.post(paths.token, token)
        scope.post(paths.pushed, begin)
        scope.post(paths.device, begin)
        scope.route({ method: ['GET', 'POST'], url: paths.authorization, handler: begin })
        scope.get(`${paths.authorization}/:uid`, handOver)
        // For pages of other origins; which of them may, oidc-provider knows of its clients.
        for (const url of [paths.token, paths.pushed]) scope.options(url, handOver)
        for (const url of [paths.discovery, paths.jwks])
          scope.route({ method: ['GET', 'OPTIONS'], url, handler: handOver })
        await scope.register(async (pages) => {
          const provider = () => openId().provider
          takeJson(pages)
          registerInteractions(pages, { db, secondFactor, origin, browserOf, provider, requestInfo })
          pages.post(paths.signOutPage, (request) => confirmSignOut({ ...endpoints, origin }, request))
          registerDevicePage(pages, { ...endpoints, origin })
        })
      },
      { prefix },
    )
  }

  const identity: Identity = {
    plugin,
    nonce,
    async start() {
      await identity.stop()
      await keys.load()
      const again = () =>
        keys.load().catch((error) => log.warn({ err: error }, 'the signing keys could not be read again'))
      timer = setInterval(again, keysEvery).unref()
      notices = await startSignOutNotices({ db, log, addresses, provider: () => openId().provider })
    },
    async stop() {
      clearInterval(timer)
      await notices?.stop()
      await usage.stop()
    },
    async verifyCaller(credentials) {
      const caller = await verifyCaller(credentials.token, keys, issuer())
      return caller && (await heldRightly(caller.claims, credentials)) ? caller : null
    },
    async refreshTokens(value, request) {
      const refreshed = await refresh(value, null, request)
      return typeof refreshed === 'object' && 'tokens' in refreshed ? refreshed.tokens : null
    },
  }

  return identity
}

/** oidc-provider reads a body itself: what was read already is given to it anew. */
function withBody({ raw, body }: FastifyRequest): IncomingMessage | Readable {
  if (!(body instanceof URLSearchParams)) return raw
  const bytes = Buffer.from(body.toString())
  const { method, socket, httpVersion, httpVersionMajor, httpVersionMinor } = raw
  return Object.assign(Readable.from([bytes], { objectMode: false }), {
    ...{ method, socket, httpVersion, httpVersionMajor, httpVersionMinor },
    headers: { ...raw.headers, 'content-length': String(bytes.length) },
  })
}

/** What fastify itself refuses: a body that is too large or of another type. */
function asRefusal(thrown: unknown): OAuthError | undefined {
  const status = (thrown as { statusCode?: number }).statusCode
  if (thrown instanceof OAuthError || !status || status < 400 || status > 499) return undefined
  return new OAuthError(status, 'invalid_request', (thrown as Error).message)
}

/** RFC 6750, 3 and RFC 9449, 7.1: without an error where no token came. */
function challenge(realm: string, { message }: OAuthError): string {
  const proof = `DPoP algs="${proofAlgorithms.join(' ')}"`
  if (message === 'invalid_dpop_proof') return `${proof}, error="${message}"`
  return message === 'invalid_token'
    ? `Bearer realm="${realm}", error="invalid_token"`
    : `Bearer realm="${realm}", ${proof}`
}
