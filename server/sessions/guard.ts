import type { Kysely, RawBuilder } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { first } from '../../contract/required.ts'
import { AppError } from '../core/errors.ts'
import { type HashQueueSlot, takeSlot } from '../core/hash-queue.ts'
import {
  type Limit,
  type Limiter,
  type LimitKey,
  type Lock,
  ProofOfWorkDue,
  type Refund,
} from '../core/limit.ts'
import type { ProofOfWork, ProofRequest } from '../core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { isKnownBrowser } from './known-browsers.ts'

const day = 86_400

/** A sign-in attempt. It counts as failed until `succeeded` is called. */
export interface Attempt {
  /** Marks the attempt as successful and refunds it, so that it no longer counts. */
  succeeded(query: Kysely<Tables>): Promise<void>
  /** Returns CTEs that have the same effect as `succeeded` if `condition` is true. */
  successCtes(condition: RawBuilder<unknown>): RawBuilder<unknown>
}

export interface Guard {
  /**
   * Counts a password attempt for `subject`, then runs `work` in its slot of the hash queue. `subject` is an
   * account id, or a substitute for the login ID if no account exists. All password checks share this limit.
   * Throws RATE_LIMITED or PROOF_REQUIRED without calling `work`.
   */
  attempt<T>(
    subject: string,
    due: ProofRequest,
    request: RequestInfo,
    work: (attempt: Attempt & { slot: HashQueueSlot }) => Promise<T>,
  ): Promise<T>
  /**
   * Counts an attempt and then checks the password. Returns whether the password is correct. Throws
   * RATE_LIMITED or PROOF_REQUIRED.
   */
  check(
    accountId: string,
    due: ProofRequest,
    request: RequestInfo,
    isCorrect: (slot: HashQueueSlot) => Promise<boolean>,
  ): Promise<boolean>
  /**
   * Counts a sign-in with a code that was sent to the phone of `subject`. Wrong passwords do not lock this
   * sign-in method. Throws RATE_LIMITED or PROOF_REQUIRED.
   */
  attemptCode(subject: string, due: ProofRequest, request: RequestInfo): Promise<Attempt>
  /**
   * Counts an attempt to pass a second factor. Its limits are separate from the limits on passwords. An
   * attacker who knows the password and guesses codes therefore locks neither password sign-ins nor the
   * owner's browsers. Throws RATE_LIMITED or PROOF_REQUIRED.
   */
  attemptFactor(accountId: string, due: ProofRequest, request: RequestInfo): Promise<Attempt>
  /** Counts a passkey sign-in without a username. Throws RATE_LIMITED. */
  admitPasskey(request: RequestInfo): Promise<void>
  /**
   * Resets the account's counts after its owner has proved their identity with a code that was sent to their
   * phone.
   */
  clear(query: Kysely<Tables>, accountId: string, request: RequestInfo): Promise<void>
}

/**
 * Limits the guessing of passwords and codes:
 *
 * - Ten wrong passwords from one network lock the account for this network. The first lock lasts 15 minutes,
 * and each further lock twice as long, up to a day. A hundred wrong passwords a day lock the account for all
 * networks.
 * - Browsers that are unknown to the account share 100 attempts per network in 15 minutes, over all accounts.
 * - A browser that has signed in to the account before has ten attempts of its own. Only an attacker with a
 * stolen cookie can therefore lock the owner out.
 * - Once half of a limit is used, each attempt requires a proof of work of increasing difficulty.
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
  const inProgress = new Map<string, Set<Promise<void>>>()
  const budgets = createBudgets(limiter)

  function startAttempt(subject: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const tries = inProgress.get(subject) ?? new Set()
    inProgress.set(subject, tries.add(promise))
    return () => {
      tries.delete(promise)
      if (!tries.size) inProgress.delete(subject)
      resolve()
    }
  }

  /**
   * Counts an attempt, first against the limit of the network. Returns a function that ends the attempt.
   * Attempts in progress count as failed but are refunded if they succeed. An attempt that exceeds a limit
   * therefore waits for those in progress and tries again.
   */
  async function count(subject: string, limits: Limit[]): Promise<() => void> {
    try {
      await budgets.take(db.query, ...limits)
      return startAttempt(subject)
    } catch (error) {
      const tries = inProgress.get(subject)
      const exceeded = exceededKind(error)
      if (!tries || exceeded === networkKind || !(exceeded || error instanceof ProofOfWorkDue)) throw error
      await Promise.all(tries)
      return count(subject, exceeded ? limits.filter(({ kind }) => kind !== networkKind) : limits)
    }
  }

  const limitsOf = (subject: string, known: boolean, request: RequestInfo) =>
    known ? [browserLock(subject, request)] : [networkLock(subject, request), dailyLimit(subject)]

  const guard: Guard = {
    async attempt(subject, due, request, work) {
      const known = await isKnownBrowser(db.query, subject, request.browserToken)
      const accountLimits = limitsOf(subject, known, request)
      const counted = known ? accountLimits : [networkLimit(networkKind, request), ...accountLimits]
      return proofOfWork.collect(db.query, due, counted, async (paid) => {
        const endAttempt = await count(subject, withPaid(counted, paid))
        try {
          const slot = await takeSlotOrRefund(known, () => budgets.giveBack(db.query, ...counted))
          try {
            await slot.begin(request.network)
            return await work({ ...createAttempt(budgets, refundsOf(counted)), slot })
          } finally {
            slot.release()
          }
        } finally {
          endAttempt()
        }
      })
    },

    check: (accountId, due, request, isCorrect) =>
      guard.attempt(accountId, due, request, async (attempt) => {
        if (!(await isCorrect(attempt.slot))) return false
        await db.transaction((tx) => attempt.succeeded(tx))
        return true
      }),

    async attemptCode(subject, due, request) {
      const known = await isKnownBrowser(db.query, subject, request.browserToken)
      const counted = known ? [] : [networkLimit('sign-in-code', request)]
      await proofOfWork.collect(db.query, due, counted, (paid) =>
        budgets.take(db.query, ...withPaid(counted, paid)),
      )
      return createAttempt(budgets, counted)
    },

    async attemptFactor(accountId, due, request) {
      const known = await isKnownBrowser(db.query, accountId, request.browserToken)
      const counted = limitsOf(`factor|${accountId}`, known, request)
      await proofOfWork.collect(db.query, due, counted, (paid) =>
        limiter.take(db.query, ...withPaid(counted, paid)),
      )
      return createAttempt(limiter, refundsOf(counted))
    },

    admitPasskey: (request) => budgets.take(db.query, networkLimit('sign-in-passkey', request)),

    clear: (query, accountId, request) =>
      limiter.giveBack(
        query,
        ...limitsOf(accountId, false, request).map((limit) => ({ ...limit, all: true })),
      ),
  }
  return guard
}

