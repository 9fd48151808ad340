import type { RequestInfo } from '../core/request.ts'
import type { Due } from '../core/toll/toll.ts'
import type { Attempt } from '../sessions/guard.ts'
import type { RelyingParty } from './passkeys.ts'

declare module '../core/context.ts' {
  interface Services {
    /** Counts a try at a factor of an account, before it is made. Throws RATE_LIMITED, PROOF_REQUIRED. */
    attemptFactor(accountId: string, due: Due, request: RequestInfo): Promise<Attempt>
    /** Whose passkeys they are; null where the public address has none. */
    relyingParty(): RelyingParty | null
  }
}
