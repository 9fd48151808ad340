import { type Kysely, sql } from 'kysely'
import { chunks } from '../../core/list-import.ts'
import { idShape } from '../../core/names/id-shape.ts'
import { unflattened } from '../../db/citus/distributed.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const firstLock = 7_201_955_490_000n
/**
 * Number of advisory locks that device ids are mapped to. The number is small, because an import may take
 * most of the locks, and each lock occupies space in PostgreSQL's lock table.
 */
const lockCount = 256

/**
 * Prevents other transactions from creating devices whose ids differ from these only in case or width. Takes
 * the locks in a fixed order, which prevents deadlocks.
 */
export async function lockSpellings(tx: Tx, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  await sql`
    select pg_advisory_xact_lock(number) from (
      select distinct ${firstLock}::bigint + (hashtext(lower(id)) & ${lockCount - 1}) as number
      from unnest(${[...ids]}::text[]) as id order by number) as locks`.execute(tx)
}

/**
 * Returns a map from each new id to the id of an existing device that differs from it only in case or width.
 */
export async function findSpellings(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const some of chunks(ids)) {
    const others = await selectShapes(db, some)
    for (const id of some) {
      const other = others.get(id.toLowerCase())
      if (other !== undefined && other !== id) found.set(id, other)
    }
  }
  return found
}

/**
 * Whether the partial index on id shapes contains the id. ASCII ids that are all lower case or all upper case
 * are not in the index, because the primary key finds them.
 */
const isOdd = sql`(id ~ '[^ -~]' or id not in (lower(id), upper(id)))`

/** Returns the ids of existing devices by their shape, which is the id in lower case and one width. */
async function selectShapes(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  const [lower, upper] = [ids.map((id) => id.toLowerCase()), ids.map((id) => id.toUpperCase())]
  // Looks up each shape with a separate subquery. PostgreSQL has no statistics on the partial index, so it
  // would otherwise scan the whole table for a long list.
  const odd = sql`
    select claim.id, wanted.shape from unnest(${lower}::text[]) as wanted(shape) cross join lateral (
      select id from device_claim where ${isOdd} and ${idShape} = wanted.shape ${unflattened(db)}) as claim`
  const { rows } = await sql<{ id: string; shape: string }>`
    select id, lower(id) as shape from device_claim where id = any(${[...lower, ...upper]}::text[])
    union ${odd}`.execute(db)
  return new Map(rows.map(({ id, shape }) => [shape, id]))
}
