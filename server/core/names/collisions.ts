import { type RawBuilder, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { Database } from '../../db/open.ts'
import { idShape } from './id-shape.ts'

/**
 * Rows whose names must differ but are equal by the rules of migration 57. Servers of an earlier release can
 * still write such names after the migration.
 */
export interface Collision {
  kind: 'organization' | 'application' | 'serviceAccount' | 'displayName' | 'savedView' | 'device'
  /** Two spellings of the name. They are identical if all rows use the same spelling. */
  names: readonly [string, string]
  count: number
}

/** Migration that introduced the comparison of names by name_key. */
const since = 'names'

/**
 * Returns the lines to print after migrations. If the migration `names` was among them, the lines list the
 * colliding names. Otherwise the list is empty.
 */
export const collisionsSince = async (db: Database, ran: readonly { name: string }[]): Promise<string[]> =>
  ran.some(({ name }) => name === since) ? (await findCollisions(db)).map(describeCollision) : []

/** Maximum number of collisions reported per kind. */
const most = 20

const nameKey = sql`name_key(name)`

/**
 * For each kind of name: its table, the expression by which names are compared, and the columns within which
 * they must be unique.
 */
const places: Record<
  Collision['kind'],
  { name: string; key: RawBuilder<unknown>; from: string; within?: string }
> = {
  organization: { name: 'name', key: nameKey, from: 'tenant where not personal' },
  application: { name: 'name', key: nameKey, from: 'application where tenant_id is null' },
  serviceAccount: {
    name: 'name',
    key: nameKey,
    from: 'application where tenant_id is not null',
    within: 'tenant_id',
  },
  displayName: {
    name: 'display_name',
    key: sql`name_key(display_name)`,
    from: 'member where display_name is not null',
    within: 'tenant_id',
  },
  savedView: {
    name: 'name',
    key: nameKey,
    from: 'saved_view where true',
    within: 'account_id, tenant_id, list',
  },
  device: {
    name: 'id',
    key: sql`case when id ~ '^[!-~]*$' then lower(id) else ${idShape} end`,
    from: 'device_claim where true',
  },
}

/**
 * Returns the names that several rows share although the names must be unique. The query reads every name,
 * which takes seconds for a million rows.
 */
export async function findCollisions(db: Database): Promise<Collision[]> {
  const found: Collision[] = []
  for (const [kind, { name, key, from, within }] of Object.entries(places)) {
    const group = within ? sql`${key}, ${sql.raw(within)}` : key
    const { rows } = await db.transaction(
      (tx) =>
        sql<{ first: string; last: string; count: number }>`
          select min(${sql.raw(name)}) as first, max(${sql.raw(name)}) as last, count(*)::integer as count
          from ${sql.raw(from)} group by ${group} having count(*) > 1 order by 1 limit ${most}`.execute(tx),
      { statementTimeout: 600_000 },
    )
    for (const { first, last, count } of rows)
      found.push({ kind: kind as Collision['kind'], names: [first, last], count })
  }
  return found
}

const kinds: Record<Collision['kind'], string> = {
  organization: 'organizations are called',
  application: 'applications are called',
  serviceAccount: 'service accounts of one organization are called',
  displayName: 'members of one organization are called',
  savedView: 'saved views of one list are called',
  device: 'devices have the ID',
}

/** Returns the name in quotes. Characters that a terminal does not show are escaped. */
const visibly = (name: string): string =>
  JSON.stringify(name).replace(
    /[\p{Default_Ignorable_Code_Point}\u2800\u00a0\u3000]/gu,
    (each) => `\\u{${required(each.codePointAt(0), 'code point').toString(16)}}`,
  )

/** Returns a line such as: 2 organizations are called "水务", also written "水\u{200b}务" */
export const describeCollision = ({ kind, names: [first, last], count }: Collision): string =>
  `${count} ${kinds[kind]} ${visibly(first)}${first === last ? '' : `, also written ${visibly(last)}`}`
