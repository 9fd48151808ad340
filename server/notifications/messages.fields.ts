import { sentence } from '../../contract/checks.ts'
import { type Locale, messageText } from '../../contract/errors.ts'
import { builder } from '../core/builder.ts'
import { localeOf, viewerOf } from '../core/context.ts'
import { countRows, rowCount } from '../core/counts/counts.ts'
import { isId } from '../core/id.ts'
import { id, integer, listOf, oneOf, optional } from '../core/input.ts'
import { pageOf } from '../core/lists/page-type.ts'
import { mutation, query } from '../core/operation.ts'
import { paging, readPage } from '../core/page.ts'
import { subscription } from '../core/subscription.ts'
import {
  countMessages,
  findMessages,
  lockMessages,
  type MessageRow,
  markRead,
  messageKeys,
  messagesOf,
  selectMessages,
} from './messages.store.ts'
import { messageChannel, readLiveId } from './messages.ts'
import { en } from './messages.words.en.ts'
import { type MessageTemplate, type MessageType, messageTypes, zh } from './messages.words.ts'

/**
 * Returns the title and content of a stored message in one language. A parameter is null if it contained the
 * name of an account that has since been erased.
 */
export function messageWords(
  template: string,
  params: unknown,
  locale: Locale,
): { title: string; content: string } {
  const named = Object.entries(params as Record<string, unknown>).map(([key, value]) => [
    key,
    value ?? messageText('account.closed', locale),
  ])
  return (locale === 'zh-CN' ? zh : en)[template as MessageTemplate](Object.fromEntries(named), sentence)
}

const MessageTypeEnum = builder.enumType('MessageType', { values: messageTypes })

export const Message = builder.objectRef<MessageRow & { own?: boolean }>('Message').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.field({ type: MessageTypeEnum, resolve: ({ type }) => type as MessageType }),
    title: t.string({
      resolve: ({ template, params }, _args, context) =>
        messageWords(template, params, localeOf(context)).title,
    }),
    content: t.string({
      resolve: ({ template, params }, _args, context) =>
        messageWords(template, params, localeOf(context)).content,
    }),
    link: t.exposeString('link', {
      nullable: true,
      description: 'Path of the console page that the message links to; null for a message without a link',
    }),
    status: t.int({ description: '0: unread, 1: read', resolve: ({ read_at }) => (read_at ? 1 : 0) }),
    own: t.boolean({
      description:
        "Whether an action in the caller's own session caused the message. Set only by messageReceived; always false in queryMessage.",
      resolve: ({ own = false }) => own,
    }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
  }),
})

const MessagePage = pageOf(Message, 'MessagePage')
builder.objectField(MessagePage, 'unread', (t) =>
  t.int({
    description: 'Number of unread messages of the requested type, or of all types if no type was requested',
    resolve: (page, _args, context) =>
      countRows(
        context.db.query,
        countMessages(viewerOf(context).accountId, {
          type: (page as { type?: MessageType | null }).type,
          status: 0,
        }),
      ),
  }),
)

query({
  name: 'queryMessage',
  description: "Returns the caller's messages, newest first. Access: signed-in users.",
  can: 'MESSAGE_OWN',
  input: {
    ...paging,
    type: optional(oneOf(MessageTypeEnum, messageTypes)),
    status: optional(integer({ min: 0, max: 1 })),
  },
  returns: MessagePage,
  async run({ context, viewer: { accountId }, input }) {
    const db = context.db.query
    const page = await readPage(db, input, {
      name: 'messages',
      from: selectMessages(db, accountId, input),
      keys: messageKeys,
      ...messagesOf(db, accountId),
      stored: { rows: rowCount(countMessages(accountId, input)), by: ['type', 'status'] },
    })
    return { ...page, type: input.type }
  },
})

mutation({
  name: 'readMessage',
  description: 'Marks messages of the caller as read. Access: signed-in users.',
  can: 'MESSAGE_OWN',
  effects: [],
  input: { ids: listOf(id(), 1_000) },
  returns: 'Boolean',

  async target(tx, { ids }, { accountId }) {
    const requestedIds = new Set(ids.map((each) => each.toLowerCase()))
    if (![...requestedIds].every(isId)) return null
    const row = requestedIds.size ? await lockMessages(tx, accountId, [...requestedIds]) : []
    return row.length === requestedIds.size ? { row, relations: ['self'] } : null
  },

  async run({ tx, viewer, target }) {
    const unread = target.filter(({ read_at }) => !read_at).map(({ id }) => id)
    if (unread.length) await markRead(tx, viewer.accountId, unread)
    return true
  },

  // Only the recipient can mark a message as read, so the audit event belongs to the recipient's personal
  // organization.
  audit: ({ viewer }) => ({
    tenantId: viewer.accountId,
    targetType: 'account',
    targetId: viewer.accountId,
    changes: {},
  }),
})

subscription({
  name: 'messageReceived',
  description: 'Emits each new message to the caller. Access: signed-in users.',
  can: 'MESSAGE_OWN',
  input: {},
  returns: Message,
  channel: messageChannel,
  topics: ({ viewer }) => [viewer.accountId],
  async read({ context, viewer }, liveId) {
    const { id, sessionId } = readLiveId(liveId)
    const message = (await findMessages(context.db.query, viewer.accountId, [id])).get(id)
    return message ? { ...message, own: sessionId === viewer.sessionId } : null
  },
})
