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
import { factorNeeded, signInFailed } from './errors.ts'
import { type Waiting, waitForFactor } from './factor-step.ts'
import {
  openAndCancelClosing,
  openSession,
  recordFailed,
  type SignedIn,
  type SignInParts,
  type VerifiedCredentials,
} from './opening.ts'

/**
 * Opens a session for a user name or phone and its password. Whatever is wrong (no such account, another password,
 * a disabled account) takes the same way and time to the same answer. Throws RATE_LIMITED, PROOF_REQUIRED, or the one refusal; where the
 * account has a second factor `mfa_required`.
 */
export async function signInWithPassword(
  parts: SignInParts,
  {
    username,
    password,
    proof,
    jkt,
  }: { username: string; password: string; proof: string | undefined; jkt: string | null },
  request: RequestInfo,
): Promise<SignedIn> {
  const { db, guard } = parts
  const account = await findByLoginId(db.query, username)
  const { kind, value } = loginClaim(username)
  const name = `${kind}:${value}`
  // Bound to the name, not to the account: else it would tell which names are of the same one.
  const due = { call: 'sign-in', about: name, proof }
  const outcome = await guard.attempt(account?.id ?? name, due, request, async (attempt) => {
    const passwordHash = account?.password_hash ?? null
    if (!(await verifyPassword(passwordHash, password, attempt.slot)) || !account) return null
    const credentials = { account, request, attempt, jkt, amr: ['pwd'] as const, checked: { passwordHash } }
    return (
      (await openDirectly(db.query, credentials)) ??
      db.transaction((tx) => continueSignIn(tx, parts, credentials))
    )
  })
  return outcome ? enter(outcome, request) : refuse(db, account?.id, request)
}

/** Opens a session for a phone and a code sent to it; never locked by wrong passwords, and lifts that lock. */
export async function signInWithCode(
  parts: SignInParts,
  {
    mobilePhone,
    code,
    proof,
    jkt,
  }: { mobilePhone: string; code: string; proof: string | undefined; jkt: string | null },
  request: RequestInfo,
): Promise<SignedIn> {
  const { db, guard } = parts
  const target = normalizePhone(mobilePhone)
  const owner = target ? await findByClaim(db.query, 'mobile_phone', target) : undefined
  const due = { call: 'sign-in-code', about: target ?? '', proof }
  const attempt = await guard.attemptCode(owner?.id ?? noTenant, due, request)
  const checked = target && (await rightCode(db, target, code))
  if (checked) {
    const outcome = await db.transaction(async (tx) => {
      const account = await findByClaim(tx, 'mobile_phone', target)
      if (!account || !(await spends(tx, checked))) return null
      const credentials = { account, request, attempt, jkt, amr: ['sms'] as const }
      const reached = (await openDirectly(tx, credentials)) ?? (await continueSignIn(tx, parts, credentials))
      // Where a second factor is waited for, that clears it.
      if (reached && !isWaiting(reached)) await guard.clear(tx, account.id, request)
      return reached
    })
    if (outcome) return enter(outcome, request)
  }
  return refuse(db, owner?.id, request)
}

/** A password or a code, without a second factor. */
type SingleFactor = VerifiedCredentials & { attempt: Attempt; amr: readonly ['pwd' | 'sms'] }

/** Opens the session in one statement. Returns null if the account has a second factor or is being closed. */
const openDirectly = async (
  query: Kysely<Tables>,
  credentials: VerifiedCredentials,
): Promise<SignedIn | null> =>
  credentials.account.closes_at ? null : openSession(query, { ...credentials, withoutFactor: true })

/**
 * Returns the step for the second factor if the account has one. Otherwise opens a session; null in the same cases as
 * openSession().
 */
async function continueSignIn(
  tx: Tx,
  parts: SignInParts,
  credentials: SingleFactor,
): Promise<SignedIn | Waiting | null> {
  const { account, attempt, jkt, amr } = credentials
  const waiting = await waitForFactor(tx, parts, account, { method: amr[0], jkt })
  if (!waiting) return openAndCancelClosing(tx, parts, credentials)
  await attempt.succeeded(tx)
  return waiting
}

const isWaiting = (reached: SignedIn | Waiting): reached is Waiting => 'mfa_token' in reached

function enter(reached: SignedIn | Waiting, { locale }: RequestInfo): SignedIn {
  if (isWaiting(reached)) throw factorNeeded(locale, reached)
  return reached
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

/** The login id is not written down: people type passwords into that field. Without an account it is counted alone. */
async function refuse(db: Database, accountId: string | undefined, request: RequestInfo): Promise<never> {
  if (!accountId) await countFailedSignIn(db.query, request.network)
  else await recordFailed(db, accountId, request)
  throw signInFailed(request.locale)
}
