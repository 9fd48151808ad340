import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  /** Those who follow it are called, also where the value stays the same. */
  set(next: Value): void
  /** The answer ends it. */
  subscribe(listener: () => void): () => void
  /** Of a component: the value, or what `select` makes of it, which has to be the same while nothing has changed. */
  use(): Value
  use<Part>(select: (value: Value) => Part): Part
}

/** A value outside React that components follow. */
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
