import type { Kysely } from 'kysely'
import { auditByNobody } from '../accounts/admins/command.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { checkAssertion, type RelyingParty, readAssertion, requestOptions } from './passkeys.ts'
import { countRecoveryCodes, isRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { endReset } from './reset/store.ts'
import { factorsOf, listPasskeys, readTotps, spendCounter, spendStep } from './store.ts'
import { stepOf } from './totp.ts'

/** By what a step may go on, as the token endpoint names it. */
export const factorNames = ['passkey', 'totp', 'recovery_code'] as const
export type FactorName = (typeof factorNames)[number]

export interface GivenFactor {
  factor: FactorName
  /** Of a passkey its AuthenticationResponseJSON. */
  code: string
}

/** A factor that was found right. */
export interface ProvedFactor {
  factor: FactorName
  /** RFC 8176. */
  amr: string[]
  /** Its one use, in the transaction of what it allows; false where another was first. */
  spend(tx: Tx): Promise<boolean>
}

/** What a passkey signs, and whether nothing else has been shown before it. */
export interface AskedOfPasskey {
  party: RelyingParty | null
  challenge: string
  alone: boolean
}

/** What is said of one that is none. */
export const factorWrong = {
  totp: 'factor.wrong',
  recovery_code: 'recovery.wrong',
  passkey: 'passkey.wrong',
} as const satisfies Record<FactorName, string>

export const isFactorName = (name: string | undefined): name is FactorName =>
  factorNames.some((each) => each === name)

/** By what the account may go on; null where it has no second factor. A passkey where this address has them. */
export async function offeredFactors(
  query: Kysely<Tables>,
  accountId: string,
  party: RelyingParty | null,
): Promise<FactorName[] | null> {
  const kinds = new Set((await factorsOf(query, accountId)).map(({ kind }) => kind))
  if (!kinds.size) return null
  const left = await countRecoveryCodes(query, accountId)
  const offered = { totp: kinds.has('totp'), passkey: party && kinds.has('passkey'), recovery_code: left > 0 }
  return factorNames.filter((name) => offered[name])
}

/** What the account's passkeys are asked with. */
export const askPasskeys = async (
  query: Kysely<Tables>,
  accountId: string,
  party: RelyingParty,
  challenge: string,
) => requestOptions(party, challenge, await listPasskeys(query, accountId))

/** null where it is wrong. Tries at codes are counted by who asks; a signature cannot be guessed. */
export async function checkFactor(
  query: Kysely<Tables>,
  accountId: string,
  given: GivenFactor,
  asked: AskedOfPasskey,
): Promise<ProvedFactor | null> {
  const proved = await prove(query, accountId, given, asked)
  return proved && { ...proved, spend: (tx) => spendProved(tx, accountId, proved) }
}

/** Whoever shows a factor has not lost them all: they stay. */
async function spendProved(tx: Tx, accountId: string, proved: ProvedFactor): Promise<boolean> {
  if (await endReset(tx, accountId)) await auditByNobody(tx, 'WithdrawFactorReset', accountId, {})
  return proved.spend(tx)
}

async function prove(
  query: Kysely<Tables>,
  accountId: string,
  { factor, code }: GivenFactor,
  asked: AskedOfPasskey,
): Promise<ProvedFactor | null> {
  if (factor === 'passkey') return checkPasskey(query, accountId, code, asked)
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
  { party, challenge, alone }: AskedOfPasskey,
): Promise<ProvedFactor | null> {
  const given = readAssertion(code)
  if (!party || !given) return null
  const passkey = (await listPasskeys(query, accountId)).find(
    ({ credentialId }) => credentialId === given.credentialId,
  )
  if (!passkey) return null
  const counter = await checkAssertion(party, passkey, { response: given.response, challenge, alone })
  if (counter === null) return null
  const spend = (tx: Tx) => spendCounter(tx, accountId, passkey.id, counter)
  return { factor: 'passkey', amr: ['pop'], spend }
}
