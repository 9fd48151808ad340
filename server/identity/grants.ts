import type { IncomingHttpHeaders } from 'node:http'
import { clientId, limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import type { RequestInfo } from '../core/request.ts'
import { factorNames, isFactorName } from '../factors/check.ts'
import { browserSessionCookie } from '../sessions/browser.ts'
import { browserCookie } from '../sessions/known-browsers.ts'
import type { RefusedToken } from '../sessions/rotation.ts'
import type { OpenSession } from '../sessions/store.ts'
import { invalidRequest, keyMissing, OAuthError, sessionOver } from './errors.ts'
import { beginWithPasskey, signInWithFactor } from './factor-step.ts'
import type { Form } from './form.ts'
import type { SignedIn, SignInParts } from './opening.ts'
import { nonceHeader, type ProvenKey } from './proofs/sign-in.ts'
import { signInWithCode, signInWithPassword } from './sign-in.ts'
import type { TokenResponse } from './tokens.ts'

/** That somebody agrees, as they sign in, to a version of the terms; another than the present one is passed over. */
export type KeepAgreement = (given: {
  accountId: string
  version: string
  ip: string | null
}) => Promise<void>

interface Parts extends SignInParts {
  /** Where the console is reached, and whether over TLS. */
  origin: () => string
  secure: () => boolean
  keepAgreement: KeepAgreement
  issue: (session: SignedIn) => Promise<TokenResponse>
  refresh: (
    refreshToken: string,
    jkt: string | null,
    request: RequestInfo,
  ) => Promise<{ session: OpenSession; tokens: TokenResponse } | RefusedToken>
  /** The key of the proof in a `DPoP` header; null without one. */
  proven: (header: string | undefined) => Promise<ProvenKey | null>
}

interface Call {
  form: Form
  headers: IncomingHttpHeaders
  request: RequestInfo
}

/** One by the console's client, with the thumbprint of the key that it has shown. */
interface OwnCall extends Call {
  jkt: string | null
}

interface Answer {
  tokens: TokenResponse
  /** `Set-Cookie` values. */
  cookies: string[]
  headers: Record<string, string>
}

/** How a sign-in goes on that answered `mfa_required`. */
export const factorGrant = 'urn:reeve:mfa'

/** The grants of the console: a password or a code, the second factor after it, a refresh token. null: a call of another client. */
export async function answerGrant(parts: Parts, call: Call): Promise<Answer | null> {
  const { form, headers } = call
  if (form.params.get('client_id') !== clientId || headers.authorization) return null
  const answer = grants.get(form.get('grant_type'))
  if (!answer)
    throw form.get('grant_type')
      ? new OAuthError(400, 'unauthorized_client', 'not a grant of this client')
      : invalidRequest("missing required parameter 'grant_type'")
  // Before anything is counted or spent: who is asked for a nonce repeats the whole call.
  const key = await parts.proven(headers.dpop as string | undefined)
  return {
    ...(await answer(parts, { ...call, jkt: key?.jkt ?? null })),
    headers: key ? nonceHeader(key.nonce) : {},
  }
}

type Granted = Omit<Answer, 'headers'>

const grants = new Map<string | undefined, (parts: Parts, call: OwnCall) => Promise<Granted>>([
  ['password', signIn],
  [factorGrant, goOn],
  ['refresh_token', refresh],
])

async function signIn(parts: Parts, call: OwnCall): Promise<Granted> {
  const { form, request, jkt } = call
  const [username, password] = [form.get('username'), form.get('password')]
  const proof = proofOf(form)
  const [mobilePhone, code] = [form.get('mobilePhone'), form.get('mobilePhoneCode')]
  if (!(username && password) && !(mobilePhone && code))
    throw invalidRequest("'username' and 'password' or 'mobilePhone' and 'mobilePhoneCode' are needed")
  const session =
    username && password
      ? await signInWithPassword(parts, { username, password, proof, jkt }, request)
      : await signInWithCode(
          parts,
          { mobilePhone: required(mobilePhone, 'mobilePhone'), code: required(code, 'code'), proof, jkt },
          request,
        )
  return opened(parts, call, session)
}

async function goOn(parts: Parts, call: OwnCall): Promise<Granted> {
  const { form, request, jkt } = call
  const token = form.get('mfa_token')
  if (!token) return beginWithPasskey(parts, jkt, request)
  const [factor, code] = [form.required('factor'), form.required('code')]
  if (!isFactorName(factor)) throw invalidRequest(`'factor' is one of ${factorNames.join(', ')}`)
  return opened(
    parts,
    call,
    await signInWithFactor(parts, { token, factor, code, proof: proofOf(form), jkt }, request),
  )
}

/** Of work, where the call was refused without it. */
function proofOf(form: Form): string | undefined {
  const proof = form.get('proof')
  if (proof && proof.length > limits.proofOfWork.answer) throw invalidRequest("'proof' is too long")
  return proof
}

async function opened(parts: Parts, call: Call, session: SignedIn): Promise<Granted> {
  const version = call.form.get('terms_version')
  // Beside the sign-in, which stands without it: where it is lost the console asks again.
  if (version) await parts.keepAgreement({ accountId: session.accountId, version, ip: call.request.ip })
  const tokens = await parts.issue(session)
  return {
    tokens: session.takenBack ? { ...tokens, account_taken_back: true } : tokens,
    cookies: [browserCookie(session.browserToken, parts.secure()), ...sessionCookies(parts, call, session)],
  }
}

async function refresh(parts: Parts, call: OwnCall): Promise<Granted> {
  const { form, request, jkt } = call
  const refreshed = await parts.refresh(form.required('refresh_token'), jkt, request)
  if (refreshed === 'unproven' && !jkt) throw keyMissing()
  if (typeof refreshed === 'string') throw sessionOver(request.locale)
  if ('endReason' in refreshed) throw sessionOver(request.locale, { session_end: refreshed.endReason })
  return { tokens: refreshed.tokens, cookies: sessionCookies(parts, call, refreshed.session) }
}

/**
 * The console's own pages alone open the browser's session: a form on another's, sent with that other's password, would
 * sign people in as somebody else.
 */
const sessionCookies = ({ origin, secure }: Parts, { headers }: Call, session: OpenSession): string[] =>
  headers.origin === origin() ? [browserSessionCookie(session, secure())] : []
