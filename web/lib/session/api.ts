import { clientId } from '../../../contract/limits.ts'
import { loadConfig } from '../config.ts'
import { ApiError, failed, refusal, unreachable } from '../errors.ts'
import { readJson, send } from '../http.ts'
import { texts } from '../texts.ts'
import { words } from '../words.ts'

/** What the token endpoint answers; lifetimes in seconds. */
export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in?: number
  /** This sign-in took back that the account is being closed. */
  account_taken_back?: true
}

/** One of the plain calls: /RegisterCode, /CheckLoginId, /Register, /ResetPassword. Rejects with an ApiError. */
export async function post<T = void>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(path, path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  const answer = response.status === 204 ? undefined : await readJson(response)
  if (!response.ok) throw failed(path, refusal(response.status, withRetryAfter(answer, response)))
  return answer as T
}

/** User name or phone, and password. */
export const passwordSignIn = (username: string, password: string) =>
  signIn({ grant_type: 'password', username, password })

/** Phone and the verification code sent to it. */
export const codeSignIn = (mobilePhone: string, mobilePhoneCode: string) =>
  signIn({ grant_type: 'password', mobilePhone, mobilePhoneCode })

/** The raw answer: the caller distinguishes a dead token (400) from a fault. */
export const requestRefresh = (refreshToken: string) =>
  form('token', { grant_type: 'refresh_token', refresh_token: refreshToken })

/** Ends the session on the server. Rejects where that is not certain. */
export async function revoke(refreshToken: string): Promise<void> {
  const response = await form('revoke', { token: refreshToken, token_type_hint: 'refresh_token' })
  if (!response.ok) throw failed('revoke', refusal(response.status, await readJson(response)))
}

async function signIn(fields: Record<string, string>): Promise<Tokens> {
  const response = await form('token', fields)
  const answer = await readJson(response)
  if (response.ok) return answer as Tokens
  // A wrong password and an unknown account are one message, the specification's.
  if (response.status === 400 || response.status === 401) {
    throw new ApiError('BAD_INPUT', texts(words)('loginFailed'), { status: response.status })
  }
  throw failed('token', refusal(response.status, withRetryAfter(answer, response)))
}

async function form(endpoint: 'token' | 'revoke', fields: Record<string, string>): Promise<Response> {
  const { realm } = await loadConfig().catch(() => {
    throw failed('/config.json', unreachable())
  })
  return send(endpoint, `/realms/${realm}/protocol/openid-connect/${endpoint}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
  })
}

/** The answer with the seconds to wait, which outside GraphQL are in a header. */
export function withRetryAfter(answer: unknown, response: Response): unknown {
  const seconds = Number(response.headers.get('retry-after'))
  if (!seconds) return answer
  const code = response.status === 429 ? 'RATE_LIMITED' : undefined
  return { ...(code && { code }), ...(answer as object | undefined), retryAfter: seconds }
}
