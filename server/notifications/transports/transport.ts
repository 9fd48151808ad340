import type { Logger } from 'pino'
import type { TemplateName } from '../templates.ts'

export type Channel = 'sms' | 'mail'

/** A message with its rendered text. */
export interface RenderedMessage {
  /** Id of the message. It is the same for every attempt, so that the receiver can detect duplicates. */
  id: string
  channel: Channel
  /** Phone number (E.164) or email address. */
  to: string
  template: TemplateName
  /** The verification code, or null if the template contains none. */
  code: string | null
  /** Values for the variables of a provider's template, in order. */
  variables: Readonly<Record<string, string>>
  subject: string
  text: string
}

export interface AcceptedSms {
  /** Phone number in E.164, or null if the account has been erased. */
  to: string | null
  providerId: string
  at: Date
}

export interface Receipt {
  status: 'RECEIVED' | 'UNDELIVERED'
  /** Reason from the provider if the SMS was not delivered. */
  reason: string | null
}

/**
 * Returns the delivery receipt of an SMS, or null if the provider has none yet or does not know the SMS.
 * Throws a DeliveryError if the query fails.
 */
export type FetchReceipt = (sms: AcceptedSms) => Promise<Receipt | null>

/** The implementation of one scheme of transport URLs. */
export interface Sender {
  /**
   * Sends a message. If delivery receipts can be queried, returns the id that the receiver assigned. Throws a
   * DeliveryError if the message is not accepted within `timeout` milliseconds (default about 10 s).
   */
  send(message: RenderedMessage, log: Logger, timeout?: number): Promise<string | undefined>
  /** Set if the provider offers delivery receipts. */
  fetchReceipt?: FetchReceipt
  /** Templates that this transport cannot send, because its provider has approved no text for them. */
  missing?: readonly TemplateName[]
  /**
   * Checks that messages can be delivered, without sending one. Returns a description of the result. Throws
   * an Error with the reason if delivery is not possible.
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
 * The reason why a message was not accepted. The reason is logged, so it must not contain a recipient, a code
 * or a secret.
 */
export class DeliveryError extends Error {
  /**
   * - retry: the message was not accepted, but may be accepted later.
   *
   * - refused: the message will never be accepted.
   * - unanswered: a receiver that does not remove duplicates got the message but did not respond. The message
   * may have been sent, so it is not sent again.
   */
  readonly kind: 'retry' | 'refused' | 'unanswered'

  constructor(kind: DeliveryError['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Timeout of a delivery attempt in milliseconds, until its response. */
export const deliveryTimeout = 10_000
/** Timeout of a receipt query in milliseconds, until its response. */
export const receiptTimeout = 5_000

/** Returns a provider's error text for storage and display: shortened, and without phone numbers. */
export const cleanReason = (reason: string | undefined): string | null =>
  (reason ?? '').replace(/\d{7,}/g, '…').slice(0, 100) || null

/** Returns the fields of a message as written to a file or sent in a webhook body. */
export const lineOf = ({ channel, to, template, code, text }: RenderedMessage) => ({
  channel,
  to,
  template,
  code,
  text,
  at: new Date().toISOString(),
})
