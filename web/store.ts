import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  /** Calls the listeners, even if the value is the same. */
  set(next: Value): void
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /**
   * Returns the value in a component, or the result of `select`, which must be stable while nothing has
   * changed.
   */
  use(): Value
  use<Part>(select: (value: Value) => Part): Part
}

/** A value outside React that components can subscribe to. */
export function makeStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    use: <Part>(select?: (value: Value) => Part) =>
      useSyncExternalStore<Value | Part>(subscribe, select ? () => select(value) : get) as Part,
  }
}
