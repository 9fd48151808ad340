import { keyDatabase, localKeys, type Owner, tabKeys } from '../../contract/storage.ts'
import { makeStore } from '../store.ts'

/** Type of a storage key. A key in the table that ends with a dot is a prefix. */
type KeyOf<Keys> = { [Key in keyof Keys]: Key extends `${string}.` ? `${Key}${string}` : Key }[keyof Keys]

/**
 * Browser storage that never throws. If the browser denies access (private windows, embedded views, a full
 * disk), values are stored in memory until the page is closed.
 */
function safeStorage<Keys extends Readonly<Record<string, Owner>>>(keys: Keys, open: () => Storage) {
  type Key = KeyOf<Keys> & string
  const fallback = new Map<Key, string>()
  /** This store contains no value. Setting it rerenders the components that use stored values. */
  const changes = makeStore(null)
  const attempt = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return use(open())
    } catch {
      return otherwise()
    }
  }
  function remove(key: Key): void {
    fallback.delete(key)
    attempt(
      (storage) => storage.removeItem(key),
      () => undefined,
    )
    changes.set(null)
  }
  const get = (key: Key): string | null =>
    attempt(
      (storage) => storage.getItem(key) ?? fallback.get(key) ?? null,
      () => fallback.get(key) ?? null,
    )
  return {
    get,
    /**
     * Hook that returns the same value as `get`, and rerenders the component when this tab stores a value.
     */
    use: (key: Key): string | null => changes.use(() => get(key)),
    set(key: Key, value: string): void {
      attempt(
        (storage) => {
          storage.setItem(key, value)
          fallback.delete(key)
        },
        () => void fallback.set(key, value),
      )
      changes.set(null)
    },
    remove,
    /** Removes all values that belong to the user, except those with the keys in `except`. */
    forgetPerson: (except: readonly string[] = []): void => {
      for (const [key, owner] of Object.entries(keys))
        if (owner === 'person' && !except.includes(key)) remove(key as Key)
    },
  }
}

/** localStorage, which all tabs of this browser share. */
export const stored = safeStorage(localKeys, () => localStorage)
/** sessionStorage, which belongs to this tab only. */
export const tabStored = safeStorage(tabKeys, () => sessionStorage)

/** Deletes this browser's DPoP key, which ends the sessions bound to the key. Never rejects. */
export const forgetKey = (): Promise<void> =>
  new Promise((resolve) => {
    // If another tab is using the database, the browser deletes the database later, so the caller waits for
    // at most one second. If the browser has no IndexedDB, there is no key to delete.
    setTimeout(resolve, 1_000)
    try {
      const deleting = indexedDB.deleteDatabase(keyDatabase.name)
      deleting.onsuccess = () => resolve()
      deleting.onerror = () => resolve()
    } catch {
      resolve()
    }
  })

const listeners: (() => void)[] = []

/**
 * Registers a listener that removes the user's data from memory. It is called when the user's data is removed
 * from this tab.
 */
export const whenForgotten = (forget: () => void): void => void listeners.push(forget)

/** Removes the user's data from this tab, in storage and in memory. */
export function forgetInTab(): void {
  tabStored.forgetPerson()
  for (const forget of listeners) forget()
}
