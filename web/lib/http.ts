import { parseJson } from './calls/json.ts'
import { failed, unreachable } from './errors.ts'
import { currentLocale } from './texts.ts'

/** fetch in the user's language; a network fault becomes an ApiError, an abort stays what it is. `name` is for the log. */
export async function send(name: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, headers: { 'accept-language': currentLocale(), ...init.headers } })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw failed(name, unreachable())
  }
}

/** The JSON of an answer, or undefined where it is none (a proxy's error page). Cut off by the network it is no answer. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return parseJson(await response.text())
  } catch (error) {
    if (error instanceof TypeError) throw failed(new URL(response.url).pathname, unreachable())
    return undefined
  }
}
