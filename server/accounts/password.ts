import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { foldWidth } from '../core/text.ts'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane; some 10 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// More at once than there are cores would only make every one of them slower, and each takes 19 MiB.
const places = availableParallelism()
let running = 0
const waiting: (() => void)[] = []

async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
  if (running >= places) await new Promise<void>((go) => waiting.push(go))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The PHC string of a password. */
export const hashPassword = (plain: string): Promise<string> => oneOfFew(() => hash(foldWidth(plain), cost))

let decoy: Promise<string> | undefined

/** Whether the password is the one that was hashed. Without a hash it is false, after the same time. */
export async function verifyPassword(hashed: string | null, plain: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const against = hashed ?? (await decoy)
  const right = await oneOfFew(() => verify(against, foldWidth(plain)))
  return right && hashed !== null
}
