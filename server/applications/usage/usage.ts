import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../db/open.ts'
import { type Refusal, saveUsage, type UsageCounts } from './store.ts'

/** Counts sign-ins and refusals of applications. */
export interface Usage {
  /** Counts a sign-in of a user, or a token that a client obtained with its own credentials. */
  signedIn(applicationId: string): void
  refused(applicationId: string, refusal: Refusal): void
  /**
   * Stops the current wait and writes the pending counts. Requests that are counted after this call are still
   * written.
   */
  stop(): Promise<void>
}

/** Milliseconds between two database writes. */
const every = 2_000
/**
 * Maximum number of different refusals per application that one write stores with details. Further refusals
 * only add to the total.
 */
const mostKinds = 20

/**
 * Collects counts in memory and writes them every two seconds, as one row per application and hour. The first
 * count is written immediately. Callers never wait for a write. If a write fails, its counts are added to the
 * next write. If a server is killed, at most the counts of the last two seconds are lost.
 */
export function createUsage({ db, log }: { db: Database; log: Pick<Logger, 'warn'> }): Usage {
  let pending = new Map<string, UsageCounts>()
  let writing: Promise<void> | undefined
  let waiting = new AbortController()
  let stopping = false

  function notedOf(id: string): UsageCounts {
    const counts = pending.get(id) ?? { signedIn: 0, failed: 0, refusals: new Map() }
    pending.set(id, counts)
    return counts
  }

  function add(id: string, { signedIn, failed, refusals }: UsageCounts): void {
    const counts = notedOf(id)
    counts.signedIn += signedIn
    counts.failed += failed
    for (const [key, { count, ...refusal }] of refusals) {
      const known = counts.refusals.get(key)
      if (known) known.count += count
      else if (counts.refusals.size < mostKinds) counts.refusals.set(key, { ...refusal, count })
    }
  }

  async function write(): Promise<void> {
    const taken = pending
    pending = new Map()
    try {
      await saveUsage(db, taken)
    } catch (error) {
      log.warn({ err: error }, 'could not write application usage; will retry')
      for (const [id, counts] of taken) add(id, counts)
    }
  }

  async function work(): Promise<void> {
    while (pending.size && !stopping) {
      await write()
      if (stopping) break
      waiting = new AbortController()
      await pause(every, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined)
    }
    writing = undefined
  }

  function note(id: string, counts: UsageCounts): void {
    add(id, counts)
    writing ??= work()
  }

  return {
    signedIn: (id) => note(id, { signedIn: 1, failed: 0, refusals: new Map() }),
    refused(id, refusal) {
      const refusals = new Map([[`${refusal.kind} ${refusal.detail}`, { ...refusal, count: 1 }]])
      note(id, { signedIn: 0, failed: 1, refusals })
    },
    async stop() {
      stopping = true
      waiting.abort()
      await writing
      if (pending.size) await write()
      stopping = false
    },
  }
}
