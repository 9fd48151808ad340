import { loadConfig } from './config.ts'
import type { Answer, Continuation } from './continuation.ts'
import { failed, refusal, unreachable } from './errors.ts'
import { readJson, send } from './http.ts'
import { suggestLocale } from './texts.ts'

/**
 * Returns the state of a sign-in to an application. Returns null if the sign-in has ended or belongs to
 * another browser. Rejects with an ApiError if the call fails.
 */
export async function readContinuation(uid: string): Promise<Continuation | null> {
  const response = await callRealm(`interaction/${uid}/details`, {})
  const continuation = response && ((await response.json()) as Continuation)
  // If the texts of the suggested language cannot be loaded, the page stays in the current language.
  if (continuation?.uiLocales) await suggestLocale(continuation.uiLocales).catch(() => undefined)
  return continuation
}

/** Submits the user's input on a sign-in page. Returns the next URL, or null if the sign-in has ended. */
export async function answerContinuation(uid: string, answer: Answer): Promise<string | null> {
  return (await postToRealm<{ next: string }>(`interaction/${uid}`, answer))?.next ?? null
}

/**
 * Ends this browser's session and returns the next URL. `params` are the query parameters of the sign-out
 * page.
 */
export const confirmSignOut = async (params: Record<string, string>): Promise<string> =>
  (await postToRealm<{ next: string }>('sign-out', params))?.next ?? '/'

const asJson = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/**
 * Posts to an endpoint of the realm. Returns null if the sign-in has ended. Rejects with an ApiError, whose
 * status is 401 if no user is signed in.
 */
export async function postToRealm<Answer>(path: string, body: object): Promise<Answer | null> {
  const response = await callRealm(path, asJson(body))
  return response && ((await response.json()) as Answer)
}

async function callRealm(path: string, init: RequestInit): Promise<Response | null> {
  const { realm } = await loadConfig().catch(() => {
    throw failed('/config.json', unreachable())
  })
  const response = await send(path, `/realms/${realm}/${path}`, init)
  if (response.ok) return response
  if (response.status === 404) return null
  await readJson(response)
  const retryAfter = Number(response.headers.get('retry-after') ?? 0)
  throw failed(path, refusal(response.status, retryAfter ? { retryAfter } : {}))
}
