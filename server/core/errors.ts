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
  /** A more specific message than the error code's own. */
  message?: FieldMessage
  /** BAD_INPUT: the fault of each field. */
  fields?: Record<string, FieldMessage>
  /** RATE_LIMITED, UNAVAILABLE: seconds to wait. */
  retryAfter?: number
  /** RATE_LIMITED: the kind of limit, for metrics. Not sent to the caller. */
  limit?: string
  /** PROOF_REQUIRED: the challenge for the proof of work. */
  challenge?: object
  cause?: unknown
}

/** An error that the caller may see, in the caller's language. Every other error is answered as INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message?.[0] ?? code, { cause: details.cause })
    this.code = code
    this.details = details
  }

  /**
   * Returns the message to show. Without a message of its own, this is the fault of the first
   * field.
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
 * Returns the English message of an error for an operator's terminal. A rejected value is reported with the
 * name of its field.
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
