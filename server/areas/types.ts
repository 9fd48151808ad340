import { builder } from '../core/builder.ts'
import type { AreaNode } from './store.ts'

export type { AreaNode } from './store.ts'

export const Area = builder.objectRef<AreaNode>('Area')

Area.implement({
  description: 'An administrative division. level 1 is a province, 2 a city, 3 a district.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'its official code' }),
    name: t.exposeString('name'),
    level: t.exposeInt('level'),
    category: t.exposeString('category', { description: '省, 直辖市, 地级市, 县 and their like' }),
    children: t.field({ type: [Area], resolve: (area) => area.children }),
  }),
})
