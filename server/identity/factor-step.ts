import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { limits } from '../../contract/limits.ts'
import { type AccountRow, findAccount, lockAccount } from '../accounts/store.ts'
import { countFailedSignIn } from '../audit/failed-sign-ins.ts'
import { recordAudit } from '../core/audit.ts'
import { isProofOfWorkDue } from '../core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Tx } from '../db/open.ts'
import { attemptChallenge, openChallenge, refundAttempt, spendChallenge } from '../factors/challenges.ts'
import {
  availableFactors,
  checkFactor,
  type FactorInput,
  type FactorName,
  passkeyOptions,
} from '../factors/check.ts'
import { readAssertion, requestOptions } from '../factors/passkeys.ts'
import { findSessionIdentity } from './broker/session-identity.ts'
import { invalidRequest, mfaRequired, signInExpired, wrongFactor } from './errors.ts'
import {
  openAndCancelClosure,
  recordFailedSignIn,
  type SignedIn,
  type SignInDependencies,
  signInEvent,
} from './open-session.ts'

/** Response of the token endpoint if a second factor is required. */
export interface FactorChallenge {
  mfa_token: string
  factors: FactorName[]
  passkey?: PublicKeyCredentialRequestOptionsJSON
}

const challengeOptions = { purpose: 'sign_in', seconds: limits.factor.lifetime } as const

/**
 * Creates a challenge for the second factor, if the account has one. Until the user passes the challenge, no
 * session is opened, the browser is not remembered, and a pending account closure is not canceled. Returns
 * null if the account has no second factor or is disabled.
 */
export async function openFactorChallenge(
  tx: Tx,
  { relyingParty }: SignInDependencies,
  account: AccountRow,
  by: { method: 'pwd' | 'sms' | 'fed'; jkt: string | null; identity_id?: string },
): Promise<FactorChallenge | null> {
  const party = relyingParty()
  const factors = await availableFactors(tx, account.id, party)
  if (!factors || (!account.enabled && !account.closes_at)) return null
  const { id: account_id, password_changed_at: credentials_of } = account
  const token = await openChallenge(tx, { ...challengeOptions, ...by, account_id, credentials_of })
  return {
    ...{ mfa_token: token, factors },
    ...(party &&
      factors.includes('passkey') && { passkey: await passkeyOptions(tx, account_id, party, token) }),
  }
}

/**
 * Begins a sign-in with only a passkey. The account is not known until the passkey identifies it. Throws
 * `mfa_required` or RATE_LIMITED.
 */
export async function beginPasskeySignIn(
  { db, guard, relyingParty }: SignInDependencies,
  jkt: string | null,
  request: RequestInfo,
): Promise<never> {
  const party = relyingParty()
  if (!party) throw invalidRequest("missing required parameter 'mfa_token'")
  await guard.admitPasskey(request)
  const token = await openChallenge(db.query, { ...challengeOptions, jkt })
  const passkey = await requestOptions(party, token, [])
  throw mfaRequired(request.locale, {
    mfa_token: token,
    factors: ['passkey'],
    passkey,
  } satisfies FactorChallenge)
}

/**
 * Verifies the second factor, or a passkey as the only factor, and opens the session. Throws `invalid_grant`
 * for a wrong factor (five attempts are allowed), `expired_token` if the user must start the sign-in again,
 * RATE_LIMITED or `proof_required`.
 */
export async function signInWithFactor(
  deps: SignInDependencies,
  {
    token,
    proof,
    jkt,
    ...input
  }: FactorInput & { token: string; proof: string | undefined; jkt: string | null },
  request: RequestInfo,
): Promise<SignedIn> {
  const { db, guard, notifyRecoveryCodeUsed, relyingParty } = deps
  const challenge = await attemptChallenge(db.query, token, 'sign_in', jkt)
  if (!challenge) throw signInExpired(request.locale)
  const alone = challenge.account_id === null
  const byPasskey = input.factor === 'passkey'
  const accountId = challenge.account_id ?? (byPasskey ? readAssertion(input.code)?.accountId : null)
  if (!accountId) {
    await countFailedSignIn(db.query, request.network)
    throw wrongFactor(input.factor, request.locale)
  }
  // Passkey attempts are not counted, because signatures cannot be guessed. Counting them would let an
  // attacker lock others out.
  const attempt = byPasskey
    ? null
    : await guard
        .attemptFactor(accountId, { call: 'sign-in-factor', about: accountId, proof }, request)
        .catch(async (error) => {
          if (isProofOfWorkDue(error)) await refundAttempt(db.query, challenge.id)
          throw error
        })
  const context = { party: relyingParty(), challenge: token, alone }
  const verified = await checkFactor(db.query, accountId, input, context)
  const signedIn =
    verified &&
    (await db.transaction(async (tx) => {
      // The lock ensures that the identity is not unlinked now.
      const account = await (challenge.identity_id ? lockAccount : findAccount)(tx, accountId)
      // A password change invalidates sign-ins that began with the old password.
      const unchanged =
        alone || account?.password_changed_at?.getTime() === challenge.credentials_of?.getTime()
      if (!account || !unchanged || !(await spendChallenge(tx, challenge.id)))
        throw signInExpired(request.locale)
      if (!(await verified.spend(tx))) return null
      const amr = [...(challenge.method ? [challenge.method] : []), ...verified.amr, 'mfa']
      const checked = { passwordHash: account.password_hash }
      const identity = challenge.identity_id ? await findSessionIdentity(tx, challenge.identity_id) : null
      // The identity may have been unlinked, or its source disabled, after the sign-in began.
      if (identity === undefined) throw signInExpired(request.locale)
      const session = await openAndCancelClosure(tx, deps, {
        ...{ account, request, attempt, jkt, amr, checked, identity },
      })
      if (!session) return null
      if (challenge.method === 'sms') await guard.clear(tx, accountId, request)
      if (verified.factor === 'recovery_code') {
        await notifyRecoveryCodeUsed(tx, account, request)
        await recordAudit(tx, signInEvent('UseRecoveryCode', accountId, request))
      }
      return session
    }))
  if (signedIn) return signedIn
  // Without a verified passkey, the account id comes from the client and may be invented. Count the attempt,
  // but do not record it for that account.
  if (alone && !verified) await countFailedSignIn(db.query, request.network)
  else await recordFailedSignIn(db, accountId, request)
  throw wrongFactor(input.factor, request.locale)
}
