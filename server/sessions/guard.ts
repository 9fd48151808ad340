import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { AppError } from '../core/errors.ts'
import { type Place, takePlace } from '../core/hash-queue.ts'
import { type Counted, type Limit, type Limiter, type Lock, TollDue } from '../core/limit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Due, Toll } from '../core/toll/toll.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { isKnownBrowser } from './known-browsers.ts'

const day = 86_400

/** One try to sign in, counted already as if it were wrong. */
export interface Attempt {
  /** It was right: takes the count back. */
  succeeded(query: Kysely<Tables>): Promise<void>
}

export interface Guard {
  /**
   * Counts a try at the password of `who` (an account's id; where there is no such account, what stands for its
   * login id), then has `work` make it, in its place in the queue. Every way to try a password of an account uses this one
   * budget. Throws RATE_LIMITED, PROOF_REQUIRED, and then `work` was not called.
   */
  attempt<T>(
    who: string,
    due: Due,
    request: RequestInfo,
    work: (attempt: Attempt & { place: Place }) => Promise<T>,
  ): Promise<T>
  /** Counts, then checks: true where the password is right. Throws RATE_LIMITED, PROOF_REQUIRED. */
  check(
    accountId: string,
    due: Due,
    request: RequestInfo,
    isRight: (place: Place) => Promise<boolean>,
  ): Promise<boolean>
  /** Counts a sign-in by a code to the phone of `who`, which no wrong password locks. Throws RATE_LIMITED, PROOF_REQUIRED. */
  attemptCode(who: string, due: Due, request: RequestInfo): Promise<Attempt>
  /**
   * Counts a try at a second factor, in a budget of its own that is shared out as that of passwords: who knows a password
   * and guesses codes locks neither the owner's browsers nor their password. Throws RATE_LIMITED, PROOF_REQUIRED.
   */
  attemptFactor(accountId: string, due: Due, request: RequestInfo): Promise<Attempt>
  /** Before somebody is asked for a passkey who has not said who they are. Throws RATE_LIMITED. */
  admitPasskey(request: RequestInfo): Promise<void>
  /** After the owner of the account has proved to be that in another way, by a code to the phone. */
  clear(query: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<void>
}

/**
 * Against guessing: 10 wrong passwords lock an account for the network that they came from (15 minutes, then twice as
 * long each time, a day at most), 100 a day lock it for all. From browsers that no account in question knows, a network
 * has 100 tries in 15 minutes over all accounts. None of them reaches a browser that has signed in to the account
 * before: that has 10 tries of its own, so that only a stolen cookie could lock an owner out. From half of each on a try is
 * paid with work, more of it for each further one.
 */
export function createGuard({ db, limiter, toll }: { db: Database; limiter: Limiter; toll: Toll }): Guard {
  /** Counted tries under way on this node, by whose password it is. */
  const ongoing = new Map<string, Set<Promise<void>>>()
  const budgets = createBudgets(limiter)

  function beginTry(who: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const tries = ongoing.get(who) ?? new Set()
    ongoing.set(who, tries.add(promise))
    return () => {
      tries.delete(promise)
      if (!tries.size) ongoing.delete(who)
      resolve()
    }
  }

  interface Try {
    who: string
    near: Lock
    /** What else counts it, where the browser is not known. */
    all: Limit[]
  }

  async function once<T>({ who, near, all }: Try, work: (attempt: Attempt) => Promise<T>): Promise<T> {
    await limiter.attempt(db.query, near)
    const endTry = beginTry(who)
    try {
      if (all.length) await limiter.take(db.query, { ...inAll(who), ...paidAs(near) })
      return await work({ succeeded: (query) => budgets.giveBack(query, { all: [near], one: all }) })
    } catch (error) {
      // Nothing was tried.
      if (error instanceof TollDue) await limiter.giveBack(db.query, { one: [near] })
      throw error
    } finally {
      endTry()
    }
  }

  /** The network's budget is asked first: what is refused by it takes no place that others wait for. */
  async function queue(known: boolean, budget: Limit): Promise<Place> {
    if (known) return takePlace('known')
    await budgets.take(db.query, budget)
    try {
      return takePlace('stranger')
    } catch (error) {
      await budgets.giveBack(db.query, { one: [budget] })
      throw error
    }
  }

  const guard: Guard = {
    async attempt(who, due, request, work) {
      const known = await isKnownBrowser(db.query, who, request.browserToken)
      const budget = ofNetwork('sign-in-network', request)
      const near = known ? fromDevice(who, request) : fromNetwork(who, request)
      const all = known ? [] : [inAll(who), budget]
      return toll.collect(db.query, due, [near, ...all], async (paid) => {
        const place = await queue(known, { ...budget, paid })
        try {
          await place.begin(request.network)
          for (;;) {
            try {
              const one: Try = { who, near: { ...near, paid }, all }
              return await once(one, (attempt) => work({ ...attempt, place }))
            } catch (error) {
              const tries = ongoing.get(who)
              if (!tries || !(isFull(error) || error instanceof TollDue)) throw error
              // Each of them counts as a wrong one, and may yet turn out right and make room.
              await Promise.all(tries)
            }
          }
        } catch (error) {
          if (error instanceof TollDue && !known) await budgets.giveBack(db.query, { one: [budget] })
          throw error
        } finally {
          place.leave()
        }
      })
    },

    check: (accountId, due, request, isRight) =>
      guard.attempt(accountId, due, request, async (attempt) => {
        if (!(await isRight(attempt.place))) return false
        await db.transaction((tx) => attempt.succeeded(tx))
        return true
      }),

    async attemptCode(who, due, request) {
      const known = await isKnownBrowser(db.query, who, request.browserToken)
      const counted = known ? [] : [ofNetwork('sign-in-code', request)]
      await toll.collect(db.query, due, counted, async (paid) => {
        for (const budget of counted) await budgets.take(db.query, { ...budget, paid })
      })
      return { succeeded: (query) => budgets.giveBack(query, { one: counted }) }
    },

    async attemptFactor(accountId, due, request) {
      const who = `factor|${accountId}`
      const known = await isKnownBrowser(db.query, accountId, request.browserToken)
      const near = known ? fromDevice(who, request) : fromNetwork(who, request)
      const one = known ? [] : [inAll(who)]
      await toll.collect(db.query, due, [near, ...one], async (paid) => {
        await limiter.attempt(db.query, { ...near, paid })
        try {
          for (const budget of one) await limiter.take(db.query, { ...budget, paid })
        } catch (error) {
          if (error instanceof TollDue) await limiter.giveBack(db.query, { one: [near] })
          throw error
        }
      })
      return { succeeded: (query) => limiter.giveBack(query, { all: [near], one }) }
    },

    admitPasskey: (request) => budgets.take(db.query, ofNetwork('sign-in-passkey', request)),

    clear: (query, accountId, request) =>
      limiter.giveBack(query, { all: [fromNetwork(accountId, request), inAll(accountId)] }),
  }
  return guard
}

/**
 * At a network's budget there is one row in the database, where all the connections of a guesser would wait for one
 * another, and everyone else for a connection. So each node asks for it one at a time, and where it is used up not
 * again for a second.
 */
function createBudgets(limiter: Limiter): Pick<Limiter, 'take' | 'giveBack'> {
  const usedUp = new Map<string, { error: unknown; until: number }>()
  const asking = new Map<string, Promise<unknown>>()
  const keyOf = ({ kind, who }: Counted) => `${kind}|${who}`

  async function ask(query: Kysely<Tables>, budget: Limit): Promise<void> {
    const known = usedUp.get(keyOf(budget))
    if (known && performance.now() < known.until) throw known.error
    usedUp.delete(keyOf(budget))
    try {
      await limiter.take(query, budget)
    } catch (error) {
      if (usedUp.size > 10_000) usedUp.clear()
      if (isFull(error)) usedUp.set(keyOf(budget), { error, until: performance.now() + 1_000 })
      throw error
    }
  }

  return {
    async take(query, budget) {
      const key = keyOf(budget)
      const asked = (asking.get(key) ?? Promise.resolve()).then(() => ask(query, budget))
      const settled = asked.catch(() => {})
      asking.set(key, settled)
      try {
        await asked
      } finally {
        if (asking.get(key) === settled) asking.delete(key)
      }
    },
    async giveBack(query, counts) {
      for (const counted of counts.one ?? []) usedUp.delete(keyOf(counted))
      if (counts.one?.length || counts.all?.length) await limiter.giveBack(query, counts)
    },
  }
}

const paidAs = ({ paid }: Limit) => (paid === undefined ? {} : { paid })

const isFull = (error: unknown) => error instanceof AppError && error.code === 'RATE_LIMITED'

const lock = (kind: string, who: string): Lock => ({
  kind,
  who,
  max: limits.signIn.tries,
  window: limits.signIn.window,
  longest: day,
})
const fromDevice = (who: string, request: RequestInfo) =>
  lock('sign-in-device', `${who}|${request.browserToken}`)
const fromNetwork = (who: string, request: RequestInfo) => lock('sign-in', `${who}|${request.network}`)
const inAll = (who: string): Limit => ({ kind: 'sign-in-day', who, max: limits.signIn.perDay, window: day })
const ofNetwork = (kind: string, { network }: RequestInfo): Limit => ({
  kind,
  who: network,
  max: limits.signIn.perNetwork,
  window: limits.signIn.window,
  perNetwork: true,
})
