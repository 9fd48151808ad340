import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  /** Sets the value and calls all listeners, even if the value is unchanged. */
  set(next: Value): void
  /** Registers a listener. Returns a function that unregisters the listener. */
  subscribe(listener: () => void): () => void
  /**
   * Hook that returns the value, or the result of `select`. The result must be referentially stable while the
   * value is unchanged.
   */
  use(): Value
  use<Part>(select: (value: Value) => Part): Part
}

/** Creates a store. It contains a value outside React, and components can subscribe to its changes. */
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
