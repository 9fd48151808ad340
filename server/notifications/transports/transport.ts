import type { Logger } from 'pino'
import type { TemplateName } from '../templates.ts'

export type Channel = 'sms' | 'mail'

/** A message as it leaves. */
export interface Outgoing {
  /** The same at every try, so that its receiver can tell a repetition. */
  id: string
  channel: Channel
  /** E.164 or an e-mail address. */
  to: string
  template: TemplateName
  /** null where the template has none. */
  code: string | null
  /** Fill the variables of a provider's template, in their order. */
  variables: Readonly<Record<string, string>>
  subject: string
  text: string
}

/** An SMS that a provider took. */
export interface AcceptedSms {
  /** E.164; null once its account is erased. */
  to: string | null
  /** What the provider calls it. */
  providerId: string
  at: Date
}

/** What became of an SMS. */
export interface Receipt {
  status: 'RECEIVED' | 'UNDELIVERED'
  /** In the words of the provider, where it was not received. */
  reason: string | null
}

/** null: the provider does not know yet, or does not know the SMS. @throws {DeliveryError} where it does not say */
export type AskReceipt = (sms: AcceptedSms) => Promise<Receipt | null>

/** What a transport does that is asked for by the scheme of an address. */
export interface Way {
  /**
   * Resolves once the message is accepted, to what its receiver calls it where that can be asked what became of it.
   * @throws {DeliveryError} within `timeout` ms otherwise, about 10 s unless told
   */
  send(message: Outgoing, log: Logger, timeout?: number): Promise<string | undefined>
  /** Where a provider can be asked what became of an SMS. */
  askReceipt?: AskReceipt
  /** Templates that this way cannot send, because its provider has no approved text for them. */
  missing?: readonly TemplateName[]
  /** Sends nothing: resolves to what it found where a message could be handed over. @throws {Error} that says why not */
  reach(): Promise<string>
}

/** Who took a message: the scheme of its address. */
export interface Accepted {
  provider: string
  providerId: string | undefined
}

export interface Transport extends Pick<Way, 'reach' | 'missing'> {
  /** The same, and resolves to who accepted it. */
  send(message: Outgoing, log: Logger, timeout?: number): Promise<Accepted>
}

/** Why a message was not accepted. Its message goes to the log: never a recipient, a code or a secret in it. */
export class DeliveryError extends Error {
  /**
   * retry: not accepted, later perhaps. refused: never will be. unanswered: handed over to someone who does not tell
   * repetitions apart, and no answer came: it may have been sent, so it is not sent again.
   */
  readonly kind: 'retry' | 'refused' | 'unanswered'

  constructor(kind: DeliveryError['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Milliseconds from the start of a delivery to its answer. */
export const deliveryTimeout = 10_000
/** Milliseconds from a question to its answer. */
export const askTimeout = 5_000

/** A provider's own words as they may be shown and kept: no number, and not without end. */
export const wordsOf = (reason: string | undefined): string | null =>
  (reason ?? '').replace(/\d{7,}/g, '…').slice(0, 100) || null

/** One line of a file or the body of a webhook. */
export const lineOf = ({ channel, to, template, code, text }: Outgoing) => ({
  channel,
  to,
  template,
  code,
  text,
  at: new Date().toISOString(),
})
