import { keyDatabase, localKeys, type Owner, tabKeys } from '../../contract/storage.ts'
import { makeStore } from '../store.ts'

/** The keys of a table; one that ends with a dot begins further ones. */
type KeyOf<Keys> = { [Key in keyof Keys]: Key extends `${string}.` ? `${Key}${string}` : Key }[keyof Keys]

/**
 * Browser storage that never throws: where the browser refuses it (private windows, embedded views, a full disk)
 * values live as long as the page.
 */
function safeStorage<Keys extends Readonly<Record<string, Owner>>>(keys: Keys, open: () => Storage) {
  type Key = KeyOf<Keys> & string
  const kept = new Map<Key, string>()
  /** Of nothing: it calls the components that show what is stored. */
  const changes = makeStore(null)
  const attempt = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return use(open())
    } catch {
      return otherwise()
    }
  }
  function remove(key: Key): void {
    kept.delete(key)
    attempt(
      (storage) => storage.removeItem(key),
      () => undefined,
    )
    changes.set(null)
  }
  const get = (key: Key): string | null =>
    attempt(
      (storage) => storage.getItem(key) ?? kept.get(key) ?? null,
      () => kept.get(key) ?? null,
    )
  return {
    get,
    /** The same of a component, which follows what is stored by this tab. */
    use: (key: Key): string | null => changes.use(() => get(key)),
    set(key: Key, value: string): void {
      attempt(
        (storage) => {
          storage.setItem(key, value)
          kept.delete(key)
        },
        () => void kept.set(key, value),
      )
      changes.set(null)
    },
    remove,
    /** All that is a person's. */
    forgetPerson: (except: readonly string[] = []): void => {
      for (const [key, owner] of Object.entries(keys))
        if (owner === 'person' && !except.includes(key)) remove(key as Key)
    },
  }
}

/** Shared by the tabs of this browser. */
export const stored = safeStorage(localKeys, () => localStorage)
/** This tab's own. */
export const tabStored = safeStorage(tabKeys, () => sessionStorage)

/** Deletes the key of this browser: the sessions that are bound to it end with it. Never rejects. */
export const forgetKey = (): Promise<void> =>
  new Promise((resolve) => {
    // A browser that keeps nothing has none; one that is busy does it later.
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

/** Calls the listeners that hold data of a person in memory, once that person's data is dropped in this tab. */
export const whenForgotten = (forget: () => void): void => void listeners.push(forget)

/** What this tab alone has of a person, in its storage and in memory. */
export function forgetInTab(): void {
  tabStored.forgetPerson()
  for (const forget of listeners) forget()
}
