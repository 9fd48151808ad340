import type { Area } from './areas.ts'
import type { AreaPath } from './paths.ts'

/** The areas that a path leads through, as far as they are known. */
export function along(areas: readonly Area[], path: AreaPath): Area[] {
  const area = areas.find(({ id }) => id === path[0])
  return area ? [area, ...along(area.children ?? [], path.slice(1))] : []
}

/** What the columns show: the top, then the parts of each area on the path. */
export const columnsOf = (areas: readonly Area[], path: AreaPath): (readonly Area[])[] => [
  areas,
  ...along(areas, path).flatMap(({ children }) => (children?.length ? [children] : [])),
]

const starts = (path: AreaPath, part: AreaPath) => part.every((id, level) => path[level] === id)

export const isSame = (one: AreaPath, other: AreaPath) => one.length === other.length && starts(one, other)

/** Something inside it is chosen. */
export const holdsChosen = (chosen: readonly AreaPath[], path: AreaPath) =>
  chosen.some((each) => each.length > path.length && starts(each, path))

/**
 * Chooses an area, or no more. Whoever chooses a whole needs none of its parts, and whoever chooses a part does not
 * mean the whole.
 */
export function toggled(chosen: readonly AreaPath[], path: AreaPath): AreaPath[] {
  const others = chosen.filter((each) => !starts(each, path) && !starts(path, each))
  return chosen.some((each) => isSame(each, path)) ? others : [...others, path]
}
