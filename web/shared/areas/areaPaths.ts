/** Ids of a selected area and its parents, top level first. Empty if nothing is selected. */
export type AreaPath = readonly string[]

interface AreaTree {
  id: string
  children?: readonly AreaTree[]
}

/** Returns the paths of the selected areas, which are the leaves of the organization's tree. */
export const areaPaths = (areas: readonly AreaTree[]): string[][] =>
  areas.flatMap(({ id, children }) =>
    children?.length ? areaPaths(children).map((path) => [id, ...path]) : [[id]],
  )

/** Returns the id of each selected area, the last one of its path. */
export const areaIdsOf = (areas: readonly AreaPath[]): string[] => [
  ...new Set(areas.flatMap((path) => path.slice(-1))),
]
