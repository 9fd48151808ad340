import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { AppError } from '../core/errors.ts'
import type { Limiter, Lock } from '../core/limit.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { isKnownDevice } from './devices.ts'

const day = 86_400

/** One try at a password, counted already as if it were wrong. */
export interface Attempt {
  /** The password was right: takes the count back. */
  succeeded(query: Kysely<Tables>): Promise<void>
}

export interface Guard {
  /**
   * Counts a try at the password of `who` (an account's id; where there is no such account, what stands for its
   * login id), then has `work` make it. Every way to try a password of an account uses this one budget. Throws
   * RATE_LIMITED, and then `work` was not called.
   */
  attempt<T>(who: string, request: RequestInfo, work: (attempt: Attempt) => Promise<T>): Promise<T>
  /** Counts, then checks: true where the password is right. Throws RATE_LIMITED. */
  check(accountId: string, request: RequestInfo, isRight: () => Promise<boolean>): Promise<boolean>
  /** After the owner of the account has proved to be that in another way, by a code to the phone. */
  clear(query: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<void>
}

/**
 * Against guessing: 10 wrong passwords lock an account for the network that they came from (15 minutes, then twice as
 * long each time, a day at most), 100 a day lock it for all. Neither reaches a browser that has signed in to the
 * account before: that has 10 tries of its own, so nobody locks an owner out who has not stolen that cookie.
 */
export function createGuard({ db, limiter }: { db: Database; limiter: Limiter }): Guard {
  /** Counted tries under way on this node, by whose password it is. */
  const ongoing = new Map<string, Set<Promise<void>>>()

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

  async function once<T>(
    who: string,
    request: RequestInfo,
    work: (attempt: Attempt) => Promise<T>,
  ): Promise<T> {
    const known = await isKnownDevice(db.query, who, request.deviceToken)
    const near = known ? fromDevice(who, request) : fromNetwork(who, request)
    await limiter.attempt(db.query, near)
    const endTry = beginTry(who)
    try {
      if (!known) await limiter.take(db.query, inAll(who))
      return await work({
        succeeded: (query) => limiter.giveBack(query, { all: [near], one: known ? [] : [inAll(who)] }),
      })
    } finally {
      endTry()
    }
  }

  const guard: Guard = {
    async attempt(who, request, work) {
      for (;;) {
        try {
          return await once(who, request, work)
        } catch (error) {
          const tries = ongoing.get(who)
          if (!tries || !isFull(error)) throw error
          // Each of them counts as a wrong one, and may yet turn out right and make room.
          await Promise.all(tries)
        }
      }
    },

    check: (accountId, request, isRight) =>
      guard.attempt(accountId, request, async (attempt) => {
        if (!(await isRight())) return false
        await db.transaction((tx) => attempt.succeeded(tx))
        return true
      }),

    clear: (query, accountId, request) =>
      limiter.giveBack(query, { all: [fromNetwork(accountId, request), inAll(accountId)] }),
  }
  return guard
}

const isFull = (error: unknown) => error instanceof AppError && error.code === 'RATE_LIMITED'

const lock = (kind: string, who: string): Lock => ({
  kind,
  who,
  max: limits.signIn.tries,
  window: limits.signIn.window,
  longest: day,
})
const fromDevice = (who: string, request: RequestInfo) =>
  lock('sign-in-device', `${who}|${request.deviceToken}`)
const fromNetwork = (who: string, request: RequestInfo) => lock('sign-in', `${who}|${request.network}`)
const inAll = (who: string) => ({ kind: 'sign-in-day', who, max: limits.signIn.perDay, window: day })
