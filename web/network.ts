import { type ComponentType, lazy, useSyncExternalStore } from 'react'

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

/**
 * A part of a page that is loaded when it is first shown. Its code is not asked for without a network, but once there is
 * one: what has failed to load, the document does not ask for again.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    if (isOffline()) {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    }
    return { default: await load() }
  })

/** A part that did not load comes with a new document. Where the server is still away, this one stays. */
export async function startAnew(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => undefined)
  if (answer?.ok) window.location.reload()
}
