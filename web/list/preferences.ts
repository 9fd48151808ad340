import { stored } from '../lib/storage.ts'

export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

/** One height of rows for all lists, remembered in this browser. */
export function useDensity(): [Density, (next: Density) => void] {
  const value = stored.use('list.density')
  return [densities.find((each) => each === value) ?? 'normal', (next) => stored.set('list.density', next)]
}
