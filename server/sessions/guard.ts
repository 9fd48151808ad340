import type { Kysely, RawBuilder } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { AppError } from '../core/errors.ts'
import { type HashQueueSlot, takeSlot } from '../core/hash-queue.ts'
import {
  type Counted,
  type Limit,
  type Limiter,
  type Lock,
  ProofOfWorkDue,
  type Refund,
} from '../core/limit.ts'
import type { Due, ProofOfWork } from '../core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { isKnownBrowser } from './known-browsers.ts'

const day = 86_400

/** One try to sign in, counted already as if it were wrong. */
export interface Attempt {
  /** It was right: takes the count back. */
  succeeded(query: Kysely<Tables>): Promise<void>
  /** Returns CTEs that do the same as `succeeded` if `condition` is true. */
  successCtes(condition: RawBuilder<unknown>): RawBuilder<unknown>
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
    work: (attempt: Attempt & { slot: HashQueueSlot }) => Promise<T>,
  ): Promise<T>
  /** Counts, then checks: true where the password is right. Throws RATE_LIMITED, PROOF_REQUIRED. */
  check(
    accountId: string,
    due: Due,
    request: RequestInfo,
    isRight: (slot: HashQueueSlot) => Promise<boolean>,
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
export function createGuard({
  db,
  limiter,
  proofOfWork,
}: {
  db: Database
  limiter: Limiter
  proofOfWork: ProofOfWork
}): Guard {
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

  /**
   * Counts a try, by the network's budget before anything of the account, and answers what ends it. A try under way counts
   * as a wrong one and may yet turn out right and make room, so a try that is refused waits for those.
   */
  async function count(who: string, limits: Limit[]): Promise<() => void> {
    try {
      await budgets.take(db.query, ...limits)
      return beginTry(who)
    } catch (error) {
      const tries = ongoing.get(who)
      const refusing = refusingKind(error)
      if (!tries || refusing === networkKind || !(refusing || error instanceof ProofOfWorkDue)) throw error
      await Promise.all(tries)
      return count(who, refusing ? limits.filter(({ kind }) => kind !== networkKind) : limits)
    }
  }

  /** What counts a try at a password or a factor of `who`. */
  const limitsOf = (who: string, known: boolean, request: RequestInfo) =>
    known ? [fromDevice(who, request)] : [fromNetwork(who, request), inAll(who)]

  const guard: Guard = {
    async attempt(who, due, request, work) {
      const known = await isKnownBrowser(db.query, who, request.browserToken)
      const own = limitsOf(who, known, request)
      const counted = known ? own : [ofNetwork(networkKind, request), ...own]
      return proofOfWork.collect(db.query, due, counted, async (paid) => {
        const endTry = await count(who, withPaid(counted, paid))
        try {
          const slot = await takePlaceOr(known, () => budgets.giveBack(db.query, ...counted))
          try {
            await slot.begin(request.network)
            return await work({ ...attemptOf(budgets, righted(counted)), slot })
          } finally {
            slot.release()
          }
        } finally {
          endTry()
        }
      })
    },

    check: (accountId, due, request, isRight) =>
      guard.attempt(accountId, due, request, async (attempt) => {
        if (!(await isRight(attempt.slot))) return false
        await db.transaction((tx) => attempt.succeeded(tx))
        return true
      }),

    async attemptCode(who, due, request) {
      const known = await isKnownBrowser(db.query, who, request.browserToken)
      const counted = known ? [] : [ofNetwork('sign-in-code', request)]
      await proofOfWork.collect(db.query, due, counted, (paid) =>
        budgets.take(db.query, ...withPaid(counted, paid)),
      )
      return attemptOf(budgets, counted)
    },

    async attemptFactor(accountId, due, request) {
      const known = await isKnownBrowser(db.query, accountId, request.browserToken)
      const counted = limitsOf(`factor|${accountId}`, known, request)
      await proofOfWork.collect(db.query, due, counted, (paid) =>
        limiter.take(db.query, ...withPaid(counted, paid)),
      )
      return attemptOf(limiter, righted(counted))
    },

    admitPasskey: (request) => budgets.take(db.query, ofNetwork('sign-in-passkey', request)),

    clear: (query, accountId, request) =>
      limiter.giveBack(
        query,
        ...limitsOf(accountId, false, request).map((limit) => ({ ...limit, all: true })),
      ),
  }
  return guard
}

type Budgets = Pick<Limiter, 'take' | 'giveBack' | 'refundCtes'>

const attemptOf = (budgets: Pick<Budgets, 'giveBack' | 'refundCtes'>, counts: Refund[]): Attempt => ({
  succeeded: (query) => budgets.giveBack(query, ...counts),
  successCtes: (condition) => budgets.refundCtes(counts, condition),
})

/** Throws RATE_LIMITED if the queue is full, and has `giveBack` take back what was counted: nothing was tried. */
async function takePlaceOr(known: boolean, giveBack: () => Promise<void>): Promise<HashQueueSlot> {
  try {
    return takeSlot(known ? 'known' : 'stranger')
  } catch (error) {
    await giveBack()
    throw error
  }
}

/**
 * A network's budget is one row of the database, where all the connections of a guesser would wait for one another, and
 * everyone else for a connection. So each node takes from it one at a time, and if it is used up, not again for a second.
 */
function createBudgets(limiter: Limiter): Budgets {
  const usedUp = new Map<string, { error: unknown; until: number }>()
  const asking = new Map<string, Promise<unknown>>()
  const keyOf = ({ kind, who }: Counted) => `${kind}|${who}`

  const forgetUsedUp = (counts: readonly Counted[]): void => {
    for (const counted of counts) usedUp.delete(keyOf(counted))
  }

  async function ask(query: Kysely<Tables>, key: string, limits: Limit[]): Promise<void> {
    const known = usedUp.get(key)
    if (known && performance.now() < known.until) throw known.error
    usedUp.delete(key)
    try {
      await limiter.take(query, ...limits)
    } catch (error) {
      if (usedUp.size > 10_000) usedUp.clear()
      if (refusingKind(error) === required(limits[0], 'item of limits').kind)
        usedUp.set(key, { error, until: performance.now() + 1_000 })
      throw error
    }
  }

  return {
    async take(query, ...limits) {
      const [first] = limits
      if (!first?.perNetwork) return limits.length ? limiter.take(query, ...limits) : undefined
      const key = keyOf(first)
      const asked = (asking.get(key) ?? Promise.resolve()).then(() => ask(query, key, limits))
      const settled = asked.catch(() => {})
      asking.set(key, settled)
      try {
        await asked
      } finally {
        if (asking.get(key) === settled) asking.delete(key)
      }
    },
    async giveBack(query, ...counts) {
      forgetUsedUp(counts)
      await limiter.giveBack(query, ...counts)
    },
    refundCtes(counts, condition) {
      forgetUsedUp(counts)
      return limiter.refundCtes(counts, condition)
    },
  }
}

const withPaid = (limits: Limit[], paid: number): Limit[] => limits.map((limit) => ({ ...limit, paid }))

/** What a right try gives back: of the locks all, of the rest its own. */
const righted = (counted: (Limit | Lock)[]) => counted.map((limit) => ({ ...limit, all: 'longest' in limit }))

/** The kind of the limit that is full; undefined if the error is none of a limit. */
const refusingKind = (error: unknown): string | undefined =>
  error instanceof AppError && error.code === 'RATE_LIMITED' ? error.details.limit : undefined

const networkKind = 'sign-in-network'

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
