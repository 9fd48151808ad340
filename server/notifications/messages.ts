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
    /**
     * Id of the subject of a TODO message. To mark the to-do as done, pass the same id to completeTodos().
     */
    subjectId?: string
    /** Id of the account whose name `params` contains. Omitted if that account is the recipient. */
    personId?: string
    /** Whether to also send the message by SMS to the accounts that have a phone number. */
    sms?: boolean
  }
}[MessageTemplate]

/**
 * Channel for live updates of messages. The topic is an account id. The live id consists of the message id
 * and the id of the session that caused the message.
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
  /** Returns phone numbers in E.164 by account id. */
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
      // The recipient's preferred language is not stored, so an SMS uses the default language of the
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
