import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lastOf, sealText, sha256 } from './digest.ts'
import type { Faults } from './faults.ts'

export type Seal = Selectable<Tables['audit_seal']>
/**
 * Hashes of externally stored seals, by seal number. A number has several hashes if the external storage
 * contains different seals with this number.
 */
export type StoredSeals = ReadonlyMap<number, readonly string[]>

const batchSize = 500

/**
 * Yields the seals in order. Verifies the hash and the signature of each seal, its link to the previous seal,
 * and its external copy.
 */
export async function* readChain(
  db: Kysely<Tables>,
  storedSeals: StoredSeals,
  faults: Faults,
): AsyncGenerator<Seal[]> {
  const keys = await readKeys(db)
  // Read the head before the seals. If the head were read later, a seal added after the seals were read would
  // be reported as missing.
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  const missing = new Set(storedSeals.keys())
  let before: Seal | undefined
  for (;;) {
    const seals = await db
      .selectFrom('audit_seal')
      .selectAll()
      .where('number', '>', before?.number ?? 0)
      .orderBy('number')
      .limit(batchSize)
      .execute()
    for (const seal of seals) {
      missing.delete(seal.number)
      checkSeal(
        seal,
        { before, key: keys.get(seal.key_id), copies: storedSeals.get(seal.number) ?? [] },
        faults,
      )
      before = seal
    }
    if (seals.length) yield seals
    if (seals.length < batchSize) break
  }
  const last = before?.number ?? 0
  for (let number = last + 1; number <= head.seal_number; number++) {
    missing.delete(number)
    faults.add({ what: 'removed', says: `seal ${number}`, seal: number })
  }
  if (before?.number === head.seal_number && !before.hash.equals(head.seal_hash))
    faults.add({
      what: 'changed',
      says: `seal ${last}: its hash differs from the hash that was recorded for the latest seal`,
      seal: last,
    })
  for (const number of missing)
    if (number > last)
      faults.add({ what: 'removed', says: `seal ${number}, which is stored externally`, seal: number })
}

function checkSeal(
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
  if (!seal.hash.equals(sha256(text))) changed('its hash does not match its content')
  else if (!key) changed('its signing key is missing')
  else if (!verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, seal.signature))
    changed('its signature cannot be verified with its signing key')
  if (copies.some((hash) => hash !== seal.hash.toString('hex')))
    changed('it differs from the externally stored seal')
  const follows = (before?.number ?? 0) + 1 === number
  const previous = before?.hash ?? Buffer.alloc(32)
  if (follows && !(seal.previous.equals(previous) && seal.first === (before ? lastOf(before) : 0) + 1))
    changed(`it does not continue ${before ? `seal ${before.number}` : 'an empty audit log'}`)
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
