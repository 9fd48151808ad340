import { type CheckedCode, checkCode, spendCode } from '../accounts/codes.ts'
import { verifyPassword } from '../accounts/passwords/hash.ts'
import { normalizePhone } from '../accounts/phones/phone.ts'
import { type AccountRow, findByClaim, findByLoginId, loginClaim } from '../accounts/store.ts'
import { countFailedSignIn } from '../audit/failed-sign-ins.ts'
import { recordAudit } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import { noTenant } from '../core/id.ts'
import type { RequestInfo } from '../core/request.ts'
import { hasForbiddenCharacters } from '../core/text.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Guard } from '../sessions/guard.ts'
import { rememberBrowser } from '../sessions/known-browsers.ts'
import { type OpenSession, startSession } from '../sessions/store.ts'
import { signInFailed } from './errors.ts'

/** Whoever signs in takes back that their account is being closed; false where it is not, or not theirs to take back. */
export type TakeBack = (tx: Tx, account: AccountRow, request: RequestInfo) => Promise<boolean>

interface Parts {
  db: Database
  guard: Guard
  takeBack: TakeBack
}

interface SignedIn extends OpenSession {
  /** For the cookie by which this browser is known from now on. */
  browserToken: string
  /** The account was being closed and is no longer. */
  takenBack: boolean
}

/**
 * Opens a session for a user name or phone and its password. Whatever is wrong (no such account, another password,
 * a disabled account) takes the same way and time to the same answer. Throws RATE_LIMITED, or the one refusal.
 */
export async function signInWithPassword(
  { db, guard, takeBack }: Parts,
  { username, password }: { username: string; password: string },
  request: RequestInfo,
): Promise<SignedIn> {
  const account = hasForbiddenCharacters(username) ? undefined : await findByLoginId(db.query, username)
  const { kind, value } = loginClaim(username)
  const signedIn = await guard.attempt(account?.id ?? `${kind}:${value}`, request, async (attempt) => {
    const passwordHash = account?.password_hash ?? null
    if (!(await verifyPassword(passwordHash, password, attempt.place)) || !account) return null
    return db.transaction(async (tx) => {
      const takenBack = await takeBack(tx, account, request)
      const session = await startSession(tx, { account, request, checked: { passwordHash } })
      if (!session) return null
      await attempt.succeeded(tx)
      return { ...(await finish(tx, session, request)), takenBack }
    })
  })
  return signedIn ?? refuse(db, account?.id, request)
}

/** Opens a session for a phone and a code sent to it; never locked by wrong passwords, and lifts that lock. */
export async function signInWithCode(
  { db, guard, takeBack }: Parts,
  { mobilePhone, code }: { mobilePhone: string; code: string },
  request: RequestInfo,
): Promise<SignedIn> {
  const target = normalizePhone(mobilePhone)
  const owner = target ? await findByClaim(db.query, 'mobile_phone', target) : undefined
  const attempt = await guard.attemptCode(owner?.id ?? noTenant, request)
  const checked = target && (await rightCode(db, target, code))
  if (checked) {
    const signedIn = await db.transaction(async (tx) => {
      const account = await findByClaim(tx, 'mobile_phone', target)
      if (!account || !(await spends(tx, checked))) return null
      const takenBack = await takeBack(tx, account, request)
      const session = await startSession(tx, { account, request })
      if (!session) return null
      await attempt.succeeded(tx)
      await guard.clear(tx, account.id, request)
      return { ...(await finish(tx, session, request)), takenBack }
    })
    if (signedIn) return signedIn
  }
  return refuse(db, owner?.id, request)
}

const field = 'mobilePhoneCode'

/** The try stays counted whatever comes after it. */
const rightCode = (db: Database, target: string, code: string): Promise<CheckedCode | null> =>
  unlessBadInput(checkCode(db.query, { target, purpose: 'login', code, field }))

const spends = async (tx: Tx, checked: CheckedCode): Promise<boolean> =>
  (await unlessBadInput(spendCode(tx, checked, field).then(() => true))) ?? false

async function unlessBadInput<T>(checking: Promise<T>): Promise<T | null> {
  try {
    return await checking
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_INPUT') return null
    throw error
  }
}

async function finish(
  tx: Tx,
  session: OpenSession,
  request: RequestInfo,
): Promise<Omit<SignedIn, 'takenBack'>> {
  const browserToken = await rememberBrowser(tx, session.accountId, request.browserToken)
  await recordAudit(tx, {
    tenantId: session.accountId,
    actorId: session.accountId,
    action: 'SignIn',
    targetType: 'account',
    targetId: session.accountId,
    ip: request.ip,
    success: true,
  })
  return { ...session, browserToken }
}

/** The login id is not written down: people type passwords into that field. Without an account it is counted alone. */
async function refuse(db: Database, accountId: string | undefined, request: RequestInfo): Promise<never> {
  if (!accountId) await countFailedSignIn(db.query, request.network)
  else
    await db.transaction((tx) =>
      recordAudit(tx, {
        tenantId: accountId,
        actorId: null,
        action: 'SignIn',
        targetType: 'account',
        targetId: accountId,
        ip: request.ip,
        success: false,
      }),
    )
  throw signInFailed(request.locale)
}
