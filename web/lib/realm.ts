import { loadConfig } from './config.ts'
import type { Answer, Continuation } from './continuation.ts'
import { failed, refusal, unreachable } from './errors.ts'
import { readJson, send } from './http.ts'
import { suggestLocale } from './texts.ts'

// What the pages of a sign-in ask and answer.

/** null: the sign-in has ended, or began in another browser. Rejects with an ApiError on any fault. */
export async function readContinuation(uid: string): Promise<Continuation | null> {
  const response = await callRealm(`interaction/${uid}/details`, {})
  const continuation = response && ((await response.json()) as Continuation)
  // Without its words the page stays as it is.
  if (continuation?.uiLocales) await suggestLocale(continuation.uiLocales).catch(() => undefined)
  return continuation
}

/** Where to go on; null as above. */
export async function answerContinuation(uid: string, answer: Answer): Promise<string | null> {
  return (await tellRealm<{ next: string }>(`interaction/${uid}`, answer))?.next ?? null
}

/** Ends the session of this browser; where to go on. `asked` as it came with the page's address. */
export const confirmSignOut = async (asked: Record<string, string>): Promise<string> =>
  (await tellRealm<{ next: string }>('sign-out', asked))?.next ?? '/'

const asJson = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** What a page of a sign-in sends; null where that has ended. Rejects with an ApiError, 401 where nobody is signed in. */
export async function tellRealm<Answer>(path: string, body: object): Promise<Answer | null> {
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
