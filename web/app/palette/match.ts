import { halfWidth, phoneDigits } from '../../ui/fields/digits.ts'

/**
 * Rank of a match (0 is the best), and the range of characters in the name to highlight. If `from` equals
 * `to`, nothing is highlighted.
 */
export interface Match {
  rank: number
  from: number
  to: number
}

const folded = (words: string): string => words.normalize('NFKC').toLowerCase()

/**
 * Matches the typed text against a name or its pinyin. Pinyin can be typed in full, by initials, or mixed
 * ("gongzuo", "gzt", "gzuo"). `pinyin` contains either one syllable per character ("gong zuo tai"), or two
 * lines as on the server: all syllables without spaces, and the initials.
 */
export function matchName(name: string, text: string, pinyin = ''): Match | null {
  const [words, typed] = [folded(name), folded(text)]
  const at = words.indexOf(typed)
  if (at >= 0) {
    const rank = words === typed ? 0 : at === 0 ? 1 : 2
    // If case folding changes the length of the name, its offsets do not apply to the original text, so
    // nothing is highlighted.
    return words.length === name.length ? { rank, from: at, to: at + typed.length } : { rank, from: 0, to: 0 }
  }
  const letters = typed.replace(/[\s']/g, '')
  if (!/^[a-z\d]+$/.test(letters)) return null
  const syllables = pinyin.includes('\n') ? fromLines(pinyin) : pinyin.split(' ')
  const found = syllables && inSyllables(syllables, letters)
  if (!found) return null
  const rank = found.from === 0 ? 3 : 4
  return syllables.length === name.length ? { rank, ...found } : { rank, from: 0, to: 0 }
}

const syllable = /^(?:[bpmfdtnlgkhjqxrzcsyw]|[zcs]h)?[aeiouv]+(?:ng?|r)?$/

/**
 * Splits pinyin in the server's format into one syllable per character. Returns null if the syllables do not
 * match the initials.
 */
function fromLines(pinyin: string): string[] | null {
  const [whole = '', initials = ''] = pinyin.split('\n')
  const dead = new Set<string>()
  const read = (at: number, from: number): string[] | null => {
    if (at === initials.length) return from === whole.length ? [] : null
    if (whole[from] !== initials[at] || dead.has(`${at} ${from}`)) return null
    for (let size = 1; size <= 6 && from + size <= whole.length; size += 1) {
      const one = whole.slice(from, from + size)
      const rest = (size === 1 || syllable.test(one)) && read(at + 1, from + size)
      if (rest) return [one, ...rest]
    }
    dead.add(`${at} ${from}`)
    return null
  }
  return read(0, 0)
}

function inSyllables(syllables: readonly string[], letters: string): Pick<Match, 'from' | 'to'> | null {
  for (const from of syllables.keys()) {
    const to = end(syllables, letters, from)
    if (to !== null) return { from, to }
  }
  return null
}

/**
 * Matches the typed letters against the syllables from index `at`. Each syllable can be typed in full or
 * abbreviated. Returns the index after the last matched syllable, or null if the letters do not match.
 */
function end(syllables: readonly string[], letters: string, at: number): number | null {
  if (!letters) return at
  const syllable = syllables[at]
  if (!syllable) return null
  let size = 0
  while (size < syllable.length && syllable[size] === letters[size]) size += 1
  for (; size > 0; size -= 1) {
    const to = end(syllables, letters.slice(size), at + 1)
    if (to !== null) return to
  }
  return null
}

/**
 * Returns the query variables for a search for people. The text is a phone number, a part of a name, or text
 * that could be both a name and a username. An incomplete phone number matches no person.
 */
export function askPeople(
  text: string,
  callingCode: string,
): { name: string | null; loginId: string | null } {
  const plain = halfWidth(text).trim()
  if (/^\+?[\d\s().-]{4,}$/.test(plain)) {
    const digits = phoneDigits(plain)
    const whole = digits.startsWith('+')
      ? digits.length > 8
      : callingCode === '+86'
        ? /^(86)?1\d{10}$/.test(digits)
        : digits.length >= 8
    // Names rarely consist of digits, so digits are searched only as a phone number.
    return { name: null, loginId: whole ? digits : null }
  }
  return { name: text, loginId: /^[\p{L}\p{N}._-]{3,64}$/u.test(plain) ? plain : null }
}
