import type { Kysely, Selectable } from 'kysely'
import { required } from '../../contract/required.ts'
import { badInput } from '../core/errors.ts'
import type { Tables } from '../db/tables.ts'

type AreaRow = Selectable<Tables['area']>

/** As an organization keeps it: code and name of that time. */
export interface AreaNode {
  id: string
  name: string
  level: number
  category: string
  children: AreaNode[]
}

interface Divisions {
  /** By code, each with its parts, all levels. */
  byId: Map<string, AreaNode>
  parentOf: Map<string, string | null>
  /** Level 1, in the order of their codes. */
  top: AreaNode[]
}

// Only a migration writes them, so that a process reads its 3,600 rows once.
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

/** Level 1, without their parts. */
export const listTopAreas = async (db: Kysely<Tables>): Promise<AreaNode[]> =>
  (await loadDivisions(db)).top.map((area) => ({ ...area, children: [] }))

/** With its parts, all levels. */
export const findArea = async (db: Kysely<Tables>, id: string): Promise<AreaNode | null> =>
  (await loadDivisions(db)).byId.get(id) ?? null

/** As many as are looked at; who seeks another one types on. */
const found = 50

/** Those whose name has the last word of `q` and whose path has each: as chains from level 1 down, whole levels first. */
export async function searchAreas(db: Kysely<Tables>, q: string): Promise<AreaNode[]> {
  const words = q.split(/[\s/]+/).filter(Boolean)
  const last = words.at(-1)
  if (!last) return []
  const hits: AreaNode[][] = []
  const look = (area: AreaNode, above: AreaNode[]) => {
    const path = [...above, area]
    if (area.name.includes(last) && words.every((word) => path.some(({ name }) => name.includes(word))))
      hits.push(path)
    for (const part of area.children) look(part, path)
  }
  for (const area of (await loadDivisions(db)).top) look(area, [])
  return hits
    .sort((one, other) => one.length - other.length)
    .slice(0, found)
    .map((path) =>
      path.reduceRight((below, area) => ({ ...area, children: below ? [below] : [] }), null as never),
    )
}

/**
 * The selected areas and what they belong to as trees from the top level down; a selected area has no parts but
 * selected ones. Throws BAD_INPUT for `areaIds` where one is no area.
 */
export async function resolveAreas(db: Kysely<Tables>, ids: readonly string[]): Promise<AreaNode[]> {
  const { byId, parentOf, top } = await loadDivisions(db)
  const kept = new Set<string>()
  for (const id of ids) {
    if (!byId.has(id)) throw badInput({ areaIds: ['area.unknown'] })
    for (
      let at: string | null = id;
      at !== null && !kept.has(at);
      at = required(parentOf.get(at), 'item of parentOf')
    )
      kept.add(at)
  }
  const pick = (areas: readonly AreaNode[]): AreaNode[] =>
    areas.filter(({ id }) => kept.has(id)).map((area) => ({ ...area, children: pick(area.children) }))
  return pick(top)
}
