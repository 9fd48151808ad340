import {
  brokerGrant,
  type FirstSignInWay,
  type ListedIdentitySource,
} from '../../../contract/identity-sources.ts'
import { limits } from '../../../contract/limits.ts'
import { loadConfig } from '../config.ts'
import { ApiError, failed, refusal, unreachable } from '../errors.ts'
import { readJson, send } from '../http.ts'
import { withProofOfWork } from '../proof-of-work/proofOfWork.ts'
import { type Tokens, withRetryAfter } from './api.ts'
import { askForTokens, FactorNeeded, type StepAnswer, tokensOf } from './sign-in.ts'

/** Data that the sign-in page needs to link an identity without an account. */
export interface FirstSignIn {
  /** Why the identity cannot sign in, in the user's language. */
  message: string
  ticket: string
  source: ListedIdentitySource
  /** Name of the person at the provider. */
  name: string | null
  /** Masked phone number from the provider, or null if it cannot complete the sign-in. */
  phone: string | null
  /** The possible ways, the preferred one first. */
  ways: readonly FirstSignInWay[]
}

/** Thrown if the identity of a ticket must be linked to an account first. */
export class IdentityUnlinked extends Error {
  readonly step: FirstSignIn

  constructor(step: FirstSignIn) {
    super(step.message)
    this.name = 'IdentityUnlinked'
    this.step = step
  }
}

const brokerPath = async (path: string): Promise<string> => {
  const { realm } = await loadConfig().catch(() => {
    throw failed('/config.json', unreachable())
  })
  return `/realms/${realm}/broker/${path}`
}

/** Response body of a failed call. */
interface Failure {
  error?: string
  error_description?: string
}

/** Returns the error to throw for a failed call. Its message is the server's description, if there is one. */
function described(response: Response, answer: unknown): ApiError {
  const { error, error_description: description } = (answer ?? {}) as Failure
  const { status } = response
  if ((status === 400 || status === 404) && description && error !== 'proof_required')
    return new ApiError(error === 'expired_token' ? 'UNAUTHENTICATED' : 'BAD_INPUT', description, { status })
  return failed('broker', refusal(status, withRetryAfter(answer, response), description))
}

interface BeginOptions {
  /** Path to open after the sign-in. */
  redirect: string | null
  /** Account to pass to the provider. */
  loginHint: string | null
  /** Whether the provider must ask the user to sign in, even if they have a session there. */
  again?: boolean
}

/**
 * Begins a sign-in at a source, and returns the URL of the provider. Rejects with UNAVAILABLE if the provider
 * does not respond in time.
 */
export async function beginSourceSignIn(
  key: string,
  { redirect, loginHint, again = false }: BeginOptions,
): Promise<string> {
  const query = new URLSearchParams({
    ...(redirect && { redirect }),
    ...(loginHint && { login_hint: loginHint }),
    ...(again && { prompt: 'login' }),
  })
  const path = await brokerPath(`${encodeURIComponent(key)}/login?${query}`)
  // The server waits for the provider up to `patience`. One second is added for the request to the server.
  const signal = AbortSignal.timeout(limits.identitySources.patience + 1_000)
  const headers = { accept: 'application/json' }
  const response = await send('broker', path, { headers, signal }).catch((error: unknown) => {
    throw signal.aborted ? new ApiError('UNAVAILABLE', '', { status: 503 }) : error
  })
  const answer = await readJson(response)
  if (!response.ok) throw described(response, answer)
  return (answer as { url: string }).url
}

/**
 * Signs in with the ticket of a sign-in at a provider. `code`: SMS code that was sent to the provider's phone
 * number. `create`: creates an account. `terms`: version of the terms that this browser has accepted. Rejects
 * with IdentityUnlinked if the identity must be linked first, and with the errors of the other sign-ins.
 */
export const ticketSignIn = (
  ticket: string,
  { code, create, terms }: { code?: string; create?: true; terms?: string | undefined } = {},
): Promise<Tokens> =>
  withProofOfWork((proof) =>
    sendTicket({
      ...{ grant_type: brokerGrant, ticket },
      ...(code && { code }),
      ...(create && { create: 'true' }),
      ...(terms && { terms_version: terms }),
      ...(proof && { proof }),
    }),
  )

async function sendTicket(fields: Record<string, string>): Promise<Tokens> {
  const given = await askForTokens(fields)
  const { error, error_description: message = '' } = (given.answer ?? {}) as Failure
  if (error === 'mfa_required') throw new FactorNeeded(given.answer as StepAnswer)
  if (error === 'identity_unlinked' || error === 'identity_changed')
    throw new IdentityUnlinked({ ...(given.answer as FirstSignIn), message })
  return tokensOf(given)
}

/** Sends an SMS code to the phone number that the provider reports. Durations are in seconds. */
export const sendTicketCode = (ticket: string): Promise<{ expiresIn: number; resendAfter: number }> =>
  withProofOfWork(async (proof) => {
    const response = await send('broker', await brokerPath('code'), {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ ticket, ...(proof && { proof }) }),
    })
    const answer = await readJson(response)
    if (!response.ok) throw described(response, answer)
    return answer as { expiresIn: number; resendAfter: number }
  })
