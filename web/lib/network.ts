import { useSyncExternalStore } from 'react'

/** What the browser knows: a network that leads nowhere counts as one. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false

export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Code is not asked for without a network: what has once failed to load, the document does not ask for again. */
export function whenOnline(): Promise<void> {
  if (!isOffline()) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

/** A part that did not load comes with a new document. Where the server is still away, this one stays. */
export async function startAnew(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => undefined)
  if (answer?.ok) window.location.reload()
}
