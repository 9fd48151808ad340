import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { assignPositions } from './assign-positions.ts'
import { lastOf, sealText, sha256 } from './digest.ts'

const batch = 1_000
/**
 * Maximum number of events per run. A larger backlog, for example after the upgrade to the first version with
 * seals, takes several runs.
 */
const most = 100_000

/** Returns the current private signing key, which is a JWK for ES256. */
export type ReadKey = (query: Kysely<Tables>) => Promise<JsonWebKey & { kid: string }>

/**
 * Assigns positions to new events, and then seals all events that have a position. Each seal has its own
 * transaction. Only one server at a time does this.
 */
export async function sealEvents(db: Database, readKey: ReadKey): Promise<void> {
  await assignPositions(db, most)
  while (await db.transaction((tx) => sealSome(tx, readKey)));
}

async function sealSome(tx: Tx, readKey: ReadKey): Promise<boolean> {
  const head = await tx.selectFrom('audit_head').selectAll().forUpdate().executeTakeFirstOrThrow()
  const { rows } = await sql<{ hash: Buffer; quarter: string; now: Date }>`
    select hash, to_char(date_time at time zone 'UTC', 'YYYY_Q') as quarter, clock_timestamp() as now
    from audit_place where position > ${head.sealed} order by position limit ${batch}`.execute(tx)
  const [begin] = rows
  if (!begin) return false
  const { quarter, now: sealed_at } = begin
  const other = rows.findIndex((row) => row.quarter !== quarter)
  const sealed = other < 0 ? rows : rows.slice(0, other)
  const facts = {
    ...{ number: head.seal_number + 1, first: head.sealed + 1, count: sealed.length, quarter, sealed_at },
    events: sha256(...sealed.map(({ hash }) => hash)),
    previous: head.seal_hash,
  }
  const text = sealText(facts)
  const hash = sha256(text)
  const { kid, kty, crv, x, y, d } = await readKey(tx)
  await tx
    .insertInto('audit_seal_key')
    .values({ id: kid, value: JSON.stringify({ kty, crv, x, y }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const key = createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' } as never)
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  await tx
    .insertInto('audit_seal')
    .values({ ...facts, hash, key_id: kid, signature })
    .execute()
  await tx
    .updateTable('audit_head')
    .set({ sealed: lastOf(facts), seal_number: facts.number, seal_hash: hash })
    .execute()
  return true
}
