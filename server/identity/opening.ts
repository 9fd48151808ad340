import { type Kysely, sql } from 'kysely'
import type { AccountRow } from '../accounts/store.ts'
import { type AuditEntry, recordAudit, recording } from '../core/audit.ts'
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

/** Who has signed in, and by what. */
export interface Proved {
  account: AccountRow
  request: RequestInfo
  /** The try that was right. */
  attempt: Attempt | null
  /** The thumbprint of the key that the session is bound to. */
  jkt: string | null
  amr: readonly string[]
  checked?: { passwordHash: string | null }
}

/**
 * Opens a session, records it and takes the try back, all in one statement, which needs no transaction around it. null
 * as startSession().
 */
export async function openSession(
  query: Kysely<Tables>,
  { account, request, attempt, ...proved }: Proved & { withoutFactor?: boolean },
): Promise<SignedIn | null> {
  const event: AuditEntry = {
    ...ownEvent('SignIn', account.id, request),
    changes: proved.jkt ? { bound: [null, true] } : {},
  }
  const beside = [recording(event, 'session')]
  if (attempt) beside.push(attempt.succeeding(sql`exists (select from session)`))
  const session = await startSession(query, { account, request, beside, ...proved })
  return session && { ...session, takenBack: false, amr: proved.amr }
}

/** The same for whoever may be closing their account, which this takes back. */
export async function openTakingBack(
  tx: Tx,
  { takeBack }: SignInParts,
  proved: Proved,
): Promise<SignedIn | null> {
  const takenBack = await takeBack(tx, proved.account, proved.request)
  const opened = await openSession(tx, proved)
  return opened && { ...opened, takenBack }
}

/** What somebody did to their own account by signing in. */
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
