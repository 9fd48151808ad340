import type { Kysely } from 'kysely'
import type { Services } from '../core/context.ts'
import type { Limiter } from '../core/limit.ts'
import type { Due, ProofOfWork } from '../core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { Outbox } from '../notifications/outbox.ts'
import type { EndOptions } from '../sessions/store.ts'
import type { AccountRow } from './store.ts'

declare module '../core/context.ts' {
  interface Services {
    limiter: Limiter
    proofOfWork: ProofOfWork
    outbox: Outbox
    /** Makes the personal organization of a new account, in the transaction that makes the account. */
    openPersonalTenant(tx: Tx, account: { id: string; name: string }): Promise<void>
    /** Several at once. */
    openPersonalTenants(tx: Tx, accounts: readonly { id: string; name: string }[]): Promise<void>
    /** Whether this network or browser has signed in to the account before. */
    isFamiliar(db: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<boolean>
    /** Whether the password is the account's; counts wrong ones together with those at the sign-in. */
    checkPassword(account: AccountRow, password: string, due: Due, request: RequestInfo): Promise<boolean>
    /** What the organizations are called that the account belongs to. */
    tenantNames(db: Kysely<Tables>, accountId: string): Promise<string[]>
    /** Those of the accounts that own or manage an organization. */
    findRunners(db: Kysely<Tables>, accountIds: readonly string[]): Promise<Set<string>>
    endSessions(tx: Tx, accountId: string, options?: EndOptions): Promise<void>
    /** Forgets the wrong tries that were counted against an account. */
    forgiveSignIns(tx: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<void>
  }
}

/** What the calls outside GraphQL run with. */
export interface AccountCalls {
  db: Database
  services: Services
}
