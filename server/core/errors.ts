import {
  type ErrorCode,
  errorText,
  type Locale,
  type MessageKey,
  type MessageParams,
  messageText,
} from '../../contract/errors.ts'

type FieldMessage = readonly [key: MessageKey, params?: MessageParams]

interface Details {
  /** A message that is more specific than the default message of the error code. */
  message?: FieldMessage
  /** Error message of each invalid field, for BAD_INPUT. */
  fields?: Record<string, FieldMessage>
  /** Seconds until the caller can retry, for RATE_LIMITED and UNAVAILABLE. */
  retryAfter?: number
  /** Kind of the exceeded limit, for RATE_LIMITED. Used in metrics and not sent to the caller. */
  limit?: string
  /** Challenge that the caller must solve, for PROOF_REQUIRED. */
  challenge?: object
  cause?: unknown
}

/**
 * An error whose message is shown to the caller in the caller's language. Every other error is reported as
 * INTERNAL.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message?.[0] ?? code, { cause: details.cause })
    this.code = code
    this.details = details
  }

  /**
   * Returns the message to show: the message of this error, or else the message of its first invalid field,
   * or else the default message of the error code.
   */
  text(locale: Locale): string {
    const message = this.details.message ?? Object.values(this.details.fields ?? {})[0]
    return message ? messageText(message[0], locale, message[1]) : errorText(this.code, locale)
  }

  fieldTexts(locale: Locale): Record<string, string> | undefined {
    const { fields } = this.details
    return (
      fields &&
      Object.fromEntries(
        Object.entries(fields).map(([name, message]) => [name, messageText(message[0], locale, message[1])]),
      )
    )
  }
}

/**
 * Returns the English message of an error for an operator's terminal. If a field is invalid, the message
 * contains its name.
 */
export function operatorText(error: Error): string {
  if (!(error instanceof AppError)) return error.message
  const fields = Object.entries(error.fieldTexts('en-US') ?? {}).map(([name, text]) => `${name}: ${text}`)
  return fields.join('; ') || error.text('en-US')
}

export const badInput = (fields: Record<string, FieldMessage>): AppError =>
  new AppError('BAD_INPUT', { fields })

export const rateLimited = (retryAfter: number, limit?: string): AppError =>
  new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(retryAfter)), ...(limit && { limit }) })
