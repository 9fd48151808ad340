import type { Kysely } from 'kysely'
import { auditBySystem } from '../accounts/admins/command.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { checkAssertion, type RelyingParty, readAssertion, requestOptions } from './passkeys.ts'
import { countRecoveryCodes, isRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { endReset } from './reset/store.ts'
import { factorsOf, listPasskeys, readTotps, spendCounter, spendStep } from './store.ts'
import { stepOf } from './totp.ts'

/** Names of second factors in requests to the token endpoint. */
export const factorNames = ['passkey', 'totp', 'recovery_code'] as const
export type FactorName = (typeof factorNames)[number]

export interface FactorInput {
  factor: FactorName
  /** The code that the user entered. For a passkey, this is an AuthenticationResponseJSON. */
  code: string
}

export interface VerifiedFactor {
  factor: FactorName
  /** Authentication method references (RFC 8176). */
  amr: string[]
  /**
   * Consumes the code or signature in the transaction of the sign-in. Returns false if another request has
   * already used it.
   */
  spend(tx: Tx): Promise<boolean>
}

/**
 * The values against which a passkey's assertion is checked. `alone` is true if the passkey is the only
 * factor of the sign-in.
 */
export interface AssertionContext {
  party: RelyingParty | null
  challenge: string
  alone: boolean
}

/** Message keys of the errors for wrong factors, by factor name. */
export const factorErrors = {
  totp: 'factor.wrong',
  recovery_code: 'recovery.wrong',
  passkey: 'passkey.wrong',
} as const satisfies Record<FactorName, string>

export const isFactorName = (name: string | undefined): name is FactorName =>
  factorNames.some((each) => each === name)

/**
 * Returns the kinds of second factors that the account can use, or null if it has no second factor. Passkeys
 * are included only if the public URL supports them.
 */
export async function availableFactors(
  query: Kysely<Tables>,
  accountId: string,
  party: RelyingParty | null,
): Promise<FactorName[] | null> {
  const kinds = new Set((await factorsOf(query, accountId)).map(({ kind }) => kind))
  if (!kinds.size) return null
  const left = await countRecoveryCodes(query, accountId)
  const available = {
    totp: kinds.has('totp'),
    passkey: party && kinds.has('passkey'),
    recovery_code: left > 0,
  }
  return factorNames.filter((name) => available[name])
}

export const passkeyOptions = async (
  query: Kysely<Tables>,
  accountId: string,
  party: RelyingParty,
  challenge: string,
) => requestOptions(party, challenge, await listPasskeys(query, accountId))

/**
 * Verifies a factor of an account. Returns null if the factor is wrong. Codes can be guessed, so the caller
 * must limit the attempts. Signatures cannot be guessed.
 */
export async function checkFactor(
  query: Kysely<Tables>,
  accountId: string,
  input: FactorInput,
  context: AssertionContext,
): Promise<VerifiedFactor | null> {
  const verified = await verifyFactor(query, accountId, input, context)
  return verified && { ...verified, spend: (tx) => spendVerified(tx, accountId, verified) }
}

/**
 * Consumes a factor. Also cancels a pending removal of all factors, because using a factor shows that the
 * owner has not lost it.
 */
async function spendVerified(tx: Tx, accountId: string, verified: VerifiedFactor): Promise<boolean> {
  if (await endReset(tx, accountId)) await auditBySystem(tx, 'WithdrawFactorReset', accountId, {})
  return verified.spend(tx)
}

async function verifyFactor(
  query: Kysely<Tables>,
  accountId: string,
  { factor, code }: FactorInput,
  context: AssertionContext,
): Promise<VerifiedFactor | null> {
  if (factor === 'passkey') return checkPasskey(query, accountId, code, context)
  const amr = ['otp']
  if (factor === 'recovery_code') {
    if (!(await isRecoveryCode(query, accountId, code))) return null
    return { factor, amr, spend: (tx) => spendRecoveryCode(tx, accountId, code) }
  }
  for (const { id, secret, lastStep, now } of await readTotps(query, accountId)) {
    const step = stepOf(secret, code, { now, after: lastStep })
    if (step !== null) return { factor, amr, spend: (tx) => spendStep(tx, accountId, id, step) }
  }
  return null
}

async function checkPasskey(
  query: Kysely<Tables>,
  accountId: string,
  code: string,
  { party, challenge, alone }: AssertionContext,
): Promise<VerifiedFactor | null> {
  const input = readAssertion(code)
  if (!party || !input) return null
  const passkey = (await listPasskeys(query, accountId)).find(
    ({ credentialId }) => credentialId === input.credentialId,
  )
  if (!passkey) return null
  const counter = await checkAssertion(party, passkey, { response: input.response, challenge, alone })
  if (counter === null) return null
  const spend = (tx: Tx) => spendCounter(tx, accountId, passkey.id, counter)
  return { factor: 'passkey', amr: ['pop'], spend }
}
