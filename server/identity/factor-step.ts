import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { limits } from '../../contract/limits.ts'
import { type AccountRow, findAccount } from '../accounts/store.ts'
import { countFailedSignIn } from '../audit/failed-sign-ins.ts'
import { recordAudit } from '../core/audit.ts'
import { isProofOfWorkDue } from '../core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Tx } from '../db/open.ts'
import { openChallenge, spendChallenge, tryChallenge, untryChallenge } from '../factors/challenges.ts'
import {
  askPasskeys,
  checkFactor,
  type FactorName,
  type GivenFactor,
  offeredFactors,
} from '../factors/check.ts'
import { readAssertion, requestOptions } from '../factors/passkeys.ts'
import { factorNeeded, invalidRequest, notProved, stepOver } from './errors.ts'
import { openAndCancelClosing, ownEvent, recordFailed, type SignedIn, type SignInParts } from './opening.ts'

/** What a sign-in goes on with, as the token endpoint answers it. */
export interface Waiting {
  mfa_token: string
  factors: FactorName[]
  /** What a passkey is asked with. */
  passkey?: PublicKeyCredentialRequestOptionsJSON
}

const step = { purpose: 'sign_in', seconds: limits.factor.lifetime } as const

/**
 * Where the account has a second factor: the step that waits for one. Nothing else has happened by then: no session is
 * open, no browser known, no closing taken back. null: none, or a disabled account, which is refused as any other.
 */
export async function waitForFactor(
  tx: Tx,
  { relyingParty }: SignInParts,
  account: AccountRow,
  by: { method: 'pwd' | 'sms'; jkt: string | null },
): Promise<Waiting | null> {
  const party = relyingParty()
  const factors = await offeredFactors(tx, account.id, party)
  if (!factors || (!account.enabled && !account.closes_at)) return null
  const { id: account_id, password_changed_at: credentials_of } = account
  const token = await openChallenge(tx, { ...step, ...by, account_id, credentials_of })
  return {
    ...{ mfa_token: token, factors },
    ...(party && factors.includes('passkey') && { passkey: await askPasskeys(tx, account_id, party, token) }),
  }
}

/** A step for a passkey alone, which then says whose sign-in it is. Throws `mfa_required`, RATE_LIMITED. */
export async function beginWithPasskey(
  { db, guard, relyingParty }: SignInParts,
  jkt: string | null,
  request: RequestInfo,
): Promise<never> {
  const party = relyingParty()
  if (!party) throw invalidRequest("missing required parameter 'mfa_token'")
  await guard.admitPasskey(request)
  const token = await openChallenge(db.query, { ...step, jkt })
  const passkey = await requestOptions(party, token, [])
  throw factorNeeded(request.locale, { mfa_token: token, factors: ['passkey'], passkey } satisfies Waiting)
}

/**
 * Opens the session that a right first factor has begun, or a passkey alone. Throws RATE_LIMITED, `invalid_grant` for what
 * is wrong, which the step takes five of, `proof_required`, and `expired_token` where the sign-in has to begin anew.
 */
export async function signInWithFactor(
  parts: SignInParts,
  {
    token,
    proof,
    jkt,
    ...given
  }: GivenFactor & { token: string; proof: string | undefined; jkt: string | null },
  request: RequestInfo,
): Promise<SignedIn> {
  const { db, guard, tellRecovered, relyingParty } = parts
  const waiting = await tryChallenge(db.query, token, 'sign_in', jkt)
  if (!waiting) throw stepOver(request.locale)
  const alone = waiting.account_id === null
  const byPasskey = given.factor === 'passkey'
  const accountId = waiting.account_id ?? (byPasskey ? readAssertion(given.code)?.accountId : null)
  if (!accountId) {
    await countFailedSignIn(db.query, request.network)
    throw notProved(given.factor, request.locale)
  }
  // A signature cannot be guessed: who tried would only lock others out.
  const attempt = byPasskey
    ? null
    : await guard
        .attemptFactor(accountId, { call: 'sign-in-factor', about: accountId, proof }, request)
        .catch(async (error) => {
          if (isProofOfWorkDue(error)) await untryChallenge(db.query, waiting.id)
          throw error
        })
  const asked = { party: relyingParty(), challenge: token, alone }
  const proved = await checkFactor(db.query, accountId, given, asked)
  const signedIn =
    proved &&
    (await db.transaction(async (tx) => {
      const account = await findAccount(tx, accountId)
      // A password that was changed meanwhile ends what the old one began.
      const unchanged = alone || account?.password_changed_at?.getTime() === waiting.credentials_of?.getTime()
      if (!account || !unchanged || !(await spendChallenge(tx, waiting.id))) throw stepOver(request.locale)
      if (!(await proved.spend(tx))) return null
      const amr = [...(waiting.method ? [waiting.method] : []), ...proved.amr, 'mfa']
      const checked = { passwordHash: account.password_hash }
      const session = await openAndCancelClosing(tx, parts, { account, request, attempt, jkt, amr, checked })
      if (!session) return null
      if (waiting.method === 'sms') await guard.clear(tx, accountId, request)
      if (proved.factor === 'recovery_code') {
        await tellRecovered(tx, account, request)
        await recordAudit(tx, ownEvent('UseRecoveryCode', accountId, request))
      }
      return session
    }))
  if (signedIn) return signedIn
  // Whoever has no step of an account may have made its id up.
  if (alone && !proved) await countFailedSignIn(db.query, request.network)
  else await recordFailed(db, accountId, request)
  throw notProved(given.factor, request.locale)
}
