import { required } from '../../../../contract/required.ts'

/** Without letters and digits that are taken for one another when read aloud or copied by hand. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 4
const groupSize = 4

/** A password to hand over: four groups of four, some 92 bits of chance. */
export function generatePassword(): string {
  const picked: string[] = []
  // A byte beyond the last whole multiple would favour the first letters.
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
 * A rough guess, for a hint while typing: the letters that say something new, the more of them and the more kinds the
 * better. The server alone decides what it takes.
 */
export function strengthOf(password: string): Strength {
  const characters = [...password.normalize('NFKC')]
  // aaaa and 1234 say little more than their first letter.
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
