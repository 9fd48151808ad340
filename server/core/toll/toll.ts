import { createHmac, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { limits } from '../../../contract/limits.ts'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../errors.ts'
import { opaque, optional } from '../input.ts'
import { type Limit, type Limiter, lastStep, TollDue } from '../limit.ts'

// The work that a call is paid with where half of one of its limits is used: a challenge in the format of ALTCHA, answered
// in the call's field `proof`. It proves nothing of who calls, unlike the proofs of `reauthenticate`.

/** One call that may have to be paid for. */
export interface Due {
  /** The operation, and the number, address, name or account that it is about: what its challenges are bound to. */
  call: string
  about: string
  /** What came in the field `proof`. */
  proof: string | null | undefined
}

export interface Toll {
  /**
   * Has `run` count by `counted`, with the steps of work that the call was paid with; whatever `run` counted before it
   * throws TollDue, it takes back. Throws PROOF_REQUIRED with a new challenge where one of the limits asks for more: without
   * a proof, with a wrong one, one that was used, has run out or belongs to another call.
   */
  collect<T>(
    query: Kysely<Tables>,
    due: Due,
    counted: readonly Limit[],
    run: (paid: number) => Promise<T>,
  ): Promise<T>
}

export const isTollDue = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'PROOF_REQUIRED'

/** As an argument. */
export const tollField = () => optional(opaque(limits.toll.answer))

const { lifetime, cost, blockSize } = limits.toll
const algorithm = 'SCRYPT'
const hex = v.pipe(v.string(), v.regex(/^([0-9a-f]{2})+$/))

/** What a client sends back. Nothing of it is believed before its signature was found right. */
const payload = v.object({
  challenge: v.object({
    parameters: v.object({
      algorithm: v.literal(algorithm),
      nonce: hex,
      salt: hex,
      cost: v.literal(cost),
      memoryCost: v.literal(blockSize),
      keyLength: v.number(),
      keyPrefix: hex,
      keySignature: hex,
      data: v.object({ step: v.pipe(v.number(), v.integer()), until: v.number() }),
    }),
    signature: hex,
  }),
  solution: v.object({ counter: v.number(), derivedKey: hex }),
})

export function createToll(options: {
  limiter: Limiter
  /** Returns the deployment's secret key (base64url) and the time of the database in seconds. */
  readKey: (query: Kysely<Tables>) => Promise<{ key: string; now: number }>
  /** Of any number of calls at once with the same id one gets true. */
  useOnce: (query: Kysely<Tables>, kind: string, id: string, seconds: number) => Promise<boolean>
  /** Seconds that a challenge is good for. */
  lasts?: number
  /** At most so many derivations for the first step. */
  tries?: number
}): Toll {
  const { limiter, readKey, useOnce, lasts = lifetime, tries = limits.toll.tries } = options

  /** Another call, number or key is another secret, so that the signature binds all three and the challenge tells none. */
  function secretsOf(key: string, { call, about }: Due) {
    const derive = (use: string) =>
      createHmac('sha256', Buffer.from(key, 'base64url'))
        .update(JSON.stringify([use, call, about]))
        .digest('hex')
    return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('answer') }
  }

  /** How many steps a proof stands for; spends it. 0: it is none, of this call. */
  async function redeem(query: Kysely<Tables>, due: Due): Promise<number> {
    const given = due.proof ? read(due.proof) : null
    if (!given) return 0
    const { challenge, solution } = given
    const { key, now } = await readKey(query)
    const checked = { challenge, solution, deriveKey, ...secretsOf(key, due) }
    if (!(await verifySolution(checked)).verified) return 0
    const { step, until } = challenge.parameters.data
    if (until <= now) return 0
    return (await useOnce(query, 'Toll', challenge.signature, lasts)) ? step : 0
  }

  async function challengeOf(query: Kysely<Tables>, due: Due, step: number): Promise<Challenge> {
    const { key, now } = await readKey(query)
    return createChallenge({
      ...{ algorithm, cost, memoryCost: blockSize, deriveKey },
      // Chosen by us, so that no one has to try for longer than the longest.
      counter: randomInt(tries * 2 ** (step - 1)),
      data: { step, until: Math.floor(now) + lasts },
      ...secretsOf(key, due),
    })
  }

  return {
    async collect(query, due, counted, run) {
      const paid = await redeem(query, due)
      try {
        return await run(paid)
      } catch (error) {
        if (!(error instanceof TollDue)) throw error
        const step = Math.min(Math.max(await limiter.stepsDue(query, counted), 1), lastStep)
        throw new AppError('PROOF_REQUIRED', { challenge: await challengeOf(query, due, step) })
      }
    },
  }
}

function read(proof: string): (Payload & v.InferOutput<typeof payload>) | null {
  try {
    return v.parse(payload, JSON.parse(Buffer.from(proof, 'base64').toString()))
  } catch {
    // Whatever it is, it is no proof.
    return null
  }
}
