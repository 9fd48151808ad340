import { presentTerms } from '../config.ts'
import { ApiError, failed, refusal } from '../errors.ts'
import { readJson } from '../http.ts'
import { withProofOfWork } from '../proof-of-work/proofOfWork.ts'
import { texts } from '../texts.ts'
import { words } from '../words.ts'
import { binding, form, type Tokens, withRetryAfter } from './api.ts'
import type { Prove } from './binding.ts'
import { signWithPasskey } from './passkeys.ts'

// What opens a session; whoever has one loads none of it.

/** User name or phone, and password. Rejects with FactorNeeded, as codeSignIn does, where a second factor is to follow. */
export const passwordSignIn = (username: string, password: string) =>
  signIn({ grant_type: 'password', username, password })

/** Phone and the verification code sent to it. */
export const codeSignIn = (mobilePhone: string, mobilePhoneCode: string) =>
  signIn({ grant_type: 'password', mobilePhone, mobilePhoneCode })

/** By what a sign-in goes on whose first factor was right. */
export type FactorName = 'passkey' | 'totp' | 'recovery_code'

/** What a sign-in rejects with where the account has a second factor. */
export class FactorNeeded extends Error {
  readonly token: string
  readonly factors: readonly FactorName[]
  /** What a passkey is asked with. */
  readonly passkey: object | undefined

  constructor({ mfa_token, factors, passkey }: StepAnswer) {
    super('A second factor is needed')
    this.name = 'FactorNeeded'
    this.token = mfa_token
    this.factors = factors
    this.passkey = passkey
  }
}

interface StepAnswer {
  mfa_token: string
  factors: readonly FactorName[]
  passkey?: object
}

const factorGrant = 'urn:reeve:mfa'

/** By a passkey alone, which says whose it is. */
export async function passkeySignIn(): Promise<Tokens> {
  const step = await signIn({ grant_type: factorGrant }).catch((error: unknown) => error)
  if (!(step instanceof FactorNeeded)) throw step
  return factorSignIn(step.token, 'passkey', await signWithPasskey(step.passkey ?? {}))
}

/** The second factor. Rejects with BAD_INPUT where it is wrong, with UNAUTHENTICATED where the sign-in begins anew. */
export const factorSignIn = (token: string, factor: FactorName, code: string): Promise<Tokens> =>
  withProofOfWork((proof) =>
    sendFactor({
      grant_type: factorGrant,
      mfa_token: token,
      factor,
      code,
      ...agreed(),
      ...(proof && { proof }),
    }),
  )

async function sendFactor(fields: Record<string, string>): Promise<Tokens> {
  const { response, answer } = await askForTokens(fields)
  if (response.ok) return answer as Tokens
  if (asksForWork(answer)) throw refusal(response.status, answer)
  const { error, error_description: says } = (answer ?? {}) as { error?: string; error_description?: string }
  if (response.status === 400 && says)
    throw new ApiError(error === 'expired_token' ? 'UNAUTHENTICATED' : 'BAD_INPUT', says, { status: 400 })
  throw failed('token', refusal(response.status, withRetryAfter(answer, response)))
}

/** The page that signs in has asked for it, or shown that this browser has agreed. */
const agreed = () => ({ terms_version: presentTerms().version })

/** The token endpoint's own form of PROOF_REQUIRED. */
const asksForWork = (answer: unknown) =>
  (answer as { error?: string } | undefined)?.error === 'proof_required'

const signIn = (fields: Record<string, string>): Promise<Tokens> =>
  withProofOfWork((proof) => sendSignIn({ ...fields, ...(proof && { proof }) }))

async function sendSignIn(fields: Record<string, string>): Promise<Tokens> {
  const { response, answer } = await askForTokens({ ...fields, ...agreed() })
  if (response.ok) return answer as Tokens
  if ((answer as { error?: string } | undefined)?.error === 'mfa_required')
    throw new FactorNeeded(answer as StepAnswer)
  if (asksForWork(answer)) throw refusal(response.status, answer)
  // A wrong password and an unknown account are one message, the specification's.
  if (response.status === 400 || response.status === 401) {
    throw new ApiError('BAD_INPUT', texts(words)('loginFailed'), { status: response.status })
  }
  throw failed('token', refusal(response.status, withRetryAfter(answer, response)))
}

/** Of a session that is bound to the key of this browser, where it has one. */
async function askForTokens(fields: Record<string, string>) {
  const ask = (prove?: Prove) => form('token', fields, prove)
  const keys = await binding().catch(() => undefined)
  const response = await (keys ? keys.askToBind(ask) : ask())
  return { response, answer: await readJson(response) }
}
