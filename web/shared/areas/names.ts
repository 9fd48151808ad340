interface NamedArea {
  name: string
  children?: readonly NamedArea[]
}

/** The selected areas in words, each from the top level down: 浙江省 / 杭州市 / 西湖区. */
export const areaNames = (areas: readonly NamedArea[]): string[] =>
  areas.flatMap(({ name, children }) =>
    children?.length ? areaNames(children).map((rest) => `${name} / ${rest}`) : [name],
  )
