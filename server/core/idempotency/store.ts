import { type Kysely, sql } from 'kysely'
import { first } from '../../../contract/required.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const day = sql`interval '1 day'`

interface StoredResultRow {
  place: number
  result: Buffer
  answer: Buffer | null
  /** Whether the caller still has all permissions they had when the change was made. */
  stillAuthorized: boolean
}

/**
 * Returns the results that are stored for a request. `accountId` is the caller, or null if nobody is signed
 * in.
 */
export const findStoredResults = async (
  query: Kysely<Tables>,
  id: Buffer,
  accountId: string | null,
): Promise<StoredResultRow[]> =>
  query
    .selectFrom('kept_answer')
    .select(['place', 'result', 'answer'])
    .select(sql<boolean>`standing <@ standing_of(${accountId}::uuid, tenant_ids)`.as('stillAuthorized'))
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - ${day}`)
    .orderBy('place')
    .execute()

/**
 * Locks the request until the transaction ends. Returns false if another transaction is executing the request
 * or has just executed it.
 */
export async function beginChange(tx: Tx, id: Buffer, place: number): Promise<boolean> {
  const lock = id.readBigInt64BE().toString()
  const { rows } = await sql<{ free: boolean }>`
    select begin_kept_call(${id}, ${place}::integer, ${lock}::bigint) as free`.execute(tx)
  return first(rows, 'rows').free
}

interface NewStoredResult {
  id: Buffer
  place: number
  result: Buffer
  accountId: string | null
  tenantIds: readonly string[]
}

/** Stores the result of a change. Replaces an expired result that is stored for the same request. */
export async function storeResult(
  tx: Tx,
  { id, place, result, accountId, tenantIds }: NewStoredResult,
): Promise<void> {
  await sql`
    insert into kept_answer (id, place, result, tenant_ids, standing)
    select ${id}, ${place}::integer, ${result}, ids, standing_of(${accountId}::uuid, ids)
    from (select ${[...tenantIds]}::uuid[] as ids) concerned
    on conflict (id, place) do update set result = excluded.result, answer = null,
      tenant_ids = excluded.tenant_ids, standing = excluded.standing, created_at = now()`.execute(tx)
}

/**
 * Stores the complete response. The commit does not wait for the disk or a standby, because a response that
 * is lost in a crash can be rebuilt from the stored results.
 */
export async function storeAnswer(query: Kysely<Tables>, id: Buffer, answer: Buffer): Promise<void> {
  await sql`
    with quickly as (select set_config('synchronous_commit', 'off', true))
    update kept_answer set answer = ${answer} from quickly where id = ${id} and place = 0`.execute(query)
}

/** Maximum number of rows deleted per statement, so that no statement runs for long. */
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
