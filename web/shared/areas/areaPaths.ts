/** The ids of a chosen area from the top level down. Empty if nothing is chosen. */
export type AreaPath = readonly string[]

interface AreaTree {
  id: string
  children?: readonly AreaTree[]
}

/** Returns the selected areas (the leaves of the organization's tree), each with its ancestors. */
export const areaPaths = (areas: readonly AreaTree[]): string[][] =>
  areas.flatMap(({ id, children }) =>
    children?.length ? areaPaths(children).map((path) => [id, ...path]) : [[id]],
  )

/** Returns the last id of each path. */
export const areaIdsOf = (areas: readonly AreaPath[]): string[] => [
  ...new Set(areas.flatMap((path) => path.slice(-1))),
]
