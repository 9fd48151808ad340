import type { ErrorCode } from '../../contract/errors.ts'
import { texts } from './texts.ts'
import { words } from './words.ts'

/** Codes of the server, and two of the console's own: nothing answered; the answer was not the API's. */
type ApiErrorCode = ErrorCode | 'UNREACHABLE' | 'BROKEN_ANSWER'

interface Details {
  status?: number
  fields?: Readonly<Record<string, string>>
  /** seconds */
  retryAfter?: number
  requestId?: string
  /** of PROOF_REQUIRED: what toll/ works for */
  challenge?: object
}

/** What any call of lib/ rejects with. `message` is in the user's language, ready to be shown. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number | undefined
  /** One message for each wrong field of the form, by the field's name in the contract. */
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

/** The refresh token is dead: the session is over in every tab. The message is the specification's. */
export class SessionOverError extends Error {
  constructor() {
    super('Empty AccessToken')
    this.name = 'SessionOverError'
  }
}

const passing: readonly ApiErrorCode[] = ['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED', 'BROKEN_ANSWER']

/**
 * The server is out of reach, asks to wait, or its answer was cut off (by a bad network, or by leaving the page):
 * nothing was refused, the same call may succeed later.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && passing.includes(error.code)
}

/** Nothing has answered: there is no network, or the server behind a proxy is away. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'UNREACHABLE' || [502, 503, 504].includes(error.status ?? 0))

export function unreachable(): ApiError {
  return new ApiError('UNREACHABLE', texts(words)('unreachable'))
}

/** The refusal that an answer's body carries: problem+json outside GraphQL, `errors[0].extensions` inside. */
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
 * The error of a call that is to be thrown; where the call itself failed, that is logged here, once. What the server
 * refuses in its own words is an answer, which the page shows. The line has no more than whoever looks into it needs:
 * variables and tokens would be other people's to read.
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

/** Where a proxy answered, not the server. */
const codeOf = (status: number): ApiErrorCode =>
  status === 503 || status === 502 || status === 504
    ? 'UNAVAILABLE'
    : status === 429
      ? 'RATE_LIMITED'
      : status === 413
        ? 'TOO_LARGE'
        : 'BROKEN_ANSWER'
