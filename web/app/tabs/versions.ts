import { whenForgotten } from '../../lib/storage.ts'
import { makeStore } from '../../store.ts'

/** How often the user has refreshed each page. The keys are paths. */
const versions = makeStore<Readonly<Record<string, number>>>({})
export const useVersions = versions.use

export function renewPage(path: string): void {
  const before = versions.get()
  versions.set({ ...before, [path]: (before[path] ?? 0) + 1 })
}

whenForgotten(() => versions.set({}))
