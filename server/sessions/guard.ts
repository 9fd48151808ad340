import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
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
   * login id) before the password is looked at. Every way to try a password of an account uses this one budget.
   * Throws RATE_LIMITED.
   */
  attempt(who: string, request: RequestInfo): Promise<Attempt>
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
  const guard: Guard = {
    async attempt(who, request) {
      if (await isKnownDevice(db.query, who, request.deviceToken)) {
        const own = lock('sign-in-device', `${who}|${request.deviceToken}`)
        await limiter.attempt(db.query, own)
        return { succeeded: (query) => limiter.forget(query, own) }
      }
      const near = fromNetwork(who, request)
      const total = inAll(who)
      await limiter.attempt(db.query, near)
      await limiter.take(db.query, total)
      return {
        async succeeded(query) {
          await limiter.forget(query, near)
          await limiter.giveBack(query, total)
        },
      }
    },

    async check(accountId, request, isRight) {
      const attempt = await guard.attempt(accountId, request)
      if (!(await isRight())) return false
      await db.transaction((tx) => attempt.succeeded(tx))
      return true
    },

    async clear(query, accountId, request) {
      await limiter.forget(query, fromNetwork(accountId, request))
      await limiter.forget(query, inAll(accountId))
    },
  }
  return guard
}

const lock = (kind: string, who: string): Lock => ({
  kind,
  who,
  max: limits.signIn.tries,
  window: limits.signIn.window,
  longest: day,
})
const fromNetwork = (who: string, request: RequestInfo) => lock('sign-in', `${who}|${request.network}`)
const inAll = (who: string) => ({ kind: 'sign-in-day', who, max: limits.signIn.perDay, window: day })
