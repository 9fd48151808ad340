import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ApplicationRow } from '../../applications/store.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Lock } from '../../core/viewer.ts'
import type { BrowserSession } from '../../sessions/browser.ts'

export interface SignInState {
  browser: BrowserSession | null
  request: RequestInfo
  application?: ApplicationRow
  /** The task that the signed-in user must do before continuing. */
  lock?: Lock | undefined
  /** The id of the requesting application, if it is disabled. */
  disabled?: string
  /** The organization of the sign-in. null if none is requested, undefined if the user must choose. */
  tenantId?: string | null | undefined
  /** Whether the calling page belongs to one of the application's origins. */
  fromOwnOrigin?: boolean
  refreshToken?: string
  /** The access token that this request issued. */
  accessToken?: string
  /** Values that reading.ts has read in this request. */
  cache: Map<string, Promise<unknown>>
}

export const stateOf = (ctx: KoaContextWithOIDC): SignInState => ctx.state as unknown as SignInState
