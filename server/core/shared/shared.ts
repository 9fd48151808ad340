import { required } from '../../../contract/required.ts'
import type { Database } from '../../db/open.ts'

/**
 * A result is valid for its computation time multiplied by this factor. Repeated computations thus use at
 * most 1 % of a database core.
 */
const validityFactor = 100
/** Maximum number of milliseconds for which a result is valid, regardless of its computation time. */
const longestValidity = 5 * 60_000
/** Milliseconds after which a result is too old to be returned while a new one is computed. */
const tooOld = 60 * 60_000
/** Maximum number of results stored for one database. If there are more, the oldest are dropped. */
const mostResults = 1_000

interface Entry<Result> {
  result?: { value: Result; at: number; validUntil: number }
  pending?: Promise<Result> | undefined
}

/**
 * Returns a function that computes one result per key (an organization's id) and shares it with all callers
 * on this server. While an expired result is recomputed, callers get the expired one, so only the first
 * caller of a key waits. Results for which `isSmall` returns true are not stored, so they are always up to
 * date.
 */
export function sharedComputation<Result>(
  compute: (db: Database, key: string) => Promise<Result>,
  isSmall: (result: Result) => boolean,
): (db: Database, key: string) => Promise<Result> {
  const stored = new WeakMap<Database, Map<string, Entry<Result>>>()

  async function refresh(db: Database, key: string, entries: Map<string, Entry<Result>>): Promise<Result> {
    const begin = performance.now()
    const value = await compute(db, key)
    const at = performance.now()
    entries.delete(key)
    if (isSmall(value)) return value
    const validity = Math.min((at - begin) * validityFactor, longestValidity)
    entries.set(key, { result: { value, at, validUntil: at + validity } })
    if (entries.size > mostResults) entries.delete(required(entries.keys().next().value, 'first key'))
    return value
  }

  return async (db, key) => {
    const entries = stored.get(db) ?? new Map<string, Entry<Result>>()
    stored.set(db, entries)
    const entry: Entry<Result> = entries.get(key) ?? {}
    const now = performance.now()
    const { result } = entry
    if (result && now < result.validUntil) return result.value
    if (!entry.pending) {
      entry.pending = refresh(db, key, entries)
      entries.set(key, entry)
      // If the computation fails, waiting callers get the error, and the next call starts a new computation.
      // To free memory, remove a key that has no result.
      entry.pending.catch(() => {
        entry.pending = undefined
        if (!entry.result && entries.get(key) === entry) entries.delete(key)
      })
    }
    return result && now < result.at + tooOld ? result.value : entry.pending
  }
}
