import { limits } from '../../../contract/limits.ts'
import { findByClaim } from '../../accounts/store.ts'
import { OAuthError } from '../errors.ts'
import type { SignedIn } from '../open-session.ts'
import { checkSmsCode, signInWithCode } from '../sign-in.ts'
import { identityRefused, signInOver } from './errors.ts'
import {
  type BrokerSignInDependencies,
  readTicket,
  signInWithNewAccount,
  signInWithTicket,
  type TicketCall,
  waysOf,
} from './sign-in.ts'
import { countWrongCode } from './store.ts'

export interface BrokerGrant extends TicketCall {
  /** SMS code that was sent to the phone number from the provider. */
  code: string | undefined
  create: boolean
  /** Proof of work. */
  proof: string | undefined
}

/** A session, and the values that the token response also contains. */
export interface BrokerSession {
  session: SignedIn
  created: boolean
  /** Whether the identity of the ticket must still be linked to the account. */
  links: boolean
}

/** Completes a sign-in at a provider: with a linked identity, an SMS code, or a new account. */
export async function completeBrokerSignIn(
  deps: BrokerSignInDependencies,
  { code, create, proof, ...call }: BrokerGrant,
): Promise<BrokerSession> {
  if (code !== undefined)
    return { session: await signInWithPhone(deps, { code, proof, ...call }), created: false, links: true }
  if (create) return { session: await signInWithNewAccount(deps, call), created: true, links: false }
  return { session: await signInWithTicket(deps, call), created: false, links: false }
}

/**
 * Verifies an SMS code and signs in to the account with the phone number that the provider reports. Without
 * the code, the provider's phone number is not sufficient.
 */
async function signInWithPhone(
  deps: BrokerSignInDependencies,
  { code, proof, ...call }: TicketCall & { code: string; proof: string | undefined },
): Promise<SignedIn> {
  const { request, jkt } = call
  const phone = await phoneOf(deps, call)
  if (code.length > limits.code.digits * 4) throw identityRefused('code.wrong', request.locale)
  const { row } = await readTicket(deps.db.query, call)
  try {
    return await signInWithCode(deps, { mobilePhone: phone, code, proof, jkt }, request)
  } catch (error) {
    if (!(error instanceof OAuthError) || error.message !== 'invalid_grant') throw error
    await countWrongCode(deps.db.query, row.id)
    // Only the person who has the phone may learn that no account uses its number.
    const owner = await findByClaim(deps.db.query, 'mobile_phone', phone)
    const isUnknown = !owner && (await checkSmsCode(deps.db, phone, code)) !== null
    throw identityRefused(isUnknown ? 'identity.phoneUnknown' : 'code.wrong', request.locale)
  }
}

/** Returns the phone number that can complete the sign-in. Throws `expired_token` or `invalid_grant`. */
export async function phoneOf(
  deps: BrokerSignInDependencies,
  call: Pick<TicketCall, 'ticket' | 'cookie' | 'request'>,
): Promise<string> {
  const open = await readTicket(deps.db.query, call)
  const ways = await waysOf(deps.db.query, open)
  if (!open.identity.phone || !ways.includes('phone')) throw signInOver(call.request.locale)
  return open.identity.phone
}
