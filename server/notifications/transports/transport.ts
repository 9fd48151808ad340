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
  subject: string
  text: string
}

/** What a transport does that is asked for by the scheme of an address. */
export interface Way {
  /** Resolves once the message is accepted. @throws {DeliveryError} within `timeout` ms otherwise, about 10 s unless told */
  send(message: Outgoing, log: Logger, timeout?: number): Promise<void>
  /** Sends nothing: resolves to what it found where a message could be handed over. @throws {Error} that says why not */
  reach(): Promise<string>
}

export interface Transport extends Omit<Way, 'send'> {
  /** The same, and resolves to who accepted it: the scheme of its address. */
  send(message: Outgoing, log: Logger, timeout?: number): Promise<string>
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

/** One line of a file or the body of a webhook. */
export const lineOf = ({ channel, to, template, code, text }: Outgoing) => ({
  channel,
  to,
  template,
  code,
  text,
  at: new Date().toISOString(),
})
