import { type RawBuilder, sql } from 'kysely'
import { required } from '../../../contract/required.ts'
import type { Database } from '../../db/open.ts'
import { idShape } from './id-shape.ts'

/** Names that became the same with migration 57, or that servers of an earlier release have written since. */
export interface Collision {
  kind: 'organization' | 'application' | 'serviceAccount' | 'displayName' | 'savedView' | 'device'
  /** Two of the spellings, equal if only their rows differ. */
  names: readonly [string, string]
  count: number
}

/** The migration from which on names are compared by name_key. */
const since = 'names'

/** The lines to report after migrations: names that are now the same, if the migration that compares them ran. */
export const collisionsSince = async (db: Database, ran: readonly { name: string }[]): Promise<string[]> =>
  ran.some(({ name }) => name === since) ? (await findCollisions(db)).map(describeCollision) : []

/** Of each kind as many are returned; a name that is changed has to be free anyway. */
const most = 20

const nameKey = sql`name_key(name)`

/** Where names of a kind are, what they are compared by, and within what they have to be different. */
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

/** Returns the names that two rows have and only one should. It reads every name: seconds for a million. */
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

/** Characters that a terminal does not show, as escapes. */
const visibly = (name: string): string =>
  JSON.stringify(name).replace(
    /[\p{Default_Ignorable_Code_Point}\u2800\u00a0\u3000]/gu,
    (each) => `\\u{${required(each.codePointAt(0), 'code point').toString(16)}}`,
  )

/** 2 organizations are called "水务", also written "水\u{200b}务" */
export const describeCollision = ({ kind, names: [first, last], count }: Collision): string =>
  `${count} ${kinds[kind]} ${visibly(first)}${first === last ? '' : `, also written ${visibly(last)}`}`
