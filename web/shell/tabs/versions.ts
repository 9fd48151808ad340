import { useSyncExternalStore } from 'react'
import { whenForgotten } from '../../lib/storage.ts'

/** How often each page was made anew by hand. */
let versions: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()

export function renewPage(path: string): void {
  versions = { ...versions, [path]: (versions[path] ?? 0) + 1 }
  for (const listener of listeners) listener()
}

whenForgotten(() => {
  versions = {}
})

export const useVersions = (): Readonly<Record<string, number>> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => versions,
  )
