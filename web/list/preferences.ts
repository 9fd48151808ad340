import { useSyncExternalStore } from 'react'
import { stored } from '../lib/storage.ts'

export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function useStored(key: 'list.density' | `list.columns.${string}`): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => stored.get(key) ?? '')
  return [
    value,
    (next) => {
      stored.set(key, next)
      for (const listener of listeners) listener()
    },
  ]
}

/** One height of rows for all lists, remembered in this browser. */
export function useDensity(): [Density, (next: Density) => void] {
  const [value, set] = useStored('list.density')
  return [densities.find((each) => each === value) ?? 'normal', set]
}

/** The columns that are left out of one list, remembered in this browser. */
export function useHiddenColumns(
  list: string,
  initially: readonly string[],
): [readonly string[], (keys: readonly string[]) => void] {
  const [value, set] = useStored(`list.columns.${list}`)
  const hidden = value === '' ? initially : value.split(' ')
  // A dash means none, so that showing everything is remembered too.
  return [hidden, (keys) => set(keys.join(' ') || '-')]
}
