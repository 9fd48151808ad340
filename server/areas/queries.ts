import { limits } from '../../contract/limits.ts'
import { id, text } from '../core/input.ts'
import { query } from '../core/operation.ts'
import { findArea, listTopAreas, searchAreas } from './store.ts'
import { Area } from './types.ts'

query({
  name: 'listTopArea',
  description: 'level 1, without children. who: signed in',
  can: 'AREA_READ',
  input: {},
  returns: [Area],
  run: ({ context }) => listTopAreas(context.db.query),
})

query({
  name: 'getArea',
  description: 'one area with its children, all levels. who: signed in',
  can: 'AREA_READ',
  input: { id: id() },
  returns: Area,
  nullable: true,
  run: ({ context, input }) => findArea(context.db.query, input.id),
})

query({
  name: 'searchArea',
  description:
    'those whose name has the last word of q and whose path has each of its words, at most 50, whole levels first; each as the chain from level 1 down to it. who: signed in',
  can: 'AREA_READ',
  input: { q: text({ min: 1, max: limits.search }) },
  returns: [Area],
  run: ({ context, input }) => searchAreas(context.db.query, input.q),
})