type Budgets = Pick<Limiter, 'take' | 'giveBack' | 'refundCtes'>

const createAttempt = (budgets: Pick<Budgets, 'giveBack' | 'refundCtes'>, counts: Refund[]): Attempt => ({
  succeeded: (query) => budgets.giveBack(query, ...counts),
  successCtes: (condition) => budgets.refundCtes(counts, condition),
})

/**
 * Returns a slot in the hash queue. If the queue is full, throws RATE_LIMITED and refunds the attempt,
 * because no password was checked.
 */
async function takeSlotOrRefund(known: boolean, giveBack: () => Promise<void>): Promise<HashQueueSlot> {
  try {
    return takeSlot(known ? 'known' : 'stranger')
  } catch (error) {
    await giveBack()
    throw error
  }
}

/**
 * Wraps the limiter for limits per network. Such a limit is a single database row. During an attack, many
 * connections would wait for this row and block all other requests. Each server therefore updates the row
 * over one connection at a time, and stops updating it for one second after the limit was reached.
 */
function createBudgets(limiter: Limiter): Budgets {
  const exhausted = new Map<string, { error: unknown; until: number }>()
  const pending = new Map<string, Promise<unknown>>()
  const keyOf = ({ kind, subject }: LimitKey) => `${kind}|${subject}`

  const forgetExhausted = (counts: readonly LimitKey[]): void => {
    for (const counted of counts) exhausted.delete(keyOf(counted))
  }

  async function takeOne(query: Kysely<Tables>, key: string, limits: Limit[]): Promise<void> {
    const known = exhausted.get(key)
    if (known && performance.now() < known.until) throw known.error
    exhausted.delete(key)
    try {
      await limiter.take(query, ...limits)
    } catch (error) {
      if (exhausted.size > 10_000) exhausted.clear()
      if (exceededKind(error) === first(limits, 'limits').kind)
        exhausted.set(key, { error, until: performance.now() + 1_000 })
      throw error
    }
  }

  return {
    async take(query, ...limits) {
      const [first] = limits
      if (!first?.perNetwork) return limits.length ? limiter.take(query, ...limits) : undefined
      const key = keyOf(first)
      const taken = (pending.get(key) ?? Promise.resolve()).then(() => takeOne(query, key, limits))
      const settled = taken.catch(() => {})
      pending.set(key, settled)
      try {
        await taken
      } finally {
        if (pending.get(key) === settled) pending.delete(key)
      }
    },
    async giveBack(query, ...counts) {
      forgetExhausted(counts)
      await limiter.giveBack(query, ...counts)
    },
    refundCtes(counts, condition) {
      forgetExhausted(counts)
      return limiter.refundCtes(counts, condition)
    },
  }
}

const withPaid = (limits: Limit[], paid: number): Limit[] => limits.map((limit) => ({ ...limit, paid }))

/**
 * Returns the refunds for a successful attempt. It refunds the entire count of a lock, and one attempt of
 * every other limit.
 */
const refundsOf = (counted: (Limit | Lock)[]) =>
  counted.map((limit) => ({ ...limit, all: 'longest' in limit }))

/** Returns the kind of the exceeded limit, or undefined if the error has another cause. */
const exceededKind = (error: unknown): string | undefined =>
  error instanceof AppError && error.code === 'RATE_LIMITED' ? error.details.limit : undefined

const networkKind = 'sign-in-network'

const lock = (kind: string, subject: string): Lock => ({
  kind,
  subject,
  max: limits.signIn.tries,
  window: limits.signIn.window,
  longest: day,
})
const browserLock = (subject: string, request: RequestInfo) =>
  lock('sign-in-device', `${subject}|${request.browserToken}`)
const networkLock = (subject: string, request: RequestInfo) =>
  lock('sign-in', `${subject}|${request.network}`)
const dailyLimit = (subject: string): Limit => ({
  kind: 'sign-in-day',
  subject,
  max: limits.signIn.perDay,
  window: day,
})
const networkLimit = (kind: string, { network }: RequestInfo): Limit => ({
  kind,
  subject: network,
  max: limits.signIn.perNetwork,
  window: limits.signIn.window,
  perNetwork: true,
})
