import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ApplicationRow } from '../../applications/store.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Lock } from '../../core/viewer.ts'
import type { BrowserSession } from '../../sessions/browser.ts'

export interface SignInState {
  browser: BrowserSession | null
  request: RequestInfo
  application?: ApplicationRow
  /** Step that the signed-in user must complete before the sign-in continues. */
  lock?: Lock | undefined
  /** Id of the requesting application, if it is disabled. */
  disabled?: string
  /**
   * Organization of the sign-in. Null if the application requests none, undefined if the user must choose
   * one.
   */
  tenantId?: string | null | undefined
  /** Whether the calling page belongs to one of the application's origins. */
  fromOwnOrigin?: boolean
  refreshToken?: string
  /** Access token that was issued for this request. */
  accessToken?: string
  /** Values that reading.ts has read in this request. */
  cache: Map<string, Promise<unknown>>
}

export const stateOf = (ctx: KoaContextWithOIDC): SignInState => ctx.state as unknown as SignInState
