import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import type { CountQuery } from '../core/counts/counts.ts'
import type { SortKey } from '../core/cursor.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { type MessageType, messageTypes } from './messages.words.ts'

type Reader = Kysely<Tables>
export type MessageRow = Selectable<Tables['message']>

/** Sort keys that list the newest messages first. */
export const messageKeys: SortKey[] = [
  { value: sql.ref('created_at'), type: 'timestamptz', order: 'desc' },
  { value: sql.ref('id'), type: 'uuid', order: 'desc' },
]

interface MessageInsert {
  id: string
  account_id: string
  type: MessageType
  template: string
  params: string
  subject_id: string | null
  person_id: string | null
  link: string | null
}

export const insertMessages = async (tx: Tx, rows: MessageInsert[]): Promise<void> =>
  void (await tx.insertInto('message').values(rows).execute())

interface MessageFilter {
  type?: MessageType | null | undefined
  /** 0 selects unread messages, 1 read messages. */
  status?: number | null | undefined
}

/** Returns the query for the messages of an account that match the filter. */
export const selectMessages = (db: Reader, accountId: string, { type, status }: MessageFilter) =>
  db
    .selectFrom('message')
    .where('account_id', '=', accountId)
    .$if(type != null, (rows) => rows.where('type', '=', required(type, 'type')))
    .$if(status === 0, (rows) => rows.where('read_at', 'is', null))
    .$if(status === 1, (rows) => rows.where('read_at', 'is not', null))

/** Returns the query for an account's messages, and the columns that they are sorted by. */
export const messagesOf = (db: Reader, accountId: string) => ({
  rows: db.selectFrom('message').selectAll('message').where('message.account_id', '=', accountId),
  // Select by created_at too, because PostgreSQL may choose the wrong index if only the id is given. This
  // would be slow for accounts with many messages.
  ids: [sql.ref('message.created_at'), sql.ref('message.id')],
})

export async function findMessages(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, MessageRow>> {
  const rows = await db
    .selectFrom('message')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the query that counts the rows of `selectMessages`. */
export const countMessages = (accountId: string, { type, status }: MessageFilter): CountQuery => ({
  list: 'message',
  scope: accountId,
  kinds: (type != null ? [type] : messageTypes).flatMap((each) =>
    (status != null ? [status] : [0, 1]).map((read) => `${each} ${read}`),
  ),
})

/**
 * Locks and returns the given messages that belong to the account. Locks them in the order of their ids, so
 * that two concurrent calls cannot deadlock.
 */
export const lockMessages = (tx: Tx, accountId: string, ids: readonly string[]): Promise<MessageRow[]> =>
  tx
    .selectFrom('message')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

const readNow = { read_at: sql<Date>`now()` }

export const markRead = async (tx: Tx, accountId: string, ids: readonly string[]): Promise<void> =>
  void (await tx
    .updateTable('message')
    .set(readNow)
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('read_at', 'is', null)
    .execute())

/** Marks the to-dos about a subject as read for all accounts that received one. */
export const completeTodos = async (tx: Tx, subjectId: string): Promise<void> =>
  void (await tx
    .updateTable('message')
    .set(readNow)
    .where('subject_id', '=', subjectId)
    .where('type', '=', 'TODO')
    .where('read_at', 'is', null)
    .execute())

/** Deletes the messages of an erased account and removes its name from the messages of other accounts. */
export async function forgetMessages(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.deleteFrom('message').where('account_id', '=', id).execute()
  await sql`
    update message set person_id = null,
      params = params || (select jsonb_object_agg(key, null) from jsonb_object_keys(params) as key
        where key in ('member', 'owner', 'account'))
    where person_id = ${id}`.execute(tx)
}

const batch = 1_000

/**
 * Deletes all messages that are older than the age limit, except unread to-dos. Works in small batches, so
 * that other statements do not have to wait long for locks.
 */
export async function dropOldMessages(db: Reader): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('message')
      .where((eb) =>
        eb(
          eb.refTuple('account_id', 'id'),
          'in',
          eb
            .selectFrom('message')
            .select(['account_id', 'id'])
            .where('created_at', '<', sql<Date>`now() - ${sql.lit(limits.messageDays)} * interval '1 day'`)
            .where(sql<boolean>`(type <> 'TODO' or read_at is not null)`)
            .orderBy('created_at')
            .limit(batch)
            .$asTuple('account_id', 'id'),
        ),
      )
      .executeTakeFirst()
    if (numDeletedRows < batch) return
  }
}
