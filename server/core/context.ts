import type { Locale } from '../../contract/errors.ts'
import type { Database } from '../db/open.ts'
import type { Budget } from './budget.ts'
import { AppError } from './errors.ts'
import type { RequestInfo } from './request.ts'
import type { Viewer } from './viewer.ts'

/** What modules offer to one another against the import line; filled in by app.ts. Modules add to it by declaration. */
// biome-ignore lint/suspicious/noEmptyInterface: extended by each module that is injected
export interface Services {}

/** Of one request. */
export interface Context {
  db: Database
  services: Services
  request: RequestInfo
  /** null only while the refresh token is the bearer. */
  viewer: Viewer | null
  refreshToken: string | null
  /** Batched look-ups of this request, by the name of their kind. */
  loaders: Map<string, unknown>
  /** How much the answer may hold; without one, any amount. */
  budget?: Budget
  /** Set by an export alone: pages longer than a caller may ask for, and no count. */
  paging?: { pageSize: number; uncounted: true }
}

export function viewerOf(context: Context): Viewer {
  if (!context.viewer) throw new AppError('UNAUTHENTICATED')
  return context.viewer
}

export const localeOf = (context: Context): Locale => context.request.locale
