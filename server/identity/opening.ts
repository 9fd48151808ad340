import { type Kysely, sql } from 'kysely'
import type { AccountRow } from '../accounts/store.ts'
import { type AuditEntry, auditCtes, recordAudit } from '../core/audit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { RelyingParty } from '../factors/passkeys.ts'
import type { Attempt, Guard } from '../sessions/guard.ts'
import { type StartedSession, startSession } from '../sessions/store.ts'

// What every way to sign in ends with.

/** Whoever signs in takes back that their account is being closed; false where it is not, or not theirs to take back. */
export type TakeBack = (tx: Tx, account: AccountRow, request: RequestInfo) => Promise<boolean>

/** Tells an account that a recovery code of its was used. */
export type TellRecovered = (tx: Tx, account: AccountRow, request: RequestInfo) => Promise<void>

export interface SignInParts {
  db: Database
  guard: Guard
  takeBack: TakeBack
  tellRecovered: TellRecovered
  /** Whose passkeys they are; null where the public address has none. */
  relyingParty: () => RelyingParty | null
}

export interface SignedIn extends StartedSession {
  /** The account was being closed and is no longer. */
  takenBack: boolean
  amr: readonly string[]
}

/** The credentials that a user signs in with, after they were verified. */
export interface VerifiedCredentials {
  account: AccountRow
  request: RequestInfo
  /** The attempt that succeeded, if it was counted. */
  attempt: Attempt | null
  /** The thumbprint of the key that the session is bound to. */
  jkt: string | null
  amr: readonly string[]
  checked?: { passwordHash: string | null }
}

/**
 * Opens a session, writes the audit event and gives back the attempt, in one statement. It needs no transaction. Returns null
 * in the same cases as startSession().
 */
export async function openSession(
  query: Kysely<Tables>,
  { account, request, attempt, ...credentials }: VerifiedCredentials & { withoutFactor?: boolean },
): Promise<SignedIn | null> {
  const event: AuditEntry = {
    ...ownEvent('SignIn', account.id, request),
    changes: credentials.jkt ? { bound: [null, true] } : {},
  }
  const beside = [auditCtes(event, 'session')]
  if (attempt) beside.push(attempt.successCtes(sql`exists (select from session)`))
  const session = await startSession(query, { account, request, beside, ...credentials })
  return session && { ...session, takenBack: false, amr: credentials.amr }
}

/** The same, but first cancels the closing of the account if it is scheduled. */
export async function openAndCancelClosing(
  tx: Tx,
  { takeBack }: SignInParts,
  credentials: VerifiedCredentials,
): Promise<SignedIn | null> {
  const takenBack = await takeBack(tx, credentials.account, credentials.request)
  const opened = await openSession(tx, credentials)
  return opened && { ...opened, takenBack }
}

/** Returns an audit event whose actor and target are the account that signs in. */
export const ownEvent = (
  action: 'SignIn' | 'UseRecoveryCode',
  accountId: string,
  { ip }: RequestInfo,
): AuditEntry => ({
  ...{ tenantId: accountId, actorId: accountId, action },
  ...{ targetType: 'account', targetId: accountId, ip, success: true },
})

export const recordFailed = (db: Database, accountId: string, { ip }: RequestInfo): Promise<void> =>
  db.transaction((tx) =>
    recordAudit(tx, {
      ...{ tenantId: accountId, actorId: null, action: 'SignIn' },
      ...{ targetType: 'account', targetId: accountId, ip, success: false },
    }),
  )
