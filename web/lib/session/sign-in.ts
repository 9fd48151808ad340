import { presentTerms } from '../config.ts'
import { ApiError, failed, refusal } from '../errors.ts'
import { readJson } from '../http.ts'
import { withProofOfWork } from '../proof-of-work/proofOfWork.ts'
import { texts } from '../texts.ts'
import { words } from '../words.ts'
import { binding, form, type Tokens, withRetryAfter } from './api.ts'
import type { Prove } from './binding.ts'
import { signWithPasskey } from './passkeys.ts'

// Sign-in functions. This module is not loaded if a session already exists.

/**
 * Signs in with a username or phone number and a password. Like codeSignIn, rejects with FactorNeeded if a
 * second factor is required.
 */
export const passwordSignIn = (username: string, password: string) =>
  signIn({ grant_type: 'password', username, password })

/** Signs in with a phone number and the verification code that was sent to the number. */
export const codeSignIn = (mobilePhone: string, mobilePhoneCode: string) =>
  signIn({ grant_type: 'password', mobilePhone, mobilePhoneCode })

/** The second factors that can complete a sign-in. */
export type FactorName = 'passkey' | 'totp' | 'recovery_code'

/** Thrown by a sign-in if the account requires a second factor. */
export class FactorNeeded extends Error {
  readonly token: string
  readonly factors: readonly FactorName[]
  /** Options for the browser's passkey prompt; undefined if the account has no passkey. */
  readonly passkey: object | undefined

  constructor({ mfa_token, factors, passkey }: StepAnswer) {
    super('Confirm with a second factor')
    this.name = 'FactorNeeded'
    this.token = mfa_token
    this.factors = factors
    this.passkey = passkey
  }
}

export interface StepAnswer {
  mfa_token: string
  factors: readonly FactorName[]
  passkey?: object
}

const factorGrant = 'urn:reeve:mfa'

/** Signs in with only a passkey, which also identifies the account. */
export async function passkeySignIn(): Promise<Tokens> {
  const step = await signIn({ grant_type: factorGrant }).catch((error: unknown) => error)
  if (!(step instanceof FactorNeeded)) throw step
  return factorSignIn(step.token, 'passkey', await signWithPasskey(step.passkey ?? {}))
}

/**
 * Completes a sign-in with the second factor. Rejects with BAD_INPUT if the factor is wrong, and with
 * UNAUTHENTICATED if the user must start the sign-in again.
 */
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

const sendFactor = async (fields: Record<string, string>) => tokensOf(await askForTokens(fields))

/**
 * Returns the tokens of a response. Throws the server's description of a failure: UNAUTHENTICATED if the
 * sign-in must start over, and BAD_INPUT if the same step can be repeated.
 */
export function tokensOf({ response, answer }: TokenAnswer): Tokens {
  if (response.ok) return answer as Tokens
  if (asksForWork(answer)) throw refusal(response.status, answer)
  const { error, error_description: description } = (answer ?? {}) as {
    error?: string
    error_description?: string
  }
  if (response.status === 400 && description)
    throw new ApiError(error === 'expired_token' ? 'UNAUTHENTICATED' : 'BAD_INPUT', description, {
      status: 400,
    })
  throw failed('token', refusal(response.status, withRetryAfter(answer, response)))
}

/**
 * The version of the terms that the user has accepted on the sign-in page, now or earlier in this browser.
 */
const agreed = () => ({ terms_version: presentTerms().version })

/** Whether the response is PROOF_REQUIRED, in the format of the token endpoint. */
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
  // The specification requires the same message for a wrong password and an unknown account.
  if (response.status === 400 || response.status === 401) {
    throw new ApiError('BAD_INPUT', texts(words)('loginFailed'), { status: response.status })
  }
  throw failed('token', refusal(response.status, withRetryAfter(answer, response)))
}

interface TokenAnswer {
  response: Response
  answer: unknown
}

let linking: string | undefined

/**
 * Sets the ticket whose identity the next sign-in links to its account. Without a ticket, the sign-in links
 * no identity.
 */
export const linkAtSignIn = (ticket?: string): void => {
  linking = ticket
}

/** Requests tokens. Binds the session to this browser's DPoP key, if the browser can store a key. */
export async function askForTokens(fields: Record<string, string>): Promise<TokenAnswer> {
  const all = { ...fields, ...(linking && { broker_ticket: linking }) }
  const ask = (prove?: Prove) => form('token', all, prove)
  const keys = await binding().catch(() => undefined)
  const response = await (keys ? keys.askToBind(ask) : ask())
  return { response, answer: await readJson(response) }
}
