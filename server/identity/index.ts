import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { JWTPayload } from 'jose'
import type Provider from 'oidc-provider'
import { createUsage } from '../applications/usage/usage.ts'
import type { Services } from '../core/context.ts'
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
import { createBroker, type IdentitySources } from './broker/broker.ts'
import { handleErrors } from './errors.ts'
import { formOf } from './form.ts'
import { handleGrant, type StoreAgreement } from './grants.ts'
import { createKeys, type SigningKeys } from './keys/keys.ts'
import type { CancelClosure, NotifyRecoveryCodeUsed } from './open-session.ts'
import { createProviderBridge } from './openid/provider/bridge.ts'
import { paths } from './openid/provider/paths.ts'
import { startSignOutNotices } from './openid/sign-out-notices.ts'
import { isPresentedCorrectly } from './proofs/proofs.ts'
import { nonceFor, verifyKeyProof } from './proofs/sign-in.ts'
import { registerRoutes } from './routes.ts'
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
  /**
   * Returns the origin of the console. It is known only after the server has started to listen, so it must be
   * read at each use.
   */
  publicUrl: () => string
  requestInfo: (request: FastifyRequest) => RequestInfo
  secondFactor: SecondFactor
  /** Whether every application must use PKCE. */
  requirePkce: boolean
  cancelClosure: CancelClosure
  notifyRecoveryCodeUsed: NotifyRecoveryCodeUsed
  storeAgreement: StoreAgreement
  /** Decides which application URLs the server is allowed to call. */
  addresses: Addresses
  /** Decides which addresses of identity providers the server is allowed to call. */
  providerAddresses: Addresses
  /** Returns the services, which are created after this module. */
  services: () => Services
}

export interface Identity {
  sources: IdentitySources
  /** Fastify plugin that serves every path below /realms/:realm. It must be registered without a prefix. */
  plugin: FastifyPluginAsync
  /** Loads the keys and creates missing signing keys. Must be called before the first request. */
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Returns the nonce for the DPoP proof of a console sign-in. Every server accepts the nonce for at least
   * five minutes.
   */
  nonce(): Promise<string>
  /**
   * Returns the subject of a valid access token. The caller must check in the database whether its session or
   * application is still active.
   */
  verifyCaller(credentials: Credentials): Promise<AccessToken | ProgramToken | null>
  /**
   * Exchanges a refresh token like the token endpoint does. Returns null if the refresh token is invalid or
   * bound to a key.
   */
  refreshTokens(refreshToken: string, request: RequestInfo): Promise<TokenResponse | null>
}

const keyReloadInterval = 60_000

