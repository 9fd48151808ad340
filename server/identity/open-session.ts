import { type Kysely, sql } from 'kysely'
import type { AccountRow } from '../accounts/store.ts'
import { type AuditEntry, auditCtes, recordAudit } from '../core/audit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { RelyingParty } from '../factors/passkeys.ts'
import type { Attempt, Guard } from '../sessions/guard.ts'
import { type SessionIdentity, type StartedSession, startSession } from '../sessions/store.ts'

/**
 * Cancels the closure of an account whose owner signs in. Returns false if the account is not being closed or
 * the owner cannot cancel the closure.
 */
export type CancelClosure = (tx: Tx, account: AccountRow, request: RequestInfo) => Promise<boolean>

export type NotifyRecoveryCodeUsed = (tx: Tx, account: AccountRow, request: RequestInfo) => Promise<void>

export interface SignInDependencies {
  db: Database
  guard: Guard
  cancelClosure: CancelClosure
  notifyRecoveryCodeUsed: NotifyRecoveryCodeUsed
  /**
   * Returns the WebAuthn relying party for passkeys, or null if passkeys cannot be used with the public URL.
   */
  relyingParty: () => RelyingParty | null
}

export interface SignedIn extends StartedSession {
  /** Whether this sign-in canceled the closure of the account. */
  closureCanceled: boolean
  amr: readonly string[]
}

/** The verified credentials of a user who signs in. */
export interface VerifiedCredentials {
  account: AccountRow
  request: RequestInfo
  /** The successful attempt, or null if attempts are not counted for this factor. */
  attempt: Attempt | null
  /** The thumbprint of the key that the session is bound to. */
  jkt: string | null
  amr: readonly string[]
  checked?: { passwordHash: string | null }
  /** The linked identity and its source, with the source's name for the audit log. */
  identity?: (SessionIdentity & { sourceName: string }) | null
  /** When the user proved their identity, if earlier than now. */
  authenticatedAt?: Date | null
}

/**
 * Opens a session, writes the audit event and refunds the counted attempt in one statement, so that no
 * transaction is needed. Returns null in the same cases as startSession().
 */
export async function openSession(
  query: Kysely<Tables>,
  { account, request, attempt, ...credentials }: VerifiedCredentials & { withoutFactor?: boolean },
): Promise<SignedIn | null> {
  const event: AuditEntry = {
    ...signInEvent('SignIn', account.id, request),
    changes: {
      ...(credentials.jkt && { bound: [null, true] }),
      ...(credentials.identity && { source: [null, credentials.identity.sourceName] }),
    },
  }
  const extraCtes = [auditCtes(event, 'session')]
  if (attempt) extraCtes.push(attempt.successCtes(sql`exists (select from session)`))
  const session = await startSession(query, { account, request, extraCtes, ...credentials })
  return session && { ...session, closureCanceled: false, amr: credentials.amr }
}

export async function openAndCancelClosure(
  tx: Tx,
  { cancelClosure }: SignInDependencies,
  credentials: VerifiedCredentials,
): Promise<SignedIn | null> {
  const closureCanceled = await cancelClosure(tx, credentials.account, credentials.request)
  const opened = await openSession(tx, credentials)
  return opened && { ...opened, closureCanceled }
}

/** Returns an audit event with the account that signs in as both actor and target. */
export const signInEvent = (
  action: 'SignIn' | 'UseRecoveryCode',
  accountId: string,
  { ip }: RequestInfo,
): AuditEntry => ({
  ...{ tenantId: accountId, actorId: accountId, action },
  ...{ targetType: 'account', targetId: accountId, ip, success: true },
})

export const recordFailedSignIn = (db: Database, accountId: string, { ip }: RequestInfo): Promise<void> =>
  db.transaction((tx) =>
    recordAudit(tx, {
      ...{ tenantId: accountId, actorId: null, action: 'SignIn' },
      ...{ targetType: 'account', targetId: accountId, ip, success: false },
    }),
  )
