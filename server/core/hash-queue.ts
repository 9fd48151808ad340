import { availableParallelism } from 'node:os'
import { rateLimited } from './errors.ts'

/** known: who has shown who they are, by a browser that signed in before, a session, a code. */
export type Caller = 'known' | 'stranger'

/** A place in the queue for the cores that compute the hashes of passwords. */
export interface Place {
  /**
   * Waits until there is room for the try as a whole: a few strangers at once leave the database to everyone else. Each
   * network has its turn, so that who comes alone does not wait for all of those who come from one.
   */
  begin(network: string): Promise<void>
  /** Waits for a core: strangers until no one known waits. */
  run<T>(work: () => Promise<T>): Promise<T>
  leave(): void
}

// More at once than there are cores would only make every one of them slower, and each takes 19 MiB.
const cores = availableParallelism()
/** At 12 ms each strangers wait for half a second at most, beside those who are known. */
const places: Record<Caller, number> = { known: 200 * cores, stranger: 40 * cores }
const taken: Record<Caller, number> = { known: 0, stranger: 0 }
const waiting: Record<Caller, (() => void)[]> = { known: [], stranger: [] }
let running = 0
const strangersAtOnce = 2 * cores
const toBegin = new Map<string, (() => void)[]>()
let begun = 0

/** Throws RATE_LIMITED where the queue is full: to be asked before anything is counted or hashed. */
export function takePlace(caller: Caller): Place {
  if (taken[caller] >= places[caller]) throw rateLimited(1)
  taken[caller] += 1
  let counted = false
  return {
    async begin(network) {
      if (caller === 'known') return
      if (begun < strangersAtOnce) begun += 1
      else {
        const { promise, resolve } = Promise.withResolvers<void>()
        toBegin.set(network, [...(toBegin.get(network) ?? []), resolve])
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
    leave() {
      taken[caller] -= 1
      if (!counted) return
      const next = nextToBegin()
      if (next) next()
      else begun -= 1
    },
  }
}

/** The first of the network whose turn it is, which goes to the end. */
function nextToBegin(): (() => void) | undefined {
  const [turn] = toBegin
  if (!turn) return undefined
  const [network, [first, ...others]] = turn
  toBegin.delete(network)
  if (others.length) toBegin.set(network, others)
  return first
}
