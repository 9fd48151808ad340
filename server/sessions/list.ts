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
  /** Whether the session's refresh tokens are bound to a key that the browser holds. */
  bound: boolean
  /** The identity source through which the session was opened, or null. */
  identitySourceId: string | null
}

/** Returns the time of the last sign-in per account. Ended sessions also count until they are deleted. */
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

/** Returns live sessions by account, most recently used first, at most 100 per account. */
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
            'session.identity_source_id as identitySourceId',
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
  const byAccount = new Map<string, SessionRow[]>()
  for (const { accountId, ...session } of rows) {
    const list = byAccount.get(accountId) ?? []
    list.push(session)
    byAccount.set(accountId, list)
  }
  return byAccount
}
