import { parseJson } from './calls/json.ts'
import { failed, unreachable } from './errors.ts'
import { currentLocale } from './texts.ts'

/**
 * Calls fetch with the user's language. Converts a network failure to an ApiError, and rethrows an abort.
 * `name` identifies the call in log messages.
 */
export async function send(name: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, headers: { 'accept-language': currentLocale(), ...init.headers } })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw failed(name, unreachable())
  }
}

/**
 * Parses the response body as JSON. Returns undefined if the body is not JSON (such as a proxy's error page)
 * or the connection broke.
 */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return parseJson(await response.text())
  } catch (error) {
    if (error instanceof TypeError) throw failed(new URL(response.url).pathname, unreachable())
    return undefined
  }
}
