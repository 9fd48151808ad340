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
  /** Says more than the code's own words. */
  message?: FieldMessage
  /** BAD_INPUT: what is wrong with which field. */
  fields?: Record<string, FieldMessage>
  /** RATE_LIMITED, UNAVAILABLE: seconds. */
  retryAfter?: number
  /** RATE_LIMITED: the kind of limit, for whoever counts by it; told to nobody. */
  limit?: string
  /** PROOF_REQUIRED: what the work is to be done for. */
  challenge?: object
  cause?: unknown
}

/** A refusal that is answered with its reason, in the caller's language. Anything else that is thrown is INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message?.[0] ?? code, { cause: details.cause })
    this.code = code
    this.details = details
  }

  /** The words to show. With wrong fields and no message of its own: the first field's. */
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

/** Returns the words of an error for an operator's terminal, in English; a refused value with the name of its field. */
export function operatorText(error: Error): string {
  if (!(error instanceof AppError)) return error.message
  const fields = Object.entries(error.fieldTexts('en-US') ?? {}).map(([name, text]) => `${name}: ${text}`)
  return fields.join('; ') || error.text('en-US')
}

export const badInput = (fields: Record<string, FieldMessage>): AppError =>
  new AppError('BAD_INPUT', { fields })

export const rateLimited = (retryAfter: number, limit?: string): AppError =>
  new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(retryAfter)), ...(limit && { limit }) })
