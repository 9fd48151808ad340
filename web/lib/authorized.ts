import { send } from './http.ts'
import { accessToken, renew } from './session/tokens.ts'

/**
 * Calls fetch with the bearer token. After a 401, refreshes the token and retries once. `name` is used in log
 * messages; `by` replaces fetch.
 */
export async function sendAuthorized(
  name: string,
  url: string,
  init: RequestInit,
  by: typeof send = send,
): Promise<Response> {
  const attempt = (token: string | null) =>
    by(name, url, { ...init, headers: { ...init.headers, authorization: token ? `Bearer ${token}` : '' } })
  const token = accessToken()
  const response = await attempt(token)
  // The refresh itself is never retried, because a 401 then means that the refresh token is no longer valid.
  if (response.status !== 401 || name === 'refreshToken') return response
  return attempt(await renew(token))
}
