import { batched } from '../core/loader.ts'
import { listSessions, type SessionRow } from './list.ts'

/** The live sessions of an account, newest first, at most 100. */
export const loadSessions = batched<SessionRow[]>(
  'sessions',
  (context, accountIds) => listSessions(context.db.query, accountIds),
  [],
)
