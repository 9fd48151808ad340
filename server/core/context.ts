import type { Locale } from '../../contract/errors.ts'
import type { Database } from '../db/open.ts'
import type { Budget } from './budget.ts'
import { AppError } from './errors.ts'
import type { RequestInfo } from './request.ts'
import type { Caller, Viewer } from './viewer.ts'

/**
 * Functions that modules provide to each other without importing each other. Each module adds its functions
 * by declaration merging, and app.ts provides the implementations.
 */
// biome-ignore lint/suspicious/noEmptyInterface: extended by each module that is injected
export interface Services {}

/** The context of one GraphQL request. */
export interface Context {
  db: Database
  services: Services
  request: RequestInfo
  /** The caller. Null only if the request is authenticated with a refresh token. */
  viewer: Caller | null
  refreshToken: string | null
  /** Batch loaders of this request, by name. */
  loaders: Map<string, unknown>
  /** Limits the size of the response. If absent, the size is unlimited. */
  budget?: Budget
  /** Set only by exports, which read larger pages than clients can request and do not need a row count. */
  paging?: { pageSize: number; uncounted: true }
}

export function callerOf(context: Pick<Context, 'viewer'>): Caller {
  if (!context.viewer) throw new AppError('UNAUTHENTICATED')
  return context.viewer
}

/** Returns the calling account. Throws FORBIDDEN for a service account. */
export function viewerOf(context: Pick<Context, 'viewer'>): Viewer {
  const caller = callerOf(context)
  if (caller.kind === 'service') throw new AppError('FORBIDDEN')
  return caller
}

export const localeOf = (context: Context): Locale => context.request.locale
