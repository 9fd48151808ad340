import { clientId } from '../../../contract/limits.ts'
import { loadConfig } from '../config.ts'
import { failed, refusal, unreachable } from '../errors.ts'
import { readJson, send } from '../http.ts'
import type { Prove } from './binding.ts'

/** What the token endpoint answers; lifetimes in seconds. */
export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in?: number
  /** This sign-in took back that the account is being closed. */
  account_taken_back?: true
}

/** The raw answer: the caller distinguishes a dead token (400) from a fault. */
export async function requestRefresh(refreshToken: string): Promise<Response> {
  const ask = (prove?: Prove) =>
    form('token', { grant_type: 'refresh_token', refresh_token: refreshToken }, prove)
  const keys = await binding().catch(() => {
    throw failed('token', unreachable())
  })
  return keys ? keys.askBound(ask) : ask()
}

/**
 * The key of this browser: fetched apart from what a page needs to be shown. undefined where browsers have none: by plain
 * http, but for localhost.
 */
export const binding = async () => (globalThis.isSecureContext ? import('./binding.ts') : undefined)

/** In good time: another version of the console, which may be there once a token has run out, has other files. */
export const prepareProofs = (): unknown => binding().catch(() => undefined)

/** Ends the session on the server. Rejects where that is not certain. */
export async function revoke(refreshToken: string): Promise<void> {
  const response = await form('revoke', { token: refreshToken, token_type_hint: 'refresh_token' })
  if (!response.ok) throw failed('revoke', refusal(response.status, await readJson(response)))
}

/** A call of the token endpoint or of that which ends sessions. */
export async function form(
  endpoint: 'token' | 'revoke',
  fields: Record<string, string>,
  prove?: Prove,
): Promise<Response> {
  const { realm } = await loadConfig().catch(() => {
    throw failed('/config.json', unreachable())
  })
  const path = `/realms/${realm}/protocol/openid-connect/${endpoint}`
  return send(endpoint, path, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(await prove?.(path)),
    },
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
