import type { IncomingHttpHeaders } from 'node:http'
import { brokerGrant } from '../../contract/identity-sources.ts'
import { clientId, limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import type { RequestInfo } from '../core/request.ts'
import { factorNames, isFactorName } from '../factors/check.ts'
import { browserSessionCookie } from '../sessions/browser.ts'
import { browserCookie } from '../sessions/known-browsers.ts'
import type { RefusedToken } from '../sessions/rotation.ts'
import type { OpenSession } from '../sessions/store.ts'
import { readCookie } from './broker/cookies.ts'
import { completeBrokerSignIn } from './broker/grant.ts'
import { linkTicket } from './broker/link.ts'
import type { BrokerSignInDependencies } from './broker/sign-in.ts'
import { invalidRequest, keyProofMissing, OAuthError, sessionEnded } from './errors.ts'
import { beginPasskeySignIn, signInWithFactor } from './factor-step.ts'
import type { Form } from './form.ts'
import type { SignedIn } from './open-session.ts'
import { nonceHeader, type VerifiedKey } from './proofs/sign-in.ts'
import { signInWithCode, signInWithPassword } from './sign-in.ts'
import type { TokenResponse } from './tokens.ts'

/**
 * Stores the version of the terms that a user accepts while signing in. Versions other than the current
 * version are ignored.
 */
export type StoreAgreement = (agreement: {
  accountId: string
  version: string
  ip: string | null
}) => Promise<void>

interface Dependencies extends BrokerSignInDependencies {
  /** `origin` returns the origin of the console, and `secure` whether the console uses TLS. */
  origin: () => string
  secure: () => boolean
  storeAgreement: StoreAgreement
  issue: (session: SignedIn) => Promise<TokenResponse>
  refresh: (
    refreshToken: string,
    jkt: string | null,
    request: RequestInfo,
  ) => Promise<{ session: OpenSession; tokens: TokenResponse } | RefusedToken>
  /** Returns the key whose possession a `DPoP` header proves, or null if the header is missing. */
  readKeyProof: (header: string | undefined) => Promise<VerifiedKey | null>
}

interface Call {
  form: Form
  headers: IncomingHttpHeaders
  request: RequestInfo
}

/** A token request of the console, with the thumbprint of the key whose possession the request proved. */
interface ConsoleCall extends Call {
  jkt: string | null
}

interface GrantResponse {
  tokens: TokenResponse
  /** Values of the `Set-Cookie` headers. */
  cookies: string[]
  headers: Record<string, string>
}

/** Grant type that continues a sign-in after `mfa_required`. */
export const factorGrant = 'urn:reeve:mfa'

/**
 * Handles the console's grants: password or code, second factor, and refresh token. Returns null for requests
 * of other clients.
 */
export async function handleGrant(deps: Dependencies, call: Call): Promise<GrantResponse | null> {
  const { form, headers } = call
  if (form.params.get('client_id') !== clientId || headers.authorization) return null
  const handler = grants.get(form.get('grant_type'))
  if (!handler)
    throw form.get('grant_type')
      ? new OAuthError(400, 'unauthorized_client', 'this client cannot use this grant type')
      : invalidRequest("missing required parameter 'grant_type'")
  // Check the proof before counting attempts or using up codes. A client that needs a nonce repeats the whole
  // request, which must not cost it an attempt or a code.
  const key = await deps.readKeyProof(headers.dpop as string | undefined)
  return {
    ...(await handler(deps, { ...call, jkt: key?.jkt ?? null })),
    headers: key ? nonceHeader(key.nonce) : {},
  }
}

type GrantResult = Omit<GrantResponse, 'headers'>

const grants = new Map<string | undefined, (deps: Dependencies, call: ConsoleCall) => Promise<GrantResult>>([
  ['password', signIn],
  [factorGrant, continueWithFactor],
  [brokerGrant, signInWithIdentity],
  ['refresh_token', refresh],
])

async function signIn(deps: Dependencies, call: ConsoleCall): Promise<GrantResult> {
  const { form, request, jkt } = call
  const [username, password] = [form.get('username'), form.get('password')]
  const proof = workProofOf(form)
  const [mobilePhone, code] = [form.get('mobilePhone'), form.get('mobilePhoneCode')]
  if (!(username && password) && !(mobilePhone && code))
    throw invalidRequest("'username' and 'password' or 'mobilePhone' and 'mobilePhoneCode' are required")
  const session =
    username && password
      ? await signInWithPassword(deps, { username, password, proof, jkt }, request)
      : await signInWithCode(
          deps,
          { mobilePhone: required(mobilePhone, 'mobilePhone'), code: required(code, 'code'), proof, jkt },
          request,
        )
  return respondWithSession(deps, call, session)
}

async function continueWithFactor(deps: Dependencies, call: ConsoleCall): Promise<GrantResult> {
  const { form, request, jkt } = call
  const token = form.get('mfa_token')
  if (!token) return beginPasskeySignIn(deps, jkt, request)
  const [factor, code] = [form.required('factor'), form.required('code')]
  if (!isFactorName(factor)) throw invalidRequest(`'factor' must be one of ${factorNames.join(', ')}`)
  return respondWithSession(
    deps,
    call,
    await signInWithFactor(deps, { token, factor, code, proof: workProofOf(form), jkt }, request),
  )
}

async function signInWithIdentity(deps: Dependencies, call: ConsoleCall): Promise<GrantResult> {
  const { form, request, jkt } = call
  const ticket = form.required('ticket')
  const { session, created, links } = await completeBrokerSignIn(deps, {
    ...{ ticket, cookie: brokerCookieOf(deps, call, ticket), jkt, request },
    ...{ code: form.get('code'), create: form.get('create') === 'true', proof: workProofOf(form) },
  })
  const response = await respondWithSession(deps, call, session, links ? ticket : null)
  return created ? { ...response, tokens: { ...response.tokens, new_account: true } } : response
}

const brokerCookieOf = ({ secure }: Dependencies, { headers }: Call, ticket: string) =>
  readCookie(headers.cookie, ticket, secure())

function workProofOf(form: Form): string | undefined {
  const proof = form.get('proof')
  if (proof && proof.length > limits.proofOfWork.answer) throw invalidRequest("'proof' is too long")
  return proof
}

/** `ticket`: its identity is linked to the account that signs in. */
async function respondWithSession(
  deps: Dependencies,
  call: Call,
  session: SignedIn,
  ticket: string | null = call.form.get('broker_ticket') ?? null,
): Promise<GrantResult> {
  const version = call.form.get('terms_version')
  // The agreement is stored after the transaction of the sign-in. If the server crashes in between, the
  // console asks the user again.
  if (version) await deps.storeAgreement({ accountId: session.accountId, version, ip: call.request.ip })
  const { accountId } = session
  const linked =
    ticket === null
      ? undefined
      : await linkTicket(deps, {
          ...{ ticket, cookie: brokerCookieOf(deps, call, ticket), request: call.request, accountId },
        })
  const tokens = await deps.issue(session)
  return {
    tokens: {
      ...tokens,
      ...(session.closureCanceled && { account_taken_back: true }),
      ...(linked !== undefined && { identity_linked: linked }),
    },
    cookies: [browserCookie(session.browserToken, deps.secure()), ...sessionCookies(deps, call, session)],
  }
}

async function refresh(deps: Dependencies, call: ConsoleCall): Promise<GrantResult> {
  const { form, request, jkt } = call
  const refreshed = await deps.refresh(form.required('refresh_token'), jkt, request)
  if (refreshed === 'unproven' && !jkt) throw keyProofMissing()
  if (typeof refreshed === 'string') throw sessionEnded(request.locale)
  if ('endReason' in refreshed) throw sessionEnded(request.locale, { session_end: refreshed.endReason })
  return { tokens: refreshed.tokens, cookies: sessionCookies(deps, call, refreshed.session) }
}

/**
 * Returns the session cookie only to pages of the console. Otherwise a form on another site could sign people
 * in to an attacker's account.
 */
const sessionCookies = (
  { origin, secure }: Dependencies,
  { headers }: Call,
  session: OpenSession,
): string[] => (headers.origin === origin() ? [browserSessionCookie(session, secure())] : [])
