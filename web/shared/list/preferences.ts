import { type Density, densities } from '../../../contract/list-display.ts'
import { stored } from '../../lib/storage.ts'

/** The row height of all lists, stored in this browser. */
export function useDensity(): [Density, (next: Density) => void] {
  const value = stored.use('list.density')
  return [densities.find((each) => each === value) ?? 'normal', (next) => stored.set('list.density', next)]
}
