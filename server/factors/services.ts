import type { RequestInfo } from '../core/request.ts'
import type { Attempt } from '../sessions/guard.ts'
import type { RelyingParty } from './passkeys.ts'

declare module '../core/context.ts' {
  interface Services {
    /** Counts a try at a factor of an account, before it is made. Throws RATE_LIMITED. */
    attemptFactor(accountId: string, request: RequestInfo): Promise<Attempt>
    /** Whose passkeys they are; null where the public address has none. */
    relyingParty(): RelyingParty | null
  }
}
