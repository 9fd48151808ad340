import { builder } from '../core/builder.ts'

/** As an organization keeps it: code and name of that time. */
export interface AreaNode {
  id: string
  name: string
  level: number
  category: string
  children?: AreaNode[]
}

export const Area = builder.objectRef<AreaNode>('Area')

Area.implement({
  description: 'An administrative division. level 1 is a province, 2 a city, 3 a district.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    level: t.exposeInt('level'),
    category: t.exposeString('category'),
    children: t.field({ type: [Area], resolve: (area) => area.children ?? [] }),
  }),
})
