/** A chosen area, from the top level down; empty while nothing is chosen. */
export type AreaPath = readonly string[]

interface AreaTree {
  id: string
  children?: readonly AreaTree[]
}

/** The areas that were selected, the leaves of the organization's tree, each with its ancestors. */
export const areaPaths = (areas: readonly AreaTree[]): string[][] =>
  areas.flatMap(({ id, children }) =>
    children?.length ? areaPaths(children).map((path) => [id, ...path]) : [[id]],
  )

/** Of each path its end. */
export const areaIdsOf = (areas: readonly AreaPath[]): string[] => [
  ...new Set(areas.flatMap((path) => path.slice(-1))),
]
