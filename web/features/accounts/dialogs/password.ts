import { required } from '../../../../contract/required.ts'

/** Characters of generated passwords. Letters and digits that look or sound alike are excluded. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 4
const groupSize = 4

/** Returns a password of four groups of four characters, which has about 92 bits of entropy. */
export function generatePassword(): string {
  const picked: string[] = []
  // Only random bytes below this limit are used. With larger bytes, the remainder would favor the first
  // characters.
  const fair = 256 - (256 % letters.length)
  while (picked.length < groups * groupSize) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < fair) picked.push(required(letters[byte % letters.length], 'item of letters'))
  }
  return Array.from({ length: groups }, (_, group) =>
    picked.slice(group * groupSize, (group + 1) * groupSize).join(''),
  ).join('-')
}

type Strength = 'weak' | 'fair' | 'strong'

const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/, /[^ -~]/]

/**
 * Estimates the strength of a password from the number and variety of its characters, as a hint while typing.
 * Only the server decides whether a password is accepted.
 */
export function strengthOf(password: string): Strength {
  const characters = [...password.normalize('NFKC')]
  // A repetition or sequence such as aaaa or 1234 counts as one character.
  const telling = characters.filter((each, index) => {
    const step =
      required(each.codePointAt(0), 'code point') - (characters[index - 1]?.codePointAt(0) ?? Number.NaN)
    return !(Math.abs(step) <= 1)
  })
  const kinds = classes.filter((kind) => kind.test(password)).length
  const score = new Set(telling).size + 2 * (kinds - 1)
  if (score < 9) return 'weak'
  return score < 14 ? 'fair' : 'strong'
}
