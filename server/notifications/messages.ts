import { actingSession } from '../core/events/acting-session.ts'
import { newId } from '../core/id.ts'
import { publish } from '../core/live.ts'
import { defaults } from '../core/process/defaults.ts'
import type { Tx } from '../db/open.ts'
import { completeTodos, insertMessages } from './messages.store.ts'
import { type MessageParams, type MessageTemplate, typeOf } from './messages.words.ts'
import type { Outbox } from './outbox.ts'

export type NewMessage = {
  [Name in MessageTemplate]: {
    accountId: string | readonly string[]
    template: Name
    params: MessageParams[Name]
    /** Path of the console page that the message links to. */
    link?: string
    /** Subject of a TODO message. To complete the to-do, pass the same id to completeTodos(). */
    subjectId?: string
    /** The account whose name is in `params`, if it is not the recipient. */
    personId?: string
    /** Whether to send the message by SMS too, to accounts that have a phone. */
    sms?: boolean
  }
}[MessageTemplate]

/**
 * Live-update channel of messages. The topic is an account id. The live id is the message id followed by the
 * id of the session that caused the message.
 */
export const messageChannel = 'message'

const liveId = (id: string, sessionId: string | undefined): string => (sessionId ? `${id}/${sessionId}` : id)
export const readLiveId = (liveId: string) => {
  const [id, sessionId] = liveId.split('/') as [string, string?]
  return { id, sessionId }
}

const smsTemplates: Partial<
  Record<MessageTemplate, 'tenant.confirmed' | 'tenant.rejected' | 'tenant.ownership'>
> = {
  'tenant.confirmed': 'tenant.confirmed',
  'tenant.rejected': 'tenant.rejected',
  'tenant.ownership': 'tenant.ownership',
}

interface Dependencies {
  outbox: Outbox
  /** Returns the phone numbers of the accounts in E.164, by account id. */
  phonesOf(tx: Tx, accountIds: readonly string[]): Promise<Map<string, string>>
}

export function createMessages({ outbox, phonesOf }: Dependencies) {
  return {
    async sendMessage(
      tx: Tx,
      { accountId, template, params, link, subjectId, personId, sms }: NewMessage,
    ): Promise<void> {
      const accountIds = typeof accountId === 'string' ? [accountId] : [...new Set(accountId)]
      if (!accountIds.length) return
      const rows = accountIds.map((account_id) => ({
        account_id,
        id: newId(),
        type: typeOf[template],
        template,
        params: JSON.stringify(params),
        subject_id: subjectId ?? null,
        person_id: personId ?? null,
        link: link ?? null,
      }))
      await insertMessages(tx, rows)
      await publish(
        tx,
        messageChannel,
        rows.map(({ account_id, id }) => ({ topic: account_id, id: liveId(id, actingSession(tx)) })),
      )
      const text = sms && smsTemplates[template]
      if (!text) return
      // The preferred language of the recipient is not stored, so an SMS uses the default language of the
      // deployment.
      for (const to of (await phonesOf(tx, accountIds)).values())
        await outbox.send(tx, {
          channel: 'sms',
          to,
          template: text,
          params: params as { tenant: string },
          locale: defaults.defaultLocale,
        })
    },

    completeTodos,
  }
}
