import { id } from '../core/input.ts'
import { query } from '../core/operation.ts'
import { findArea, listTopAreas } from './store.ts'
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
