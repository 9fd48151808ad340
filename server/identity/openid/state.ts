import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ApplicationRow } from '../../applications/store.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Lock } from '../../core/viewer.ts'
import type { BrowserSession } from '../../sessions/browser.ts'

/** What is known of an authorization request; in Koa's `state`. */
export interface SignInState {
  /** Who is signed in in this browser. */
  browser: BrowserSession | null
  request: RequestInfo
  application?: ApplicationRow
  /** What who is signed in has to do before they go on. */
  lock?: Lock | undefined
  /** The application that asked, where it is not enabled. */
  disabled?: string
  /** The organization to act in; null where none is asked for, undefined where it has to be chosen. */
  tenantId?: string | null | undefined
  /** Whether the page that calls is of one of the application's own origins. */
  fromOwnOrigin?: boolean
  /** What a refresh token was traded for. */
  refreshToken?: string
  /** What reading.ts has read in this call. */
  found: Map<string, Promise<unknown>>
}

export const stateOf = (ctx: KoaContextWithOIDC): SignInState => ctx.state as unknown as SignInState
