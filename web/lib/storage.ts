/**
 * Browser storage that never throws: where the browser refuses it (private windows, embedded views, a full disk)
 * values live as long as the page.
 */
function safeStorage(open: () => Storage) {
  const kept = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return use(open())
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key: string): string | null =>
      attempt(
        (storage) => storage.getItem(key) ?? kept.get(key) ?? null,
        () => kept.get(key) ?? null,
      ),
    set: (key: string, value: string): void =>
      attempt(
        (storage) => {
          storage.setItem(key, value)
          kept.delete(key)
        },
        () => void kept.set(key, value),
      ),
    remove: (key: string): void => {
      kept.delete(key)
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      )
    },
  }
}

/** Shared by the tabs of this browser. */
export const stored = safeStorage(() => localStorage)
/** This tab's own. */
export const tabStored = safeStorage(() => sessionStorage)
