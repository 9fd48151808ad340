import type { ErrorCode } from '../../contract/errors.ts'
import { texts } from './texts.ts'
import { words } from './words.ts'

/**
 * Error codes of the server, and two codes that the console adds: UNREACHABLE if no response arrived, and
 * BROKEN_ANSWER if a response arrived but was not sent by the API.
 */
type ApiErrorCode = ErrorCode | 'UNREACHABLE' | 'BROKEN_ANSWER'

interface Details {
  status?: number
  fields?: Readonly<Record<string, string>>
  /** Seconds to wait before the call can be retried. */
  retryAfter?: number
  requestId?: string
  /** Proof-of-work challenge of a PROOF_REQUIRED error. */
  challenge?: object
}

/**
 * The error with which every call in lib/ rejects. `message` is in the user's language and can be shown
 * without changes.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number | undefined
  /** Error message for each invalid field. The key is the field's name in the contract. */
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
 * Thrown if the refresh token is no longer valid. The session has then ended in every tab. The specification
 * defines the message.
 */
export class SessionOverError extends Error {
  constructor() {
    super('Empty AccessToken')
    this.name = 'SessionOverError'
  }
}

const passing: readonly ApiErrorCode[] = ['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED', 'BROKEN_ANSWER']

/**
 * Whether the same call can succeed later, because no valid response arrived or the server asked the client
 * to wait.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && passing.includes(error.code)
}

/**
 * Whether no response arrived from the server, because there is no network or a proxy cannot reach the
 * server.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'UNREACHABLE' || [502, 503, 504].includes(error.status ?? 0))

export function unreachable(): ApiError {
  return new ApiError('UNREACHABLE', texts(words)('unreachable'))
}

/**
 * Converts an error response to an ApiError. GraphQL responses contain the details in `errors[0].extensions`;
 * other responses are problem+json.
 */
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
 * Returns the error, so that the caller can throw it. If the call failed for a technical reason, also logs
 * the error without variables and tokens. A rejection by the server is not logged, because the page shows it.
 */
export function failed(name: string, error: ApiError): ApiError {
  const { code, status, requestId } = error
  if (faults.includes(code))
    console.error(
      `${name} failed: ${status ?? 'no response'} ${code}${requestId ? `, request ${requestId}` : ''}`,
    )
  return error
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the error code for a response that a proxy has sent in place of the server. */
const codeOf = (status: number): ApiErrorCode =>
  status === 503 || status === 502 || status === 504
    ? 'UNAVAILABLE'
    : status === 429
      ? 'RATE_LIMITED'
      : status === 413
        ? 'TOO_LARGE'
        : 'BROKEN_ANSWER'
