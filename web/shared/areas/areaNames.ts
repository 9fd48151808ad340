interface NamedArea {
  name: string
  children?: readonly NamedArea[]
}

/** Returns the name of each selected area with those of its parents, top level first: 浙江省 / 杭州市 / 西湖区. */
export const areaNames = (areas: readonly NamedArea[]): string[] =>
  areas.flatMap(({ name, children }) =>
    children?.length ? areaNames(children).map((rest) => `${name} / ${rest}`) : [name],
  )
