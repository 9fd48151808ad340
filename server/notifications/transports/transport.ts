import type { Logger } from 'pino'
import type { TemplateName } from '../templates.ts'

export type Channel = 'sms' | 'mail'

/** A message with its rendered text. */
export interface RenderedMessage {
  /**
   * Id of the message. It is the same in every delivery attempt, so that the receiver can detect duplicates.
   */
  id: string
  channel: Channel
  /** Phone number (E.164) or email address of the recipient. */
  to: string
  template: TemplateName
  /** The verification code, or null if the message contains none. */
  code: string | null
  /** Values for the variables of a provider's template, in order. */
  variables: Readonly<Record<string, string>>
  subject: string
  text: string
}

export interface AcceptedSms {
  /** Phone number in E.164, or null if the recipient's account has been erased. */
  to: string | null
  providerId: string
  at: Date
}

export interface Receipt {
  status: 'RECEIVED' | 'UNDELIVERED'
  /** The provider's reason if the SMS was not delivered, otherwise null. */
  reason: string | null
}

/**
 * Returns the delivery receipt of an SMS, or null if the provider does not have a receipt yet or does not
 * know the SMS. Throws a DeliveryError if the query fails.
 */
export type FetchReceipt = (sms: AcceptedSms) => Promise<Receipt | null>

/** The implementation of one URL scheme of transports. */
export interface Sender {
  /**
   * Sends a message. If delivery receipts can be queried, returns the id that the provider assigned to the
   * message. Throws a DeliveryError if the message is not accepted within `timeout` milliseconds (about 10 s
   * by default).
   */
  send(message: RenderedMessage, log: Logger, timeout?: number): Promise<string | undefined>
  /** Absent if the provider does not offer delivery receipts. */
  fetchReceipt?: FetchReceipt
  /**
   * Templates that this transport cannot send, because no template code of the provider is configured for
   * them.
   */
  missing?: readonly TemplateName[]
  /**
   * Checks that messages can be delivered, without sending a message. Returns a description of the result.
   * Throws an Error with the reason if delivery is not possible.
   */
  reach(): Promise<string>
}

/** The provider that accepted a message, identified by the scheme of its URL. */
export interface AcceptedMessage {
  provider: string
  providerId: string | undefined
}

export interface Transport extends Pick<Sender, 'reach' | 'missing'> {
  /** Sends a message and returns the provider that accepted it. */
  send(message: RenderedMessage, log: Logger, timeout?: number): Promise<AcceptedMessage>
}

/**
 * Thrown if a message was not accepted. The error message is logged, so it must not contain a recipient, a
 * code or a secret.
 */
export class DeliveryError extends Error {
  /**
   * - retry: the message was not accepted, but may be accepted later.
   * - refused: the message will never be accepted.
   * - unanswered: the receiver, which does not remove duplicates, got the message but did not respond. The
   * message may have been sent, so it is not sent again.
   */
  readonly kind: 'retry' | 'refused' | 'unanswered'

  constructor(kind: DeliveryError['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Timeout in milliseconds for the response to a delivery attempt. */
export const deliveryTimeout = 10_000
/** Timeout in milliseconds for the response to a receipt query. */
export const receiptTimeout = 5_000

/** Returns a provider's error text for storage and display: truncated, and without phone numbers. */
export const cleanReason = (reason: string | undefined): string | null =>
  (reason ?? '').replace(/\d{7,}/g, '…').slice(0, 100) || null

/** Returns the properties of a message that are written to a file or sent to a webhook. */
export const lineOf = ({ channel, to, template, code, text }: RenderedMessage) => ({
  channel,
  to,
  template,
  code,
  text,
  at: new Date().toISOString(),
})
