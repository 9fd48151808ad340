import { limits } from '../../contract/limits.ts'
import { id, text } from '../core/input.ts'
import { query } from '../core/operation.ts'
import { findArea, listTopAreas, searchAreas } from './store.ts'
import { Area } from './types.ts'

query({
  name: 'listTopArea',
  description: 'Returns all areas of level 1 (provinces), without their children. Access: signed-in users.',
  can: 'AREA_READ',
  input: {},
  returns: [Area],
  run: ({ context }) => listTopAreas(context.db.query),
})

query({
  name: 'getArea',
  description:
    'Returns an area with all levels below it; null if it does not exist. Access: signed-in users.',
  can: 'AREA_READ',
  input: { id: id() },
  returns: Area,
  nullable: true,
  run: ({ context, input }) => findArea(context.db.query, input.id),
})

query({
  name: 'searchArea',
  description:
    'Returns areas whose name contains the last word of q and whose full path contains every word, at most 50, higher levels first. Each result is a chain of areas from level 1 down to the match. Access: signed-in users.',
  can: 'AREA_READ',
  input: { q: text({ min: 1, max: limits.search }) },
  returns: [Area],
  run: ({ context, input }) => searchAreas(context.db.query, input.q),
})
