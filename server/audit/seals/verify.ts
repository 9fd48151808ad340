import { type Kysely, sql } from 'kysely'
import { first, last } from '../../../contract/required.ts'
import type { Tables } from '../../db/tables.ts'
import { readChain, type Seal, type StoredSeals } from './chain.ts'
import { comparePositions } from './compare.ts'
import { type Fault, Faults } from './faults.ts'
import { findInserted } from './find-inserted.ts'

/** Approximate number of events that are compared in one batch. */
const batch = 1_000
/** Minimum retention in days, as defined in migration 32. */
const least = 180

interface Options {
  /**
   * Retention of events in days, or null if it is unlimited. A missing quarter counts as removed if it should
   * still be retained.
   */
  days: number | null
  /** Externally stored seals to compare with the seals in the database. */
  storedSeals?: StoredSeals
  onProgress?(text: string): void
}

export interface Verification {
  seals: number
  /** Number of sealed events that were verified. */
  events: number
  /** Number of sealed events that were dropped with their quarter because the retention period had ended. */
  letGo: number
  /** Number of events that are not sealed yet. */
  waiting: number
  faults: Fault[]
  /** Total number of faults, which can exceed the length of `faults`. */
  faultCount: number
}

/**
 * Verifies the whole audit log: every seal, every sealed event and every unsealed event. Holds no transaction
 * open, so servers can write, seal and drop events during the verification.
 */
export async function verifyAuditLog(
  db: Kysely<Tables>,
  { days, storedSeals = new Map(), onProgress = () => {} }: Options,
): Promise<Verification> {
  const faults = new Faults()
  const gone = new Map<string, number>()
  let [seals, events] = [0, 0]
  for await (const some of readChain(db, storedSeals, faults)) {
    for (const together of inBatches(some)) {
      const { quarter } = first(together, 'together')
      const found = await comparePositions(db, together)
      const count = together.reduce((sum, each) => sum + each.count, 0)
      if (found.length && !(await hasQuarter(db, quarter)))
        gone.set(quarter, (gone.get(quarter) ?? 0) + count)
      else {
        faults.add(...found)
        events += count
      }
      onProgress(`${events} sealed events compared`)
    }
    seals += some.length
  }
  for (const [quarter, count] of gone)
    if (!(await mayBeGone(db, quarter, days)))
      faults.add({
        what: 'removed',
        says: `all ${count} events of quarter ${quarter}, which is within the retention period`,
      })
  const waiting = await findInserted(db, faults, onProgress)
  const letGo = [...gone.values()].reduce((sum, count) => sum + count, 0)
  return { seals, events, letGo, waiting, faults: faults.list, faultCount: faults.count }
}

/** Groups consecutive seals of one quarter into batches of roughly `batch` events. */
function inBatches(seals: readonly Seal[]): Seal[][] {
  const batches: Seal[][] = []
  let [before, events]: [Seal | undefined, number] = [undefined, 0]
  for (const seal of seals) {
    events += seal.count
    const follows = before?.number === seal.number - 1 && before.quarter === seal.quarter
    if (follows && events <= batch) last(batches, 'batches').push(seal)
    else {
      batches.push([seal])
      events = seal.count
    }
    before = seal
  }
  return batches
}

async function hasQuarter(db: Kysely<Tables>, quarter: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`record.audit_event_${quarter}`}) is not null as there`.execute(db)
  return first(rows, 'rows').there
}

/** Whether retention may have dropped the quarter, because it ended at least `days` days ago. */
async function mayBeGone(db: Kysely<Tables>, quarter: string, days: number | null): Promise<boolean> {
  if (days === null) return false
  const { rows } = await sql<{ over: boolean }>`
    select make_timestamptz(${quarter.slice(0, 4)}::integer, ${quarter.slice(5)}::integer * 3 - 2, 1, 0, 0, 0, 'UTC')
      + interval '3 months' <= now() - ${Math.max(days, least)}::integer * interval '1 day' as over`.execute(
    db,
  )
  return first(rows, 'rows').over
}
