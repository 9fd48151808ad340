import type { Logger } from 'pino'
import type { TemplateName } from '../templates.ts'

export type Channel = 'sms' | 'mail'

/** A message with its final text. */
export interface RenderedMessage {
  /** The same for every attempt, so that the receiver can detect repetitions. */
  id: string
  channel: Channel
  /** E.164 or an email address. */
  to: string
  template: TemplateName
  /** null if the template has no code. */
  code: string | null
  /** Values for the variables of a provider's template, in their order. */
  variables: Readonly<Record<string, string>>
  subject: string
  text: string
}

export interface AcceptedSms {
  /** E.164, or null after the account was erased. */
  to: string | null
  providerId: string
  at: Date
}

export interface Receipt {
  status: 'RECEIVED' | 'UNDELIVERED'
  /** The provider's reason if the SMS was not delivered. */
  reason: string | null
}

/**
 * Returns null if the provider has no receipt yet or does not know the SMS. Throws a DeliveryError if the
 * query fails.
 */
export type FetchReceipt = (sms: AcceptedSms) => Promise<Receipt | null>

/** The implementation behind one scheme of a transport URL. */
export interface Sender {
  /**
   * Sends a message. Resolves to the receiver's id of it if delivery receipts can be queried by that id.
   * Throws a DeliveryError if the message is not accepted within `timeout` milliseconds (default about 10 s).
   */
  send(message: RenderedMessage, log: Logger, timeout?: number): Promise<string | undefined>
  /** Present if the provider offers delivery receipts. */
  fetchReceipt?: FetchReceipt
  /** Templates that this transport cannot send, because its provider has approved no text for them. */
  missing?: readonly TemplateName[]
  /**
   * Checks that messages can be delivered, without sending any. Returns a description of the result. Throws
   * an Error with the reason if delivery is not possible.
   */
  reach(): Promise<string>
}

/** The provider that accepted a message, named by the scheme of its URL. */
export interface AcceptedMessage {
  provider: string
  providerId: string | undefined
}

export interface Transport extends Pick<Sender, 'reach' | 'missing'> {
  /** Sends a message and returns the provider that accepted it. */
  send(message: RenderedMessage, log: Logger, timeout?: number): Promise<AcceptedMessage>
}

/**
 * The reason why a message was not accepted. It is logged, so it must not contain a recipient, a code or a
 * secret.
 */
export class DeliveryError extends Error {
  /**
   * - retry: the message was not accepted, but can be accepted later.
   * - refused: the message will never be accepted.
   * - unanswered: a receiver that does not deduplicate got the message and did not respond. It can have been
   * sent, so it is not sent again.
   */
  readonly kind: 'retry' | 'refused' | 'unanswered'

  constructor(kind: DeliveryError['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Milliseconds from the start of a delivery to its response. */
export const deliveryTimeout = 10_000
/** Milliseconds from a receipt query to its response. */
export const receiptTimeout = 5_000

/** Returns a provider's error text for storage and display: shortened and without phone numbers. */
export const cleanReason = (reason: string | undefined): string | null =>
  (reason ?? '').replace(/\d{7,}/g, '…').slice(0, 100) || null

/** Returns the content of one line of a file or of a webhook body. */
export const lineOf = ({ channel, to, template, code, text }: RenderedMessage) => ({
  channel,
  to,
  template,
  code,
  text,
  at: new Date().toISOString(),
})
