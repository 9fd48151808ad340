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
    /** Creates the personal organization of a new account in the transaction that creates the account. */
    openPersonalTenant(tx: Tx, account: { id: string; name: string }): Promise<void>
    openPersonalTenants(tx: Tx, accounts: readonly { id: string; name: string }[]): Promise<void>
    /** Whether this network or browser has signed in to the account before. */
    isFamiliar(db: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<boolean>
    /** Whether the password is correct. Wrong attempts count in the same limits as a sign-in. */
    checkPassword(account: AccountRow, password: string, due: Due, request: RequestInfo): Promise<boolean>
    tenantNames(db: Kysely<Tables>, accountId: string): Promise<string[]>
    /** Returns those of the accounts that own or manage an organization. */
    findOrganizationManagers(db: Kysely<Tables>, accountIds: readonly string[]): Promise<Set<string>>
    endSessions(tx: Tx, accountId: string, options?: EndOptions): Promise<void>
    clearFailedSignIns(tx: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<void>
  }
}

export interface AccountCalls {
  db: Database
  services: Services
}
