interface NamedArea {
  name: string
  children?: readonly NamedArea[]
}

/**
 * Returns the full name of each selected area, with the names of its parents from the top level down: 浙江省 /
 * 杭州市 / 西湖区.
 */
export const areaNames = (areas: readonly NamedArea[]): string[] =>
  areas.flatMap(({ name, children }) =>
    children?.length ? areaNames(children).map((rest) => `${name} / ${rest}`) : [name],
  )
