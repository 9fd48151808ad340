import { clientId } from '../../../contract/limits.ts'
import { loadConfig } from '../config.ts'
import { failed, refusal, unreachable } from '../errors.ts'
import { readJson, send } from '../http.ts'
import type { Prove } from './binding.ts'

/** Response of the token endpoint. Lifetimes are in seconds. */
export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in?: number
  /** Set if this sign-in has canceled the pending closure of the account. */
  account_taken_back?: true
  /** Whether the identity of the ticket was linked to the account. */
  identity_linked?: boolean
}

/**
 * Requests new tokens. Returns the raw response, because the caller distinguishes an invalid refresh token
 * (400) from other failures.
 */
export async function requestRefresh(refreshToken: string): Promise<Response> {
  const ask = (prove?: Prove) =>
    form('token', { grant_type: 'refresh_token', refresh_token: refreshToken }, prove)
  const keys = await binding().catch(() => {
    throw failed('token', unreachable())
  })
  return keys ? keys.askBound(ask) : ask()
}

/**
 * Imports the module that manages the DPoP key, which is in a separate chunk. Returns undefined in an
 * insecure context (http, except on localhost), where Web Crypto is not available.
 */
export const binding = async () => (globalThis.isSecureContext ? import('./binding.ts') : undefined)

/**
 * Loads the DPoP module in advance, because its chunk may no longer exist on the server when a token expires
 * after an upgrade.
 */
export const prepareProofs = (): unknown => binding().catch(() => undefined)

/** Ends the session on the server. Rejects if the server does not confirm that the session has ended. */
export async function revoke(refreshToken: string): Promise<void> {
  const response = await form('revoke', { token: refreshToken, token_type_hint: 'refresh_token' })
  if (!response.ok) throw failed('revoke', refusal(response.status, await readJson(response)))
}

/** Posts a form to the token endpoint or the revocation endpoint. */
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

/** Adds the value of the Retry-After header, in seconds, to a response body. */
export function withRetryAfter(answer: unknown, response: Response): unknown {
  const seconds = Number(response.headers.get('retry-after'))
  if (!seconds) return answer
  const code = response.status === 429 ? 'RATE_LIMITED' : undefined
  return { ...(code && { code }), ...(answer as object | undefined), retryAfter: seconds }
}
