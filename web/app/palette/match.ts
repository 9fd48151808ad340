import { halfWidth, phoneDigits } from '../../ui/fields/digits.ts'

/** How well a name fits what was typed, 0 best; and which of its characters are shown as found, none where `from` is `to`. */
export interface Match {
  rank: number
  from: number
  to: number
}

const folded = (words: string): string => words.normalize('NFKC').toLowerCase()

/**
 * Whether `text` stands in a name, or is how it is spelled: in full, by initials, or both ("gongzuo", "gzt", "gzuo"). `pinyin`
 * is a syllable for each character ("gong zuo tai"), or what the server has: all of it on one line and the initials on the next.
 */
export function matchName(name: string, text: string, pinyin = ''): Match | null {
  const [words, typed] = [folded(name), folded(text)]
  const at = words.indexOf(typed)
  if (at >= 0) {
    const rank = words === typed ? 0 : at === 0 ? 1 : 2
    // Elsewhere the characters of both do not stand at the same places.
    return words.length === name.length ? { rank, from: at, to: at + typed.length } : { rank, from: 0, to: 0 }
  }
  const spelled = typed.replace(/[\s']/g, '')
  if (!/^[a-z\d]+$/.test(spelled)) return null
  const syllables = pinyin.includes('\n') ? fromLines(pinyin) : pinyin.split(' ')
  const found = syllables && inSyllables(syllables, spelled)
  if (!found) return null
  const rank = found.from === 0 ? 3 : 4
  return syllables.length === name.length ? { rank, ...found } : { rank, from: 0, to: 0 }
}

const syllable = /^(?:[bpmfdtnlgkhjqxrzcsyw]|[zcs]h)?[aeiouv]+(?:ng?|r)?$/

/** The characters' syllables of a line with all of them and one with their initials; null where they cannot be told. */
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

function inSyllables(syllables: readonly string[], spelled: string): Pick<Match, 'from' | 'to'> | null {
  for (const from of syllables.keys()) {
    const to = end(syllables, spelled, from)
    if (to !== null) return { from, to }
  }
  return null
}

/** The syllable behind the last that `spelled` needs from this one on: each in full or by its beginning. */
function end(syllables: readonly string[], spelled: string, at: number): number | null {
  if (!spelled) return at
  const syllable = syllables[at]
  if (!syllable) return null
  let size = 0
  while (size < syllable.length && syllable[size] === spelled[size]) size += 1
  for (; size > 0; size -= 1) {
    const to = end(syllables, spelled.slice(size), at + 1)
    if (to !== null) return to
  }
  return null
}

/** What people are looked for by: a whole phone, a part of a name, or both a name and a user name; of a part of a phone nobody. */
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
    // Such numbers are names, too, of few: what is looked for is a phone.
    return { name: null, loginId: whole ? digits : null }
  }
  return { name: text, loginId: /^[\p{L}\p{N}._-]{3,64}$/u.test(plain) ? plain : null }
}
