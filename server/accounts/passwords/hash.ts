import { hash, verify } from '@node-rs/argon2'
import { type HashQueueSlot, takeSlot } from '../../core/hash-queue.ts'
import { foldWidth } from '../../core/text.ts'

/**
 * The argon2id parameters that the OWASP Password Storage Cheat Sheet recommends: 19 MiB, 2 passes, 1 lane. A
 * hash takes about 10 ms on one core.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  const slot = takeSlot('known')
  try {
    return await slot.run(work)
  } finally {
    slot.release()
  }
}

/** Hashes a password and returns a PHC string. Throws RATE_LIMITED if the queue is full. */
export const hashPassword = (plain: string): Promise<string> => inQueue(() => hash(foldWidth(plain), cost))

let decoy: Promise<string> | undefined

/**
 * Returns whether the password matches the hash. If `hashed` is null, returns false after the same time, so
 * that the duration does not reveal whether a hash exists. Callers without a session pass their `slot` in the
 * hash queue. For other callers, the function takes a slot itself.
 */
export async function verifyPassword(
  hashed: string | null,
  plain: string,
  slot?: HashQueueSlot,
): Promise<boolean> {
  decoy ??= hash('no account has this password', cost)
  const hashOrDecoy = hashed ?? (await decoy)
  const work = () => verify(hashOrDecoy, foldWidth(plain))
  const matches = await (slot ? slot.run(work) : inQueue(work))
  return matches && hashed !== null
}
