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
  account: {
    id: string
    name: string
    username: string | null
    mobilePhone: string | null
    email: string | null
    passwordChangeRequired: boolean
  } | null
  /** They have to prove anew who they are. */
  again: boolean
  loginHint: string | null
  organizations?: Choice[]
  scopes?: string[]
  /** Those that were allowed before. */
  allowed?: string[]
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

/** null: the sign-in has ended, or began in another browser. Rejects with an ApiError on any fault. */
export async function readContinuation(uid: string): Promise<Continuation | null> {
  const response = await call(`${uid}/details`, {})
  return response && ((await response.json()) as Continuation)
}

/** Where to go on; null as above. */
export async function answerContinuation(uid: string, answer: Answer): Promise<string | null> {
  const response = await call(uid, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  return response && ((await response.json()) as { next: string }).next
}

async function call(path: string, init: RequestInit): Promise<Response | null> {
  const { realm } = await loadConfig().catch(() => {
    throw failed('/config.json', unreachable())
  })
  const response = await send('interaction', `/realms/${realm}/interaction/${path}`, init)
  if (response.ok) return response
  if (response.status === 404) return null
  throw failed('interaction', refusal(response.status, await readJson(response)))
}
