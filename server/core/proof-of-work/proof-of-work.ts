import { createHmac, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { limits } from '../../../contract/limits.ts'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../errors.ts'
import { opaque, optional } from '../input.ts'
import { type Limit, type Limiter, lastStep, ProofOfWorkDue } from '../limit.ts'

// Proof of work: once half of a limit is used, the field `proof` of a call must contain the solution of an
// ALTCHA challenge. It is unrelated to the proof of identity (`reauthenticate`).

/** A call that may require a proof of work. */
export interface ProofRequest {
  /**
   * `call` is the operation, and `about` is the phone, address, name or account that the operation concerns.
   * A challenge is valid only for this combination.
   */
  call: string
  about: string
  /** Value of the call's field `proof`, which contains the solution of a challenge. */
  proof: string | null | undefined
}

export interface ProofOfWork {
  /**
   * Calls `run` with the number of steps that the proof is worth. `run` must count the call against the
   * limits in `counted`, and undo its counts before it throws ProofOfWorkDue. `collect` then throws
   * PROOF_REQUIRED with a new challenge. A proof is worth 0 steps if it is missing, wrong, expired, already
   * used or intended for another call.
   */
  collect<T>(
    query: Kysely<Tables>,
    due: ProofRequest,
    counted: readonly Limit[],
    run: (paid: number) => Promise<T>,
  ): Promise<T>
}

export const isProofOfWorkDue = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'PROOF_REQUIRED'

/** Returns the schema of the optional GraphQL argument `proof`. */
export const proofOfWorkField = () => optional(opaque(limits.proofOfWork.answer))

const { lifetime, cost, blockSize } = limits.proofOfWork
const algorithm = 'SCRYPT'
const hex = v.pipe(v.string(), v.regex(/^([0-9a-f]{2})+$/))

/** Payload of a client's solution. Its content is trusted only after the signature has been verified. */
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

export function createProofOfWork(options: {
  limiter: Limiter
  /** Returns the deployment's secret key (base64url) and the database time in seconds. */
  readKey: (query: Kysely<Tables>) => Promise<{ key: string; now: number }>
  /** Marks an id as used for this many seconds. Returns true only for the first call with this id. */
  useOnce: (query: Kysely<Tables>, kind: string, id: string, seconds: number) => Promise<boolean>
  /** Lifetime of a challenge in seconds. */
  lasts?: number
  /** Maximum number of key derivations that a client needs at the lowest difficulty. */
  tries?: number
}): ProofOfWork {
  const { limiter, readKey, useOnce, lasts = lifetime, tries = limits.proofOfWork.tries } = options

  /**
   * Derives the signing secrets from the key, `call` and `about`. The signature thus binds the challenge to
   * `call` and `about` without revealing either.
   */
  function secretsOf(key: string, { call, about }: ProofRequest) {
    const derive = (use: string) =>
      createHmac('sha256', Buffer.from(key, 'base64url'))
        .update(JSON.stringify([use, call, about]))
        .digest('hex')
    return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('answer') }
  }

  /**
   * Returns the number of steps that the proof is worth and marks it as used. Returns 0 if the proof is not
   * valid for this call.
   */
  async function redeem(query: Kysely<Tables>, due: ProofRequest): Promise<number> {
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

  async function challengeOf(query: Kysely<Tables>, due: ProofRequest, step: number): Promise<Challenge> {
    const { key, now } = await readKey(query)
    return createChallenge({
      ...{ algorithm, cost, memoryCost: blockSize, deriveKey },
      // The client searches for this counter. The server chooses it, so that the search never takes longer
      // than the maximum.
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
        if (!(error instanceof ProofOfWorkDue)) throw error
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
    // Malformed values count as a missing proof.
    return null
  }
}
