/** Ids of the areas from the top level down to the selected area. Empty if no area is selected. */
export type AreaPath = readonly string[]

interface AreaTree {
  id: string
  children?: readonly AreaTree[]
}

/** Returns the paths of the selected areas, which are the leaves of the organization's area tree. */
export const areaPaths = (areas: readonly AreaTree[]): string[][] =>
  areas.flatMap(({ id, children }) =>
    children?.length ? areaPaths(children).map((path) => [id, ...path]) : [[id]],
  )

/**
 * Returns the ids of the selected areas, without duplicates. The id of an area is the last id of its path.
 */
export const areaIdsOf = (areas: readonly AreaPath[]): string[] => [
  ...new Set(areas.flatMap((path) => path.slice(-1))),
]
