import type { Tokens } from '../../lib/session/api.ts'

/** The message of an opener: the tokens of a sign-in, and the organization to switch to. */
export interface HandedOverLogin {
  tokens: Tokens
  tenantId?: string
  origin: string
}

interface MessageHost {
  opener: Pick<Window, 'postMessage'> | null
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/**
 * Posts a ready message to the opener for each trusted origin. The browser delivers a message only if the
 * opener has that origin. Calls `take` with the first login that the opener posts from a trusted origin.
 * Returns a function that stops listening.
 */
export function awaitLogin(
  origins: readonly string[],
  take: (login: HandedOverLogin) => void,
  host: MessageHost = window,
): () => void {
  const { opener } = host
  const stop = () => host.removeEventListener('message', listen)
  function listen(event: MessageEvent) {
    if (!opener || event.source !== opener || !origins.includes(event.origin)) return
    const login = readLogin(event.data, event.origin)
    if (!login) return
    stop()
    take(login)
  }
  host.addEventListener('message', listen)
  for (const origin of origins) opener?.postMessage({ type: 'reeve:ready' }, origin)
  return stop
}

function readLogin(data: unknown, origin: string): HandedOverLogin | null {
  const { type, access_token, refresh_token, tenantId } = Object(data) as Record<string, unknown>
  if (type !== 'reeve:login' || typeof access_token !== 'string' || typeof refresh_token !== 'string')
    return null
  return {
    tokens: { access_token, refresh_token },
    ...(typeof tenantId === 'string' && { tenantId }),
    origin,
  }
}
