import { availableParallelism } from 'node:os'
import { rateLimited } from './errors.ts'

/**
 * A caller is known if they have a session or a correct code, or use a browser that has signed in before.
 * Other callers are strangers.
 */
export type Caller = 'known' | 'stranger'

/** A slot in the queue for the CPU cores that compute password hashes. */
export interface HashQueueSlot {
  /**
   * Waits until the attempt can start. Known callers do not wait. Only a few attempts of strangers run at
   * once, so that the database stays available to everyone else. Networks take turns, so an attempt does not
   * wait for all attempts of one busy network.
   */
  begin(network: string): Promise<void>
  /** Waits for a CPU core and runs the work. Known callers have priority. */
  run<T>(work: () => Promise<T>): Promise<T>
  release(): void
}

// Number of CPU cores, which is also the number of hashes that are computed at once. More than one hash per
// core would slow all of them down, and each hash needs 19 MiB of memory.
const cores = availableParallelism()
/**
 * Maximum number of slots for each kind of caller. At 12 ms per hash, strangers wait at most half a second if
 * no known caller is waiting.
 */
const slots: Record<Caller, number> = { known: 200 * cores, stranger: 40 * cores }
const taken: Record<Caller, number> = { known: 0, stranger: 0 }
const waiting: Record<Caller, (() => void)[]> = { known: [], stranger: [] }
let running = 0
const strangersAtOnce = 2 * cores
const waitingNetworks = new Map<string, (() => void)[]>()
let strangersRunning = 0

/**
 * Takes a slot. Throws RATE_LIMITED if the queue is full. Must be called before attempts are counted or
 * passwords are hashed.
 */
export function takeSlot(caller: Caller): HashQueueSlot {
  if (taken[caller] >= slots[caller]) throw rateLimited(1)
  taken[caller] += 1
  let counted = false
  return {
    async begin(network) {
      if (caller === 'known') return
      if (strangersRunning < strangersAtOnce) strangersRunning += 1
      else {
        const { promise, resolve } = Promise.withResolvers<void>()
        waitingNetworks.set(network, [...(waitingNetworks.get(network) ?? []), resolve])
        await promise
      }
      counted = true
    },
    async run(work) {
      if (running >= cores) await new Promise<void>((go) => waiting[caller].push(go))
      else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.known.shift() ?? waiting.stranger.shift()
        if (next) next()
        else running -= 1
      }
    },
    release() {
      taken[caller] -= 1
      if (!counted) return
      const next = nextWaiting()
      if (next) next()
      else strangersRunning -= 1
    },
  }
}

/** Returns the first waiting attempt of the next network and moves that network to the end of the queue. */
function nextWaiting(): (() => void) | undefined {
  const [next] = waitingNetworks
  if (!next) return undefined
  const [network, [first, ...others]] = next
  waitingNetworks.delete(network)
  if (others.length) waitingNetworks.set(network, others)
  return first
}
