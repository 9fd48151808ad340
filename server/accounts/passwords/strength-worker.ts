// Judges new passwords in a thread of its own: see rules.ts.
import { foldWidth } from '../../core/text.ts'
import { judge } from './guessing.ts'
import { unmask } from './unmask.ts'

export interface Candidate {
  /** Its letters have their usual width. */
  password: string
  own: readonly (string | null | undefined)[]
}

export type Fault = 'password.personal' | 'password.common' | 'password.weak'

/**
 * Guesses that a password must withstand, by zxcvbn's estimate for somebody who knows the account. An account allows a
 * hundred wrong tries a day, so this is 27 years. Eight random letters or Chinese characters are above it.
 */
const fewestGuesses = 1_000_000

/** Returns the first rule that the password breaks; null if it breaks no rule. */
export default async function faultOf({ password, own }: Candidate): Promise<Fault | null> {
  const words = own.flatMap((word) => (word ? partsOf(word) : []))
  const bare = bareOf(password)
  if (bare && words.some((word) => bareOf(word) === bare)) return 'password.personal'
  const { isCommon, guess } = await judge()
  if (isCommon(password)) return 'password.common'
  const { guesses, personal } = guess(password, [product, ...words])
  if (guesses >= fewestGuesses) return null
  return personal ? 'password.personal' : 'password.weak'
}

/** However it is written: in other letters, with spaces or dots in between. */
const bareOf = (text: string): string => unmask(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** The service's own name is the first that is tried at it. */
const product = 'reeve'

/** A name and the words in it; a number and its end, which is what people know of their phone. */
function partsOf(own: string): string[] {
  const word = foldWidth(own).toLowerCase()
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1)
  const ends = /^\d{9,}$/.test(word) ? [word.slice(-8), word.slice(-6)] : []
  return [word, ...parts, ...ends]
}
