import { batched } from '../core/loader.ts'
import { findLastSignIns, listSessions, type SessionRow } from './list.ts'

/** Loads the live sessions of an account, most recently used first, at most 100. */
export const loadSessions = batched<SessionRow[]>(
  'sessions',
  (context, accountIds) => listSessions(context.db.query, accountIds),
  [],
)

/** Loads the time of an account's last sign-in. The time is null if no session is stored. */
export const loadLastSignIn = batched<Date | null>(
  'lastSignIn',
  (context, accountIds) => findLastSignIns(context.db.query, accountIds),
  null,
)
