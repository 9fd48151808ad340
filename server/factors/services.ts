import type { Kysely } from 'kysely'
import type { Due } from '../core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Tables } from '../db/tables.ts'
import type { Attempt } from '../sessions/guard.ts'
import type { RelyingParty } from './passkeys.ts'

declare module '../core/context.ts' {
  interface Services {
    /**
     * Counts an attempt at a factor of an account before the factor is checked. Throws RATE_LIMITED or
     * PROOF_REQUIRED.
     */
    attemptFactor(accountId: string, due: Due, request: RequestInfo): Promise<Attempt>
    /** Whether the account must have a second factor. If so, its last one cannot be removed. */
    isFactorRequired(query: Kysely<Tables>, accountId: string): Promise<boolean>
    /** Returns the relying party for passkeys, or null if the public address does not support them. */
    relyingParty(): RelyingParty | null
    /** The product name of the operator, which authenticators show. */
    product: string
  }
}