export function createIdentity(options: IdentityOptions): Identity {
  const { db, log, guard, limiter, realm, publicUrl, requestInfo, secondFactor, requirePkce } = options
  const { cancelClosure, notifyRecoveryCodeUsed, storeAgreement, addresses, services } = options
  const keys = createKeys(db)
  const usage = createUsage({ db, log })
  const prefix = `/realms/${realm}`
  const origin = () => new URL(publicUrl()).origin
  const issuer = () => publicUrl().replace(/\/$/, '') + prefix
  const secure = () => publicUrl().startsWith('https:')
  let timer: NodeJS.Timeout | undefined
  let notices: Rounds | undefined

  const browserOf = (request: FastifyRequest) =>
    findBrowserSession(db.query, readSessionCookie(request.headers.cookie, secure()))

  const bridge = createProviderBridge({
    prefix,
    options: () => ({
      ...{ db, limiter, usage, log, issuer: issuer(), secondFactor, requirePkce },
      ...{ keys: keys.published(), nonces: keys.nonces() },
    }),
    stateFor: async (request) => ({
      ...{ request: requestInfo(request), browser: await browserOf(request) },
      cache: new Map(),
    }),
  })

  const broker = createBroker({
    ...{ db, log, limiter, addresses: options.providerAddresses, realm, origin, secure, browserOf, services },
  })
  const tokens = createTokenCalls({ db, keys, issuer, origin, provider: bridge.provider })

  const signIn = {
    ...{ db, guard, cancelClosure, notifyRecoveryCodeUsed, services },
    relyingParty: () => relyingPartyOf(publicUrl()),
  }

  const token = createTokenEndpoint(
    {
      ...{ ...signIn, storeAgreement, origin, secure },
      ...{ refresh: tokens.refresh, readKeyProof: tokens.readKeyProof },
      issue: (session) => tokens.issue(session, session.amr),
    },
    { requestInfo, handleOthers: bridge.handle },
  )

  const plugin: FastifyPluginAsync = async (app) => {
    handleErrors(app, { realm, requestInfo, log })
    // Serve the OAuth 2.0 Authorization Server Metadata (RFC 8414, section 3.1) for clients that do not use
    // OpenID Connect.
    for (const url of [`${paths.oauthMetadata}${prefix}`, `${prefix}${paths.oauthMetadata}`])
      app.get(url, (request, reply) => bridge.handle(request, reply, paths.discovery))
    await app.register(
      (scope: FastifyInstance) =>
        registerRoutes(scope, {
          ...{ ...signIn, limiter, usage, issuer, secondFactor, requestInfo },
          ...{ origin, secure, browserOf, token, broker },
          provider: bridge.provider,
          passToProvider: bridge.handle,
          verifyAccessToken: (value) => verifyAccessToken(value, keys, issuer()),
          verifyApplicationToken: (value) => verifyApplicationToken(value, keys, issuer()),
          isPresentedCorrectly: tokens.isPresentedCorrectly,
          readIdTokenHint: (value) => readIdTokenHint(value, keys, issuer()),
        }),
      { prefix },
    )
  }

  const identity: Identity = {
    plugin,
    sources: broker,
    nonce: tokens.nonce,
    async start() {
      await identity.stop()
      await keys.load()
      const reload = () =>
        keys.load().catch((error) => log.warn({ err: error }, 'could not reload the signing keys'))
      timer = setInterval(reload, keyReloadInterval).unref()
      notices = await startSignOutNotices({ db, log, addresses, provider: bridge.provider })
    },
    async stop() {
      clearInterval(timer)
      await notices?.stop()
      await usage.stop()
      broker.close()
    },
    async verifyCaller(credentials) {
      const caller = await verifyCaller(credentials.token, keys, issuer())
      return caller && (await tokens.isPresentedCorrectly(caller.claims, credentials)) ? caller : null
    },
    async refreshTokens(value, request) {
      const refreshed = await tokens.refresh(value, null, request)
      return typeof refreshed === 'object' && 'tokens' in refreshed ? refreshed.tokens : null
    },
  }

  return identity
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Returns the handler of the grants of the console. oidc-provider handles those of other clients. */
const createTokenEndpoint =
  (
    deps: Parameters<typeof handleGrant>[0],
    { requestInfo, handleOthers }: { requestInfo: IdentityOptions['requestInfo']; handleOthers: Handler },
  ): Handler =>
  async (request, reply) => {
    const call = { form: formOf(request), headers: request.headers, request: requestInfo(request) }
    const answer = await handleGrant(deps, call)
    if (!answer) return handleOthers(request, reply)
    reply.headers(answer.headers)
    for (const cookie of answer.cookies) reply.header('set-cookie', cookie)
    return reply.send(answer.tokens)
  }

/** Returns the functions that issue and verify tokens, with the database time as the current time. */
function createTokenCalls({
  db,
  keys,
  issuer,
  origin,
  provider,
}: {
  db: Database
  keys: SigningKeys
  issuer: () => string
  origin: () => string
  provider: () => Provider
}) {
  const issue = async (session: OpenSession, amr: readonly string[] | null) =>
    issueTokens(provider(), session, { now: await keys.now(), amr })
  return {
    issue,
    async refresh(refreshToken: string, jkt: string | null, request: RequestInfo) {
      const session = await rotate(db, refreshToken, request, jkt)
      return isOpen(session) ? { session, tokens: await issue(session, null) } : session
    },
    readKeyProof: async (header: string | undefined) =>
      verifyKeyProof(header, {
        ...{ url: issuer() + paths.token, nonces: keys.nonces() },
        now: await keys.now(),
      }),
    nonce: async () => nonceFor(keys.nonces(), await keys.now()),
    isPresentedCorrectly: async (claims: JWTPayload, credentials: Credentials) =>
      isPresentedCorrectly(db, claims, credentials, { origin: origin(), now: await keys.now() }),
  }
}
