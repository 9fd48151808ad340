import { divisions } from '../../../shared/areas/divisions/divisions.ts'
import type { Spread } from './queries.ts'

/**
 * Returns the number of devices in each of the 34 divisions, and the number in organizations without an area.
 */
export function devicesByDivision({ areas }: Spread) {
  const of = (id: string | null) => areas.find(({ areaId }) => areaId === id) ?? { devices: 0, online: 0 }
  return {
    placed: divisions.map((division) => {
      const { devices, online } = of(division.id)
      return { ...division, devices, online }
    }),
    unplaced: of(null),
  }
}

export type DivisionDevices = ReturnType<typeof devicesByDivision>['placed'][number]
