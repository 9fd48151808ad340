import type { AreaPath } from './areaPaths.ts'
import type { Area } from './areas.ts'

/** Returns the areas on a path from the top level down. Stops at the first area that has not been loaded. */
export function along(areas: readonly Area[], path: AreaPath): Area[] {
  const area = areas.find(({ id }) => id === path[0])
  return area ? [area, ...along(area.children ?? [], path.slice(1))] : []
}

/** Returns the columns to show: the top level, followed by the parts of each area on the path. */
export const columnsOf = (areas: readonly Area[], path: AreaPath): (readonly Area[])[] => [
  areas,
  ...along(areas, path).flatMap(({ children }) => (children?.length ? [children] : [])),
]

const starts = (path: AreaPath, part: AreaPath) => part.every((id, level) => path[level] === id)

export const isSame = (one: AreaPath, other: AreaPath) => one.length === other.length && starts(one, other)

/** Whether an area within the area at the path is selected. */
export const holdsChosen = (chosen: readonly AreaPath[], path: AreaPath) =>
  chosen.some((each) => each.length > path.length && starts(each, path))

/**
 * Adds or removes an area. Selecting an area deselects its parts, and selecting a part deselects its parents.
 */
export function toggled(chosen: readonly AreaPath[], path: AreaPath): AreaPath[] {
  const others = chosen.filter((each) => !starts(each, path) && !starts(path, each))
  return chosen.some((each) => isSame(each, path)) ? others : [...others, path]
}
