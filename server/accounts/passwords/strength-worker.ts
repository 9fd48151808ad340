// Checks new passwords in a worker thread. See rules.ts.
import { foldWidth } from '../../core/text.ts'
import { loadEstimator } from './guessing.ts'
import { unmask } from './unmask.ts'

export interface Candidate {
  /** The password, with full-width characters already folded to their usual width. */
  password: string
  own: readonly (string | null | undefined)[]
}

export type Fault = 'password.personal' | 'password.common' | 'password.weak'

/**
 * Minimum number of guesses that zxcvbn must estimate for an attacker who knows the account. An account
 * allows 100 wrong attempts a day, so this many guesses take 27 years. Eight random letters or Chinese
 * characters exceed the minimum.
 */
const minGuesses = 1_000_000

/** Returns the error key of the first rule that the password breaks, or null if it breaks none. */
export default async function faultOf({ password, own }: Candidate): Promise<Fault | null> {
  const words = own.flatMap((word) => (word ? partsOf(word) : []))
  const normalized = normalize(password)
  if (normalized && words.some((word) => normalize(word) === normalized)) return 'password.personal'
  const { isCommon, guess } = await loadEstimator()
  if (isCommon(password)) return 'password.common'
  const { guesses, personal } = guess(password, [product, ...words])
  if (guesses >= minGuesses) return null
  return personal ? 'password.personal' : 'password.weak'
}

/** Undoes character substitutions such as @ for a, and removes spaces and punctuation. */
const normalize = (text: string): string => unmask(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** The product name, which attackers try first. */
const product = 'reeve'

/**
 * Returns the parts of a name or number that an attacker would try: the whole text, each word of a name, and
 * the last digits of a number.
 */
function partsOf(own: string): string[] {
  const word = foldWidth(own).toLowerCase()
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1)
  const ends = /^\d{9,}$/.test(word) ? [word.slice(-8), word.slice(-6)] : []
  return [word, ...parts, ...ends]
}
