import type { Kysely } from 'kysely'
import type { Terms } from '../contract/legal.ts'
import type { AccountRow } from './accounts/store.ts'
import type { Limiter } from './core/limit.ts'
import type { LiveChannels } from './core/live.ts'
import type { ProofOfWork, ProofRequest } from './core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from './core/request.ts'
import type { Caller } from './core/viewer.ts'
import type { Tx } from './db/open.ts'
import type { Tables } from './db/tables.ts'
import type { Addresses } from './events/webhooks/addresses.ts'
import type { RelyingParty } from './factors/passkeys.ts'
import type { Identity } from './identity/index.ts'
import type { NewMessage } from './notifications/messages.ts'
import type { Outbox } from './notifications/outbox.ts'
import type { SmsReceipts } from './notifications/receipts/poll.ts'
import type { SmsBudget } from './notifications/sms-budget.ts'
import type { Attempt } from './sessions/guard.ts'
import type { EndOptions } from './sessions/store.ts'
import type { Setup } from './workplace/checklist/setup.ts'

declare module './core/context.ts' {
  /**
   * Everything that modules use but must not import, because it belongs to the app or to a module of a higher
   * layer. app.ts creates the services and passes them to each operation as `context.services`.
   */
  interface Services {
    // Settings
    /**
     * Deployment mode. A private deployment has exactly one organization, and nobody can request, create or
     * delete organizations.
     */
    deployment: 'platform' | 'private'
    /** Product name, which authenticator apps and password managers show next to a code or passkey. */
    product: string
    /** The terms that users must accept. */
    terms: Terms
    /** The operator's configuration, which the administrators' checklist shows. */
    setup: Setup
    /** Returns the public URL of this server. */
    publicUrl(): string
    /** Returns the URL that devices connect to, or null if there is no device gateway. */
    gatewayUrl(): string | null
    /**
     * Returns the WebAuthn relying party for passkeys, or null if passkeys cannot be used with the public
     * URL.
     */
    relyingParty(): RelyingParty | null

    // Limits
    limiter: Limiter
    proofOfWork: ProofOfWork

    // Notifications
    live: LiveChannels
    outbox: Outbox
    smsBudget: SmsBudget
    smsReceipts: SmsReceipts
    /** Sends a message in the console. The message appears when the transaction commits. */
    sendMessage(tx: Tx, message: NewMessage): Promise<void>
    /** Marks the TODO messages about a subject as read, because the task is done. */
    completeTodos(tx: Tx, subjectId: string): Promise<void>

    // Callers and sign-in
    identity: Identity
    /**
     * Reads the caller again within the transaction. Returns null if the session, account or service account
     * is no longer active.
     */
    reloadViewer<C extends Caller>(db: Kysely<Tables>, caller: C): Promise<C | null>
    /** Ends the sessions of an account and the grants of these sessions. */
    endSessions(tx: Tx, accountId: string, options?: EndOptions): Promise<void>
    /** Whether the account has been used from this network or browser before. */
    isFamiliar(db: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<boolean>
    /**
     * Returns whether the password is correct. Wrong passwords count towards the same limits as failed
     * sign-ins.
     */
    checkPassword(
      account: AccountRow,
      password: string,
      due: ProofRequest,
      request: RequestInfo,
    ): Promise<boolean>
    /** Resets the count of failed sign-in attempts for the account. */
    clearFailedSignIns(tx: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<void>
    /**
     * Counts an attempt to pass a second factor. Must be called before the factor is checked. Throws
     * RATE_LIMITED or PROOF_REQUIRED.
     */
    attemptFactor(accountId: string, due: ProofRequest, request: RequestInfo): Promise<Attempt>
    /** Whether the account must have a second factor. If so, its last factor cannot be removed. */
    isFactorRequired(query: Kysely<Tables>, accountId: string): Promise<boolean>

    // Organizations
    /**
     * Creates the personal organization of a new account. Must be called in the transaction that creates the
     * account.
     */
    openPersonalTenant(tx: Tx, account: { id: string; name: string }): Promise<void>
    /** Creates the personal organizations of several new accounts. */
    openPersonalTenants(tx: Tx, accounts: readonly { id: string; name: string }[]): Promise<void>
    /** Returns the names of the organizations to which the account belongs. */
    tenantNames(db: Kysely<Tables>, accountId: string): Promise<string[]>
    /** Returns the names of organizations that an account owns or has requested, at most `limits.nested`. */
    findOwnedTenantNames(tx: Tx, accountId: string): Promise<string[]>
    /** Returns which of the accounts own or manage an organization. */
    findOrganizationManagers(db: Kysely<Tables>, accountIds: readonly string[]): Promise<Set<string>>
    /** Notifies the organization's owner of the service accounts that members who leave have created. */
    membersLeft(tx: Tx, tenantId: string, accountIds: readonly string[]): Promise<void>
    /** Copies the organization's current data into its pending request, if there is one. */
    refreshPendingCertification(tx: Tx, tenantId: string): Promise<void>
    /**
     * Withdraws the organization's pending request, if there is one, and erases the contacts in all of its
     * requests.
     */
    withdrawCertification(tx: Tx, tenantId: string, deciderId: string): Promise<void>

    // Webhooks

    /** Resolves webhook URLs and checks that the server is allowed to call them. */
    webhookAddresses: Addresses
  }
}
