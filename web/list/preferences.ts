import { stored } from '../lib/storage.ts'

export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

/** One height of rows for all lists, remembered in this browser. */
export function useDensity(): [Density, (next: Density) => void] {
  const value = stored.use('list.density')
  return [densities.find((each) => each === value) ?? 'normal', (next) => stored.set('list.density', next)]
}

/** The columns that are left out of one list, remembered in this browser. */
export function useHiddenColumns(
  list: string,
  initially: readonly string[],
): [readonly string[], (keys: readonly string[]) => void] {
  const key = `list.columns.${list}` as const
  const value = stored.use(key)
  const hidden = value ? value.split(' ') : initially
  // A dash means none, so that showing everything is remembered too.
  return [hidden, (keys) => stored.set(key, keys.join(' ') || '-')]
}
