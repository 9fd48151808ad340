import { whenForgotten } from '../../lib/storage.ts'
import { makeStore } from '../../store.ts'

/**
 * Number of calls to renewPage() for each path. The number is part of the page's React key, so each call
 * remounts the page.
 */
const versions = makeStore<Readonly<Record<string, number>>>({})
export const useVersions = versions.use

export function renewPage(path: string): void {
  const before = versions.get()
  versions.set({ ...before, [path]: (before[path] ?? 0) + 1 })
}

whenForgotten(() => versions.set({}))
