import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { errorText, type Locale, messageText } from '../../contract/errors.ts'
import { AppError } from '../core/errors.ts'
import type { RequestInfo } from '../core/request.ts'
import { isRefusedValue, isUnavailable } from '../db/constraints.ts'
import { writeFaultOf } from '../db/writes.ts'
import { type FactorName, factorErrors } from '../factors/check.ts'
import { proofAlgorithms } from './proofs/proofs.ts'

/**
 * An OAuth error response (RFC 6749, section 5.2). The property names must not change, because oidc-provider
 * also reads them.
 */
export class OAuthError extends Error {
  readonly expose = true
  readonly statusCode: number
  readonly error_description: string
  /** Seconds to wait, for status 429 and 503. */
  readonly retryAfter: number | undefined
  /** Additional fields of the response body. */
  readonly more: object
  readonly headers: Record<string, string>

  constructor(
    statusCode: number,
    error: string,
    description: string,
    options: {
      retryAfter?: number
      cause?: unknown
      more?: object
      headers?: Record<string, string>
    } = {},
  ) {
    super(error, { cause: options.cause })
    this.statusCode = statusCode
    this.error_description = description
    this.retryAfter = options.retryAfter
    this.more = options.more ?? {}
    this.headers = options.headers ?? {}
  }
}

/**
 * Returns the error for a failed sign-in. It is the same for an unknown account, a wrong password or code,
 * and a disabled account.
 */
export const signInFailed = (locale: Locale): OAuthError =>
  new OAuthError(400, 'invalid_grant', messageText('login.failed', locale))

/**
 * Returns the error response after a correct first factor. `challenge` describes how the sign-in continues.
 */
export const mfaRequired = (locale: Locale, challenge: object): OAuthError =>
  new OAuthError(400, 'mfa_required', messageText('factor.required', locale), { more: challenge })

/** Returns the error for a wrong second factor if the sign-in accepts another attempt. */
export const wrongFactor = (factor: FactorName, locale: Locale): OAuthError =>
  new OAuthError(400, 'invalid_grant', messageText(factorErrors[factor], locale))

export const signInExpired = (locale: Locale): OAuthError =>
  new OAuthError(400, 'expired_token', messageText('factor.signInOver', locale))

/**
 * Returns the error for an ended session. If an administrator ended the session, `more` contains the reason.
 */
export const sessionEnded = (locale: Locale, more: object = {}): OAuthError =>
  new OAuthError(400, 'invalid_grant', errorText('UNAUTHENTICATED', locale), { more })

/**
 * Returns the error for a request that contains a valid refresh token but no proof of the key that the token
 * is bound to.
 */
export const keyProofMissing = (): OAuthError =>
  new OAuthError(
    400,
    'invalid_dpop_proof',
    'the refresh token is bound to a key, so a DPoP proof is required',
  )

export const invalidRequest = (description: string): OAuthError =>
  new OAuthError(400, 'invalid_request', description)

/** Converts any error to an OAuth error. Internal errors are logged and reveal no details. */
export function toOAuthError(error: unknown, locale: Locale, log: FastifyBaseLogger): OAuthError {
  if (error instanceof OAuthError) return error
  if (error instanceof AppError && error.code === 'RATE_LIMITED') {
    return new OAuthError(429, 'slow_down', error.text(locale), { retryAfter: error.details.retryAfter })
  }
  if (error instanceof AppError && error.code === 'PROOF_REQUIRED')
    return new OAuthError(400, 'proof_required', error.text(locale), { more: error.details })
  if (isUnavailable(error) || (error instanceof AppError && error.code === 'UNAVAILABLE')) {
    log.warn({ err: error }, 'the database is not available')
    const words = writeFaultOf(error)
      ? messageText('database.noWrites', locale)
      : errorText('UNAVAILABLE', locale)
    return new OAuthError(503, 'temporarily_unavailable', words, { retryAfter: 2 })
  }
  log.error({ err: error }, 'token request failed')
  if (isRefusedValue(error)) return invalidRequest(messageText('input.unreadable', locale))
  return new OAuthError(500, 'server_error', errorText('INTERNAL', locale), { cause: error })
}

/** Sends every error below the realm's path as an OAuth error. */
export function handleErrors(
  app: FastifyInstance,
  {
    realm,
    requestInfo,
    log,
  }: { realm: string; requestInfo: (request: FastifyRequest) => RequestInfo; log: FastifyBaseLogger },
): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = fastifyError(thrown) ?? toOAuthError(thrown, requestInfo(request).locale, log)
    reply.headers(error.headers)
    if (error.retryAfter) reply.header('retry-after', error.retryAfter)
    if (error.statusCode === 413) reply.header('connection', 'close')
    if (error.statusCode === 401) reply.header('www-authenticate', challenge(realm, error))
    return reply.status(error.statusCode).send({
      error: error.message,
      error_description: error.error_description,
      ...error.more,
      // Users can report this id. Operators use it to find the error in the log.
      ...(error.statusCode === 500 && { requestId: request.id }),
    })
  })
}

/**
 * Converts errors of Fastify itself, for example if the body is too large or has an unsupported content type.
 */
function fastifyError(thrown: unknown): OAuthError | undefined {
  const status = (thrown as { statusCode?: number }).statusCode
  if (thrown instanceof OAuthError || !status || status < 400 || status > 499) return undefined
  return new OAuthError(status, 'invalid_request', (thrown as Error).message)
}

/**
 * Returns the WWW-Authenticate header (RFC 6750, section 3, and RFC 9449, section 7.1). If the request had no
 * token, the header contains no error code.
 */
function challenge(realm: string, { message }: OAuthError): string {
  const proof = `DPoP algs="${proofAlgorithms.join(' ')}"`
  if (message === 'invalid_dpop_proof') return `${proof}, error="${message}"`
  return message === 'invalid_token'
    ? `Bearer realm="${realm}", error="invalid_token"`
    : `Bearer realm="${realm}", ${proof}`
}
