import type { MessageKey } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { badInput } from '../../core/errors.ts'
import { foldWidth, lengthOf } from '../../core/text.ts'
import { judge, unmask } from '../guessing.ts'
import { phoneSpellings } from '../phones/phone.ts'
import type { AccountRow } from '../store.ts'

/** What whoever knows the account would try first. */
export type OwnWords = readonly (string | null | undefined)[]

export const ownWords = (account: AccountRow): OwnWords => [
  account.name,
  account.username,
  account.first_name,
  account.last_name,
  account.email,
  ...phoneSpellings(account.mobile_phone),
]

/**
 * How many guesses of somebody who knows the account a password has to withstand, by zxcvbn's estimate: at the hundred
 * wrong tries that an account allows a day, 27 years. Eight random letters or Chinese characters are above it.
 */
const fewestGuesses = 1_000_000

/** The rules of contract.md for a new password. Throws BAD_INPUT for `field`. */
export async function checkNewPassword(field: string, plain: string, own: OwnWords): Promise<void> {
  const password = foldWidth(plain)
  const length = lengthOf(password)
  const { min, max } = limits.password
  if (length < min) throw badInput({ [field]: ['field.tooShort', { min }] })
  if (length > max) throw badInput({ [field]: ['field.tooLong', { max }] })
  const fault = await faultOf(password, own)
  if (fault) throw badInput({ [field]: [fault] })
}

async function faultOf(password: string, own: OwnWords): Promise<MessageKey | null> {
  if (new Set(password.toLowerCase()).size === 1) return 'password.repeated'
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
