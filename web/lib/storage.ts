import { keyDatabase, localKeys, type Owner, tabKeys } from '../../contract/storage.ts'
import { makeStore } from '../store.ts'

/** The keys of a table. A key that ends with a dot is a prefix. */
type KeyOf<Keys> = { [Key in keyof Keys]: Key extends `${string}.` ? `${Key}${string}` : Key }[keyof Keys]

/**
 * Browser storage that never throws. If the browser refuses it (private windows, embedded views, a full
 * disk), values live as long as the page.
 */
function safeStorage<Keys extends Readonly<Record<string, Owner>>>(keys: Keys, open: () => Storage) {
  type Key = KeyOf<Keys> & string
  const fallback = new Map<Key, string>()
  /** Carries no value. It only rerenders components that show stored values. */
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
    /** Like `get` in a component, which updates when this tab stores a value. */
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
    /** Removes everything that belongs to a person. */
    forgetPerson: (except: readonly string[] = []): void => {
      for (const [key, owner] of Object.entries(keys))
        if (owner === 'person' && !except.includes(key)) remove(key as Key)
    },
  }
}

/** Shared by all tabs of this browser. */
export const stored = safeStorage(localKeys, () => localStorage)
/** Storage that belongs to this tab only. */
export const tabStored = safeStorage(tabKeys, () => sessionStorage)

/** Deletes the DPoP key of this browser, which ends the sessions bound to it. Never rejects. */
export const forgetKey = (): Promise<void> =>
  new Promise((resolve) => {
    // Not every browser has IndexedDB. A busy one deletes the key later.
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
 * Registers a listener that drops a person's data from memory. It runs when that person's data is removed
 * from this tab.
 */
export const whenForgotten = (forget: () => void): void => void listeners.push(forget)

/** Removes what this tab holds of a person, in storage and in memory. */
export function forgetInTab(): void {
  tabStored.forgetPerson()
  for (const forget of listeners) forget()
}
