// Checks new passwords in a worker thread. See rules.ts.
import { foldWidth } from '../../core/text.ts'
import { loadEstimator } from './guessing.ts'
import { unmask } from './unmask.ts'

export interface Candidate {
  /** Full-width letters must already be folded to their usual width. */
  password: string
  own: readonly (string | null | undefined)[]
}

export type Fault = 'password.personal' | 'password.common' | 'password.weak'

/**
 * The minimum number of guesses by zxcvbn's estimate for an attacker who knows the account. An account allows
 * a hundred wrong attempts a day, so guessing takes 27 years. Eight random letters or Chinese characters
 * exceed the minimum.
 */
const minGuesses = 1_000_000

/** Returns the first rule that the password breaks, or null. */
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

/** Returns the text without substitutions, spaces and punctuation, for comparison. */
const normalize = (text: string): string => unmask(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Attackers try the name of the service first. */
const product = 'reeve'

/** Returns a name and its words, or a number and its last digits, which people know best. */
function partsOf(own: string): string[] {
  const word = foldWidth(own).toLowerCase()
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1)
  const ends = /^\d{9,}$/.test(word) ? [word.slice(-8), word.slice(-6)] : []
  return [word, ...parts, ...ends]
}
