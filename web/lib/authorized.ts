import { send } from './http.ts'
import { accessToken, renew } from './session/tokens.ts'

/**
 * Calls fetch with the bearer token. If the server responds with 401, refreshes the token and retries once.
 * `name` identifies the call in log messages. `by` sends the request. Uploads pass a function that also
 * reports the progress.
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
  // The refresh request itself is never retried. If it is rejected with 401, the refresh token is no longer
  // valid.
  if (response.status !== 401 || name === 'refreshToken') return response
  return attempt(await renew(token))
}
