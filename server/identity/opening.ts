import type { AccountRow } from '../accounts/store.ts'
import { type Changes, recordAudit } from '../core/audit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database, Tx } from '../db/open.ts'
import type { RelyingParty } from '../factors/passkeys.ts'
import type { Guard } from '../sessions/guard.ts'
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

/** null as startSession(). */
export async function openSession(
  tx: Tx,
  { takeBack }: SignInParts,
  {
    account,
    request,
    ...proved
  }: {
    account: AccountRow
    request: RequestInfo
    /** The thumbprint of the key that the session is bound to. */
    jkt: string | null
    amr: readonly string[]
    checked?: { passwordHash: string | null }
    withoutFactor?: boolean
  },
): Promise<SignedIn | null> {
  const takenBack = await takeBack(tx, account, request)
  const session = await startSession(tx, { account, request, ...proved })
  if (!session) return null
  await recordOwn(tx, 'SignIn', account.id, request, proved.jkt ? { bound: [null, true] } : {})
  return { ...session, takenBack, amr: proved.amr }
}

export const recordOwn = (
  tx: Tx,
  action: 'SignIn' | 'UseRecoveryCode',
  accountId: string,
  { ip }: RequestInfo,
  changes: Changes = {},
): Promise<void> =>
  recordAudit(tx, {
    ...{ tenantId: accountId, actorId: accountId, action },
    ...{ targetType: 'account', targetId: accountId, ip, success: true, changes },
  })

export const recordFailed = (db: Database, accountId: string, { ip }: RequestInfo): Promise<void> =>
  db.transaction((tx) =>
    recordAudit(tx, {
      ...{ tenantId: accountId, actorId: null, action: 'SignIn' },
      ...{ targetType: 'account', targetId: accountId, ip, success: false },
    }),
  )
