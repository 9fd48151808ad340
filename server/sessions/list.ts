import { type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Tables } from '../db/tables.ts'
import { isLive } from './store.ts'

export interface SessionRow {
  id: string
  ip: string | null
  userAgent: string | null
  startedAt: Date
  lastAccessAt: Date
  /** To a key of its browser. */
  bound: boolean
}

/** By account: when it last signed in, as far as sessions are kept; ended ones count. */
export async function findLastSignIns(
  query: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await query
    .selectFrom('session')
    .select(['account_id', (eb) => eb.fn.max('created_at').as('at')])
    .where('account_id', 'in', accountIds)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ account_id, at }) => [account_id, at]))
}

/** By account: its live sessions, the last used first, 100 at most. */
export async function listSessions(
  query: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<Map<string, SessionRow[]>> {
  const rows = await query
    .selectFrom('account')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('session')
          .select([
            'session.id',
            'session.ip',
            'session.user_agent as userAgent',
            'session.created_at as startedAt',
            'session.last_access_at as lastAccessAt',
            sql<boolean>`session.jkt is not null`.as('bound'),
          ])
          .whereRef('session.account_id', '=', 'account.id')
          .where(isLive)
          .orderBy('session.last_access_at', 'desc')
          .orderBy('session.id', 'desc')
          .limit(limits.nested)
          .as('live'),
      (join) => join.onTrue(),
    )
    .select('account.id as accountId')
    .selectAll('live')
    .where('account.id', 'in', accountIds)
    .orderBy('live.lastAccessAt', 'desc')
    .orderBy('live.id', 'desc')
    .execute()
  const found = new Map<string, SessionRow[]>()
  for (const { accountId, ...session } of rows) {
    const list = found.get(accountId) ?? []
    list.push(session)
    found.set(accountId, list)
  }
  return found
}
