import type { Kysely, Selectable } from 'kysely'
import { required } from '../../contract/required.ts'
import { badInput } from '../core/errors.ts'
import type { Tables } from '../db/tables.ts'

type AreaRow = Selectable<Tables['area']>

/**
 * An area as organizations store it. An organization retains the code and name that were valid when the area
 * was selected.
 */
export interface AreaNode {
  id: string
  name: string
  level: number
  category: string
  children: AreaNode[]
}

interface Divisions {
  /** All areas by code, each with its descendants. */
  byId: Map<string, AreaNode>
  parentOf: Map<string, string | null>
  /** The areas of level 1, ordered by code. */
  top: AreaNode[]
}

// Cache of all areas. Only migrations write the table, so each process reads its 3,600 rows once.
let divisions: Divisions | undefined

async function loadDivisions(db: Kysely<Tables>): Promise<Divisions> {
  divisions ??= build(await db.selectFrom('area').selectAll().orderBy('id').execute())
  return divisions
}

function build(rows: AreaRow[]): Divisions {
  const byId = new Map(
    rows.map(({ id, name, level, category }) => [
      id,
      { id, name, level, category, children: [] as AreaNode[] },
    ]),
  )
  const top: AreaNode[] = []
  for (const { id, parent_id } of rows) {
    const siblings = parent_id === null ? top : required(byId.get(parent_id), 'item of byId').children
    siblings.push(required(byId.get(id), 'item of byId'))
  }
  return { byId, top, parentOf: new Map(rows.map((row) => [row.id, row.parent_id])) }
}

export const listTopAreas = async (db: Kysely<Tables>): Promise<AreaNode[]> =>
  (await loadDivisions(db)).top.map((area) => ({ ...area, children: [] }))

/** Returns the area with its descendants, or null if the code is unknown. */
export const findArea = async (db: Kysely<Tables>, id: string): Promise<AreaNode | null> =>
  (await loadDivisions(db)).byId.get(id) ?? null

const maxResults = 50

/**
 * Returns the areas whose name contains the last word of `q` and whose full path contains all words of `q`.
 * Each result is a chain from level 1 down to the matching area. Areas of higher levels come first. The
 * number of results is limited.
 */
export async function searchAreas(db: Kysely<Tables>, q: string): Promise<AreaNode[]> {
  const words = q.split(/[\s/]+/).filter(Boolean)
  const last = words.at(-1)
  if (!last) return []
  const hits: AreaNode[][] = []
  const visit = (area: AreaNode, above: AreaNode[]) => {
    const path = [...above, area]
    if (area.name.includes(last) && words.every((word) => path.some(({ name }) => name.includes(word))))
      hits.push(path)
    for (const part of area.children) visit(part, path)
  }
  for (const area of (await loadDivisions(db)).top) visit(area, [])
  return hits
    .sort((a, b) => a.length - b.length)
    .slice(0, maxResults)
    .map((path) =>
      path.reduceRight((child, area) => ({ ...area, children: child ? [child] : [] }), null as never),
    )
}

/**
 * Returns the selected areas with their ancestors, as trees whose roots are areas of level 1. Children of a
 * selected area are included only if they are selected too. Throws BAD_INPUT for `areaIds` if a code is
 * unknown.
 */
export async function resolveAreas(db: Kysely<Tables>, ids: readonly string[]): Promise<AreaNode[]> {
  const { byId, parentOf, top } = await loadDivisions(db)
  const included = new Set<string>()
  for (const id of ids) {
    if (!byId.has(id)) throw badInput({ areaIds: ['area.unknown'] })
    // Areas of level 1 have no parent.
    for (let at: string | null = id; at !== null && !included.has(at); at = parentOf.get(at) ?? null)
      included.add(at)
  }
  const pick = (areas: readonly AreaNode[]): AreaNode[] =>
    areas.filter(({ id }) => included.has(id)).map((area) => ({ ...area, children: pick(area.children) }))
  return pick(top)
}
