import { batched } from '../core/loader.ts'
import { findLastSignIns, listSessions, type SessionRow } from './list.ts'

/** The live sessions of an account, newest first, at most 100. */
export const loadSessions = batched<SessionRow[]>(
  'sessions',
  (context, accountIds) => listSessions(context.db.query, accountIds),
  [],
)

/** When an account last signed in; null where no session of that time is kept. */
export const loadLastSignIn = batched<Date | null>(
  'lastSignIn',
  (context, accountIds) => findLastSignIns(context.db.query, accountIds),
  null,
)
