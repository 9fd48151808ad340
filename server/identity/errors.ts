import type { FastifyBaseLogger } from 'fastify'
import { errorText, type Locale, messageText } from '../../contract/errors.ts'
import { AppError } from '../core/errors.ts'
import { isRefusedValue, isUnavailable } from '../db/constraints.ts'
import { writeFaultOf } from '../db/writes.ts'
import { type FactorName, factorWrong } from '../factors/check.ts'

/** A refusal in the shape of RFC 6749, 5.2. The names of its properties are those that oidc-provider looks at. */
export class OAuthError extends Error {
  readonly expose = true
  readonly statusCode: number
  readonly error_description: string
  /** Seconds, for 429 and 503. */
  readonly retryAfter: number | undefined
  /** What else the answer says. */
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

/** The one answer to a wrong name, password, phone or code, and to a disabled account. */
export const signInFailed = (locale: Locale): OAuthError =>
  new OAuthError(400, 'invalid_grant', messageText('login.failed', locale))

/** The first factor was right; `by` says how the sign-in goes on. */
export const factorNeeded = (locale: Locale, by: object): OAuthError =>
  new OAuthError(400, 'mfa_required', messageText('factor.required', locale), { more: by })

/** The same step takes another try. */
export const notProved = (factor: FactorName, locale: Locale): OAuthError =>
  new OAuthError(400, 'invalid_grant', messageText(factorWrong[factor], locale))

/** The sign-in begins anew. */
export const stepOver = (locale: Locale): OAuthError =>
  new OAuthError(400, 'expired_token', messageText('factor.signInOver', locale))

/** `more`: why an administrator ended it. */
export const sessionOver = (locale: Locale, more: object = {}): OAuthError =>
  new OAuthError(400, 'invalid_grant', errorText('UNAUTHENTICATED', locale), { more })

/** The refresh token is good, and bound to a key that this call does not show. */
export const keyMissing = (): OAuthError =>
  new OAuthError(400, 'invalid_dpop_proof', 'the refresh token is bound to a key: a proof by it is needed')

export const invalidRequest = (description: string): OAuthError =>
  new OAuthError(400, 'invalid_request', description)

/** Whatever was thrown, as this caller may see it; faults of ours are logged and say nothing of the inside. */
export function toOAuthError(error: unknown, locale: Locale, log: FastifyBaseLogger): OAuthError {
  if (error instanceof OAuthError) return error
  if (error instanceof AppError && error.code === 'RATE_LIMITED') {
    return new OAuthError(429, 'slow_down', error.text(locale), { retryAfter: error.details.retryAfter })
  }
  if (error instanceof AppError && error.code === 'PROOF_REQUIRED')
    return new OAuthError(400, 'proof_required', error.text(locale), { more: error.details })
  if (isUnavailable(error) || (error instanceof AppError && error.code === 'UNAVAILABLE')) {
    log.warn({ err: error }, 'the database does not answer')
    const words = writeFaultOf(error)
      ? messageText('database.noWrites', locale)
      : errorText('UNAVAILABLE', locale)
    return new OAuthError(503, 'temporarily_unavailable', words, { retryAfter: 2 })
  }
  log.error({ err: error }, 'a token request failed')
  if (isRefusedValue(error)) return invalidRequest(messageText('input.unreadable', locale))
  return new OAuthError(500, 'server_error', errorText('INTERNAL', locale), { cause: error })
}
