import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lastOf, sealText, sha256 } from './digest.ts'
import type { Faults } from './faults.ts'

export type Seal = Selectable<Tables['audit_seal']>
/** number → hash of seals that were kept elsewhere; more than one where a number was used again. */
export type Kept = ReadonlyMap<number, readonly string[]>

const portion = 500

/** Seals in their order, each looked at as one of the chain: its hash, its signature, the one before, its copy elsewhere. */
export async function* readChain(db: Kysely<Tables>, kept: Kept, faults: Faults): AsyncGenerator<Seal[]> {
  const keys = await readKeys(db)
  // Before the seals: one that is made meanwhile is no fault.
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  const missing = new Set(kept.keys())
  let before: Seal | undefined
  for (;;) {
    const seals = await db
      .selectFrom('audit_seal')
      .selectAll()
      .where('number', '>', before?.number ?? 0)
      .orderBy('number')
      .limit(portion)
      .execute()
    for (const seal of seals) {
      missing.delete(seal.number)
      look(seal, { before, key: keys.get(seal.key_id), copies: kept.get(seal.number) ?? [] }, faults)
      before = seal
    }
    if (seals.length) yield seals
    if (seals.length < portion) break
  }
  const last = before?.number ?? 0
  for (let number = last + 1; number <= head.seal_number; number++) {
    missing.delete(number)
    faults.add({ what: 'removed', says: `seal ${number}`, seal: number })
  }
  if (before?.number === head.seal_number && !before.hash.equals(head.seal_hash))
    faults.add({ what: 'changed', says: `seal ${last}: it is not the last that was made`, seal: last })
  for (const number of missing)
    if (number > last)
      faults.add({ what: 'removed', says: `seal ${number}, which is kept elsewhere`, seal: number })
}

function look(
  seal: Seal,
  {
    before,
    key,
    copies,
  }: { before: Seal | undefined; key: KeyObject | undefined; copies: readonly string[] },
  faults: Faults,
): void {
  const { number } = seal
  const changed = (why: string) =>
    faults.add({ what: 'changed', says: `seal ${number}: ${why}`, seal: number })
  for (let gone = (before?.number ?? 0) + 1; gone < number; gone++)
    faults.add({ what: 'removed', says: `seal ${gone}`, seal: gone })
  const text = sealText(seal)
  if (!seal.hash.equals(sha256(text))) changed('it is not what its hash is over')
  else if (!key) changed('the key that signed it is not kept')
  else if (!verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, seal.signature))
    changed('its signature is not of its key')
  if (copies.some((hash) => hash !== seal.hash.toString('hex')))
    changed('it is not the one that is kept elsewhere')
  const follows = (before?.number ?? 0) + 1 === number
  const previous = before?.hash ?? Buffer.alloc(32)
  if (follows && !(seal.previous.equals(previous) && seal.first === (before ? lastOf(before) : 0) + 1))
    changed(`it does not follow ${before ? `seal ${before.number}` : 'from nothing'}`)
}

async function readKeys(db: Kysely<Tables>): Promise<Map<string, KeyObject>> {
  const rows = await db.selectFrom('audit_seal_key').selectAll().execute()
  return new Map(
    rows.flatMap(({ id, value }) => {
      try {
        return [[id, createPublicKey({ key: value as never, format: 'jwk' })] as const]
      } catch {
        return []
      }
    }),
  )
}
