import { send } from './http.ts'
import { accessToken, renew } from './session/tokens.ts'

/**
 * fetch with the bearer; a 401 is answered by one refresh and one repetition. `name` is for the log, `by` what sends in the
 * place of fetch.
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
  // The refresh itself is never repeated: its 401 means that the refresh token is dead.
  if (response.status !== 401 || name === 'refreshToken') return response
  return attempt(await renew(token))
}
