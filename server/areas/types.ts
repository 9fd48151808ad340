import { builder } from '../core/builder.ts'
import type { AreaNode } from './store.ts'

export type { AreaNode } from './store.ts'

export const Area = builder.objectRef<AreaNode>('Area')

Area.implement({
  description: 'An administrative division of China. Level 1: province. Level 2: city. Level 3: district.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Official division code, such as 110000' }),
    name: t.exposeString('name'),
    level: t.exposeInt('level'),
    category: t.exposeString('category', { description: 'Kind of area, such as 省, 直辖市, 地级市 or 县' }),
    children: t.field({ type: [Area], resolve: (area) => area.children }),
  }),
})
