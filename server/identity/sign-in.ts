import type { Kysely } from 'kysely'
import { type CheckedCode, checkCode, spendCode } from '../accounts/codes.ts'
import { verifyPassword } from '../accounts/passwords/hash.ts'
import { normalizePhone } from '../accounts/phones/phone.ts'
import { findByClaim, findByLoginId, loginClaim } from '../accounts/store.ts'
import { countFailedSignIn } from '../audit/failed-sign-ins.ts'
import { AppError } from '../core/errors.ts'
import { noTenant } from '../core/id.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { Attempt } from '../sessions/guard.ts'
import { mfaRequired, signInFailed } from './errors.ts'
import { type FactorChallenge, openFactorChallenge } from './factor-step.ts'
import {
  openAndCancelClosure,
  openSession,
  recordFailedSignIn,
  type SignedIn,
  type SignInDependencies,
  type VerifiedCredentials,
} from './open-session.ts'

/**
 * Opens a session for a username or phone number with its password. For an unknown account, a wrong password
 * and a disabled account, throws the same error after the same time. Also throws RATE_LIMITED,
 * PROOF_REQUIRED, or `mfa_required` if the account has a second factor.
 */
export async function signInWithPassword(
  deps: SignInDependencies,
  {
    username,
    password,
    proof,
    jkt,
  }: { username: string; password: string; proof: string | undefined; jkt: string | null },
  request: RequestInfo,
): Promise<SignedIn> {
  const { db, guard } = deps
  const account = await findByLoginId(db.query, username)
  const { kind, value } = loginClaim(username)
  const name = `${kind}:${value}`
  // The challenge is bound to the login name. A challenge bound to the account would reveal which login names
  // belong to the same account.
  const due = { call: 'sign-in', about: name, proof }
  const outcome = await guard.attempt(account?.id ?? name, due, request, async (attempt) => {
    const passwordHash = account?.password_hash ?? null
    if (!(await verifyPassword(passwordHash, password, attempt.slot)) || !account) return null
    const credentials = { account, request, attempt, jkt, amr: ['pwd'] as const, checked: { passwordHash } }
    return (
      (await openDirectly(db.query, credentials)) ??
      db.transaction((tx) => continueSignIn(tx, deps, credentials))
    )
  })
  return outcome ? completeSignIn(outcome, request) : failSignIn(db, account?.id, request)
}

/**
 * Opens a session for a phone number with a code that was sent to it. Wrong passwords do not lock this
 * sign-in method, and a successful sign-in lifts the lock that wrong passwords caused.
 */
export async function signInWithCode(
  deps: SignInDependencies,
  {
    mobilePhone,
    code,
    proof,
    jkt,
  }: { mobilePhone: string; code: string; proof: string | undefined; jkt: string | null },
  request: RequestInfo,
): Promise<SignedIn> {
  const { db, guard } = deps
  const target = normalizePhone(mobilePhone)
  const owner = target ? await findByClaim(db.query, 'mobile_phone', target) : undefined
  const due = { call: 'sign-in-code', about: target ?? '', proof }
  const attempt = await guard.attemptCode(owner?.id ?? noTenant, due, request)
  const checked = target && (await checkSmsCode(db, target, code))
  if (checked) {
    const outcome = await db.transaction(async (tx) => {
      const account = await findByClaim(tx, 'mobile_phone', target)
      if (!account || !(await useCode(tx, checked))) return null
      const credentials = { account, request, attempt, jkt, amr: ['sms'] as const }
      const result = (await openDirectly(tx, credentials)) ?? (await continueSignIn(tx, deps, credentials))
      // If a second factor is required, the lock is lifted only after that step.
      if (result && !isFactorChallenge(result)) await guard.clear(tx, account.id, request)
      return result
    })
    if (outcome) return completeSignIn(outcome, request)
  }
  return failSignIn(db, owner?.id, request)
}

/** A verified password or code, before a second factor is considered. */
type SingleFactor = VerifiedCredentials & { attempt: Attempt; amr: readonly ['pwd' | 'sms'] }

/**
 * Opens the session in one SQL statement. Returns null if the account has a second factor or is being closed,
 * because more steps are then needed.
 */
const openDirectly = async (
  query: Kysely<Tables>,
  credentials: VerifiedCredentials,
): Promise<SignedIn | null> =>
  credentials.account.closes_at ? null : openSession(query, { ...credentials, withoutFactor: true })

/**
 * Returns the challenge for the second factor if the account has one. Otherwise opens a session, or returns
 * null in the same cases as openSession().
 */
async function continueSignIn(
  tx: Tx,
  deps: SignInDependencies,
  credentials: SingleFactor,
): Promise<SignedIn | FactorChallenge | null> {
  const { account, attempt, jkt, amr } = credentials
  const challenge = await openFactorChallenge(tx, deps, account, { method: amr[0], jkt })
  if (!challenge) return openAndCancelClosure(tx, deps, credentials)
  await attempt.succeeded(tx)
  return challenge
}

const isFactorChallenge = (result: SignedIn | FactorChallenge): result is FactorChallenge =>
  'mfa_token' in result

function completeSignIn(result: SignedIn | FactorChallenge, { locale }: RequestInfo): SignedIn {
  if (isFactorChallenge(result)) throw mfaRequired(locale, result)
  return result
}

const field = 'mobilePhoneCode'

/**
 * Checks the code outside the transaction. Otherwise a rollback would also undo the counting of the attempt.
 */
export const checkSmsCode = (db: Database, target: string, code: string): Promise<CheckedCode | null> =>
  nullIfBadInput(checkCode(db.query, { target, purpose: 'login', code, field }))

const useCode = async (tx: Tx, checked: CheckedCode): Promise<boolean> =>
  (await nullIfBadInput(spendCode(tx, checked, field).then(() => true))) ?? false

async function nullIfBadInput<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_INPUT') return null
    throw error
  }
}

/**
 * Records the failed sign-in and throws. The login ID is not stored, because people sometimes type passwords
 * into that field. If the account is unknown, the attempt is only counted.
 */
async function failSignIn(db: Database, accountId: string | undefined, request: RequestInfo): Promise<never> {
  if (!accountId) await countFailedSignIn(db.query, request.network)
  else await recordFailedSignIn(db, accountId, request)
  throw signInFailed(request.locale)
}
