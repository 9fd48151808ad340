import type { IncomingHttpHeaders } from 'node:http'
import { clientId } from '../../contract/limits.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database } from '../db/open.ts'
import { browserSessionCookie } from '../sessions/browser.ts'
import type { Guard } from '../sessions/guard.ts'
import { browserCookie } from '../sessions/known-browsers.ts'
import type { OpenSession } from '../sessions/store.ts'
import { invalidRequest, OAuthError, sessionOver } from './errors.ts'
import type { Form } from './form.ts'
import { signInWithCode, signInWithPassword, type TakeBack } from './sign-in.ts'
import type { TokenResponse } from './tokens.ts'

interface Parts {
  db: Database
  guard: Guard
  takeBack: TakeBack
  /** Where the console is reached, and whether over TLS. */
  origin: () => string
  secure: () => boolean
  issue: (session: OpenSession) => Promise<TokenResponse>
  refresh: (
    refreshToken: string,
    request: RequestInfo,
  ) => Promise<{ session: OpenSession; tokens: TokenResponse } | null>
}

interface Call {
  form: Form
  headers: IncomingHttpHeaders
  request: RequestInfo
}

interface Answer {
  tokens: TokenResponse
  /** `Set-Cookie` values. */
  cookies: string[]
}

/** The two grants of the console: a password or a code, and a refresh token. null: a call of another client. */
export async function answerGrant(parts: Parts, call: Call): Promise<Answer | null> {
  const { form, headers } = call
  if (form.params.get('client_id') !== clientId || headers.authorization) return null
  const grant = form.get('grant_type')
  if (grant === 'password') return signIn(parts, call)
  if (grant === 'refresh_token') return refresh(parts, call)
  throw grant
    ? new OAuthError(400, 'unauthorized_client', 'not a grant of this client')
    : invalidRequest("missing required parameter 'grant_type'")
}

async function signIn(parts: Parts, call: Call): Promise<Answer> {
  const { form, request } = call
  const [username, password] = [form.get('username'), form.get('password')]
  const [mobilePhone, code] = [form.get('mobilePhone'), form.get('mobilePhoneCode')]
  if (!(username && password) && !(mobilePhone && code))
    throw invalidRequest("'username' and 'password' or 'mobilePhone' and 'mobilePhoneCode' are needed")
  const session =
    username && password
      ? await signInWithPassword(parts, { username, password }, request)
      : await signInWithCode(parts, { mobilePhone: mobilePhone!, code: code! }, request)
  const tokens = await parts.issue(session)
  return {
    tokens: session.takenBack ? { ...tokens, account_taken_back: true } : tokens,
    cookies: [browserCookie(session.browserToken, parts.secure()), ...sessionCookies(parts, call, session)],
  }
}

async function refresh(parts: Parts, call: Call): Promise<Answer> {
  const { form, request } = call
  const refreshed = await parts.refresh(form.required('refresh_token'), request)
  if (!refreshed) throw sessionOver(request.locale)
  return { tokens: refreshed.tokens, cookies: sessionCookies(parts, call, refreshed.session) }
}

/**
 * The console's own pages alone open the browser's session: a form on another's, sent with that other's password, would
 * sign people in as somebody else.
 */
const sessionCookies = ({ origin, secure }: Parts, { headers }: Call, session: OpenSession): string[] =>
  headers.origin === origin() ? [browserSessionCookie(session, secure())] : []
