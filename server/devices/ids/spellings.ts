import { type Kysely, sql } from 'kysely'
import { idShape } from '../../core/names/id-shape.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const firstLock = 7_201_955_490_000n
/** Few, since an import takes most of them, and each takes room in the server's table of locks. */
const lockCount = 256

/** Lets nobody else create a device with one of these ids, in any case, until the transaction ends. In one order. */
export async function lockSpellings(tx: Tx, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  await sql`
    select pg_advisory_xact_lock(number) from (
      select distinct ${firstLock}::bigint + (hashtext(lower(id)) & ${lockCount - 1}) as number
      from unnest(${[...ids]}::text[]) as id order by number) as locks`.execute(tx)
}

/** By new id: a device whose id differs only in case or width. */
export async function findSpellings(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const [lower, upper] = [ids.map((id) => id.toLowerCase()), ids.map((id) => id.toUpperCase())]
  const { rows } = await sql<{ id: string; shape: string }>`
    select id, lower(id) as shape from device_claim where id = any(${[...lower, ...upper]}::text[])
    union
    select id, ${idShape} from device_claim
    where (id ~ '[^ -~]' or id not in (lower(id), upper(id))) and ${idShape} = any(${lower}::text[])`.execute(
    db,
  )
  const found = new Map(rows.map(({ id, shape }) => [shape, id]))
  return new Map(
    ids.flatMap((id) => {
      const other = found.get(id.toLowerCase())
      return other === undefined || other === id ? [] : [[id, other] as const]
    }),
  )
}
