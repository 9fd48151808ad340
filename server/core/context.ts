import type { Locale } from '../../contract/errors.ts'
import type { Database } from '../db/open.ts'
import type { Budget } from './budget.ts'
import { AppError } from './errors.ts'
import type { RequestInfo } from './request.ts'
import type { Caller, Viewer } from './viewer.ts'

/** What modules offer to one another against the import line; filled in by app.ts. Modules add to it by declaration. */
// biome-ignore lint/suspicious/noEmptyInterface: extended by each module that is injected
export interface Services {}

/** Of one request. */
export interface Context {
  db: Database
  services: Services
  request: RequestInfo
  /** null only while the refresh token is the bearer. */
  viewer: Caller | null
  refreshToken: string | null
  /** Batched look-ups of this request, by the name of their kind. */
  loaders: Map<string, unknown>
  /** How much the answer may hold; without one, any amount. */
  budget?: Budget
  /** Set by an export alone: pages longer than a caller may ask for, and no count. */
  paging?: { pageSize: number; uncounted: true }
}

export function callerOf(context: Pick<Context, 'viewer'>): Caller {
  if (!context.viewer) throw new AppError('UNAUTHENTICATED')
  return context.viewer
}

/** The account that calls: what asks for it is not for service accounts. Throws FORBIDDEN. */
export function viewerOf(context: Pick<Context, 'viewer'>): Viewer {
  const caller = callerOf(context)
  if (caller.kind === 'service') throw new AppError('FORBIDDEN')
  return caller
}

export const localeOf = (context: Context): Locale => context.request.locale
