import { hash, verify } from '@node-rs/argon2'
import { type HashQueueSlot, takeSlot } from '../../core/hash-queue.ts'
import { foldWidth } from '../../core/text.ts'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane; some 10 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

async function inPlace<T>(work: () => Promise<T>): Promise<T> {
  const slot = takeSlot('known')
  try {
    return await slot.run(work)
  } finally {
    slot.release()
  }
}

/** The PHC string of a password. Throws RATE_LIMITED where too many wait. */
export const hashPassword = (plain: string): Promise<string> => inPlace(() => hash(foldWidth(plain), cost))

let decoy: Promise<string> | undefined

/**
 * Whether the password is the one that was hashed. Without a hash it is false, after the same time.
 * place: where whoever tries it has a place in the queue already; without one they are signed in.
 */
export async function verifyPassword(
  hashed: string | null,
  plain: string,
  slot?: HashQueueSlot,
): Promise<boolean> {
  decoy ??= hash('no account has this password', cost)
  const against = hashed ?? (await decoy)
  const work = () => verify(against, foldWidth(plain))
  const right = await (slot ? slot.run(work) : inPlace(work))
  return right && hashed !== null
}
