import type { Kysely } from 'kysely'
import type { Due } from '../core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Tables } from '../db/tables.ts'
import type { Attempt } from '../sessions/guard.ts'
import type { RelyingParty } from './passkeys.ts'

declare module '../core/context.ts' {
  interface Services {
    /** Counts a try at a factor of an account, before it is made. Throws RATE_LIMITED, PROOF_REQUIRED. */
    attemptFactor(accountId: string, due: Due, request: RequestInfo): Promise<Attempt>
    /** Whether the account has to have a second factor: its last one stays. */
    isFactorDemanded(query: Kysely<Tables>, accountId: string): Promise<boolean>
    /** Whose passkeys they are; null where the public address has none. */
    relyingParty(): RelyingParty | null
    /** What the operator calls the product: authenticators show it beside a code or a passkey. */
    product: string
  }
}
