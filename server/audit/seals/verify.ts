import { type Kysely, sql } from 'kysely'
import { first, last } from '../../../contract/required.ts'
import type { Tables } from '../../db/tables.ts'
import { type Kept, readChain, type Seal } from './chain.ts'
import { type Fault, Faults } from './faults.ts'
import { findInserted } from './inserted.ts'
import { lookAtPlaces } from './places.ts'

/** Events that are compared at once. */
const batch = 1_000
/** Days within which no quarter is let go of: migration 32. */
const least = 180

interface Options {
  /** How long events are kept; null: for ever. A quarter that is gone earlier was removed. */
  days: number | null
  /** Seals that were kept elsewhere. */
  kept?: Kept
  onProgress?(text: string): void
}

export interface Verified {
  seals: number
  /** Sealed, and compared. */
  events: number
  /** Sealed, and let go of with their quarter. */
  letGo: number
  /** Written, and not sealed yet. */
  waiting: number
  faults: Fault[]
  /** faults.length, or more where there are too many to list. */
  faultCount: number
}

/**
 * Goes through the whole record: every seal, every event that was sealed, every event that was not. Holds no transaction
 * open, and runs beside servers that write, seal and let go of quarters.
 */
export async function verifyRecord(
  db: Kysely<Tables>,
  { days, kept = new Map(), onProgress = () => {} }: Options,
): Promise<Verified> {
  const faults = new Faults()
  const gone = new Map<string, number>()
  let [seals, events] = [0, 0]
  for await (const some of readChain(db, kept, faults)) {
    for (const together of inBatches(some)) {
      const { quarter } = first(together, 'together')
      const found = await lookAtPlaces(db, together)
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
      faults.add({ what: 'removed', says: `all ${count} events of the quarter ${quarter}, which is kept` })
  const waiting = await findInserted(db, faults, onProgress)
  const letGo = [...gone.values()].reduce((sum, count) => sum + count, 0)
  return { seals, events, letGo, waiting, faults: faults.list, faultCount: faults.count }
}

/** Those that follow one another and are of one quarter, about as many events as are compared at once. */
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

/** Whether retention lets go of it: `days` after its end. */
async function mayBeGone(db: Kysely<Tables>, quarter: string, days: number | null): Promise<boolean> {
  if (days === null) return false
  const { rows } = await sql<{ over: boolean }>`
    select make_timestamptz(${quarter.slice(0, 4)}::integer, ${quarter.slice(5)}::integer * 3 - 2, 1, 0, 0, 0, 'UTC')
      + interval '3 months' <= now() - ${Math.max(days, least)}::integer * interval '1 day' as over`.execute(
    db,
  )
  return first(rows, 'rows').over
}
