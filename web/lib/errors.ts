import type { ErrorCode } from '../../contract/errors.ts'
import { texts } from './texts.ts'
import { words } from './words.ts'

/**
 * Server error codes, plus two of the console: no answer arrived, or the answer did not come from the API.
 */
type ApiErrorCode = ErrorCode | 'UNREACHABLE' | 'BROKEN_ANSWER'

interface Details {
  status?: number
  fields?: Readonly<Record<string, string>>
  /** In seconds. */
  retryAfter?: number
  requestId?: string
  /** The proof-of-work challenge of a PROOF_REQUIRED error. */
  challenge?: object
}

/**
 * The error that every call in lib/ rejects with. `message` is in the user's language and can be shown as it
 * is.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number | undefined
  /** One message per invalid form field, by the field's name in the contract. */
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined
  readonly challenge: object | undefined

  constructor(code: ApiErrorCode, message: string, details: Details = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = details.status
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
    this.requestId = details.requestId
    this.challenge = details.challenge
  }
}

/**
 * The refresh token is no longer valid, so the session has ended in every tab. The message is fixed by the
 * specification.
 */
export class SessionOverError extends Error {
  constructor() {
    super('Empty AccessToken')
    this.name = 'SessionOverError'
  }
}

const passing: readonly ApiErrorCode[] = ['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED', 'BROKEN_ANSWER']

/**
 * Whether the same call can succeed later: the server cannot be reached, asks to wait, or the connection
 * broke. The server has not refused the call.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && passing.includes(error.code)
}

/** Whether no answer arrived: there is no network, or a proxy cannot reach the server. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'UNREACHABLE' || [502, 503, 504].includes(error.status ?? 0))

export function unreachable(): ApiError {
  return new ApiError('UNREACHABLE', texts(words)('unreachable'))
}

/** Returns the error of a response body: problem+json outside GraphQL, `errors[0].extensions` in GraphQL. */
export function refusal(status: number, body: unknown, message?: string): ApiError {
  const details = isRecord(body) ? body : {}
  const code = typeof details.code === 'string' ? (details.code as ErrorCode) : codeOf(status)
  const shown = message ?? details.detail ?? details.title
  const fallback = texts(words)(
    code === 'UNAVAILABLE' ? 'unavailable' : code === 'TOO_LARGE' ? 'tooLargeForProxy' : 'failed',
  )
  return new ApiError(code, typeof shown === 'string' && shown ? shown : fallback, {
    status,
    ...(isRecord(details.fields) && { fields: details.fields as Record<string, string> }),
    ...(typeof details.retryAfter === 'number' && { retryAfter: details.retryAfter }),
    ...(isRecord(details.challenge) && { challenge: details.challenge }),
    ...(typeof details.requestId === 'string' && { requestId: details.requestId }),
  })
}

const faults: readonly ApiErrorCode[] = ['UNREACHABLE', 'UNAVAILABLE', 'BROKEN_ANSWER', 'INTERNAL']

/**
 * Returns the error to throw. Logs it once if the call itself failed; a refusal by the server is shown by the
 * page and not logged. The log line contains no variables and no tokens.
 */
export function failed(name: string, error: ApiError): ApiError {
  const { code, status, requestId } = error
  if (faults.includes(code))
    console.error(
      `${name} failed: ${status ?? 'no answer'} ${code}${requestId ? `, request ${requestId}` : ''}`,
    )
  return error
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Maps the status of a response that came from a proxy. */
const codeOf = (status: number): ApiErrorCode =>
  status === 503 || status === 502 || status === 504
    ? 'UNAVAILABLE'
    : status === 429
      ? 'RATE_LIMITED'
      : status === 413
        ? 'TOO_LARGE'
        : 'BROKEN_ANSWER'
