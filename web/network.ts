import { type ComponentType, lazy, useSyncExternalStore } from 'react'

/**
 * Whether the browser reports that there is no network. A network without internet access counts as online.
 */
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
 * Loads a component when it is first shown. Waits while offline, because a browser does not retry a failed
 * import() within the same document.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    if (isOffline()) {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    }
    return { default: await load() }
  })

/**
 * Reloads the document, so that a chunk that failed to load is requested again. Does nothing if the server
 * cannot be reached.
 */
export async function reloadDocument(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => undefined)
  if (answer?.ok) window.location.reload()
}
