import { loadConfig } from './config.ts'
import { failed, refusal, unreachable } from './errors.ts'
import { readJson, send } from './http.ts'

/** What somebody who signs in to an application is asked next. */
export interface Continuation {
  step: 'login' | 'organization' | 'consent'
  application: { name: string; firstParty: boolean }
  /** The host that one returns to. */
  returnsTo: string | null
  /** Who is signed in in this browser. */
  account: SignedIn | null
  /** They have to prove anew who they are. */
  again: boolean
  loginHint: string | null
  organizations?: Choice[]
  scopes?: string[]
  /** Those that were allowed before. */
  allowed?: string[]
}

export interface SignedIn {
  id: string
  name: string
  username: string | null
  mobilePhone: string | null
  email: string | null
  passwordChangeRequired: boolean
}

export interface Choice {
  id: string
  name: string
  personal: boolean
  /** The application is for its members. */
  usable: boolean
}

export type Answer =
  | { step: 'login' | 'consent' | 'decline' }
  | { step: 'organization'; tenantId: string; remember: boolean }

/** The path of a sign-in that goes on at this page: its one parameter; null for any other path. */
export const continuationAt = (path: unknown): string | null =>
  (typeof path === 'string' && /^\/continue\/([\w-]{20,64})$/.exec(path)?.[1]) || null

/** Where the code from a device's screen is entered. */
export const devicePage = '/device'

/** null: the sign-in has ended, or began in another browser. Rejects with an ApiError on any fault. */
export async function readContinuation(uid: string): Promise<Continuation | null> {
  const response = await callRealm(`interaction/${uid}/details`, {})
  return response && ((await response.json()) as Continuation)
}

/** Where to go on; null as above. */
export async function answerContinuation(uid: string, answer: Answer): Promise<string | null> {
  return (await tellRealm<{ next: string }>(`interaction/${uid}`, answer))?.next ?? null
}

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
  throw failed('a page of a sign-in', refusal(response.status, retryAfter ? { retryAfter } : {}))
}
