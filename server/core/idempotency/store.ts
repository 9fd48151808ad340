import { type Kysely, sql } from 'kysely'
import { first } from '../../../contract/required.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const day = sql`interval '1 day'`

interface KeptRow {
  place: number
  result: Buffer
  answer: Buffer | null
  /** The caller is and holds all that they did when it was done. */
  still: boolean
}

/** accountId: whose call it is; null of a browser that nobody is signed in by. */
export const findKept = async (
  query: Kysely<Tables>,
  id: Buffer,
  accountId: string | null,
): Promise<KeptRow[]> =>
  query
    .selectFrom('kept_answer')
    .select(['place', 'result', 'answer'])
    .select(sql<boolean>`standing <@ standing_of(${accountId}::uuid, tenant_ids)`.as('still'))
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - ${day}`)
    .orderBy('place')
    .execute()

/** Holds the call for this transaction; false where it is running elsewhere, or has just been done there. */
export async function begin(tx: Tx, id: Buffer, place: number): Promise<boolean> {
  const lock = id.readBigInt64BE().toString()
  const { rows } = await sql<{ free: boolean }>`
    select begin_kept_call(${id}, ${place}::integer, ${lock}::bigint) as free`.execute(tx)
  return first(rows, 'rows').free
}

interface NewKept {
  id: Buffer
  place: number
  result: Buffer
  accountId: string | null
  tenantIds: readonly string[]
}

/** In place of one that is too old to count. */
export async function keepResult(
  tx: Tx,
  { id, place, result, accountId, tenantIds }: NewKept,
): Promise<void> {
  await sql`
    insert into kept_answer (id, place, result, tenant_ids, standing)
    select ${id}, ${place}::integer, ${result}, ids, standing_of(${accountId}::uuid, ids)
    from (select ${[...tenantIds]}::uuid[] as ids) about
    on conflict (id, place) do update set result = excluded.result, answer = null,
      tenant_ids = excluded.tenant_ids, standing = excluded.standing, created_at = now()`.execute(tx)
}

/**
 * What is lost of this in a crash can be made again of the results, so the commit waits for no disk and no standby.
 */
export async function keepAnswer(query: Kysely<Tables>, id: Buffer, answer: Buffer): Promise<void> {
  await sql`
    with quickly as (select set_config('synchronous_commit', 'off', true))
    update kept_answer set answer = ${answer} from quickly where id = ${id} and place = 0`.execute(query)
}

/** Rows a statement deletes, so that none runs long. */
const batch = 5_000

export async function dropOldAnswers(query: Kysely<Tables>): Promise<void> {
  for (let dropped = batch; dropped === batch; ) {
    const { numAffectedRows } = await sql`
      delete from kept_answer where (id, place) in (
        select id, place from kept_answer where created_at <= now() - ${day} limit ${sql.lit(batch)})`.execute(
      query,
    )
    dropped = Number(numAffectedRows)
  }
}
