/**
 * Characters that names must not contain: control characters, lone surrogates, and characters that change the
 * writing direction.
 */
const forbidden = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

export const hasForbiddenCharacters = (value: string): boolean => forbidden.test(value)

const everyForbidden = new RegExp(forbidden, 'gu')
export const withoutForbidden = (value: string): string => value.replace(everyForbidden, '')

/** Characters without a visible shape. U+2800 is an empty Braille cell. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/u

export const hasInvisibleCharacters = (value: string): boolean => invisible.test(value)

/** Whether a text contains a visible character. A combining mark alone is not visible. */
export const isVisible = (value: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(value.replace(new RegExp(invisible, 'gu'), ''))

/** Returns the length in code points instead of UTF-16 units. */
export const lengthOf = (value: string): number => [...value].length

/**
 * Matches more consecutive combining marks than any writing system uses; the Stream-Safe Text Format of
 * Unicode allows 30. Normalizing such a text would take quadratic time, so it is left as it is.
 */
const endlessMarks = /\p{M}{31}/u
const normalize = (value: string, form: 'NFC' | 'NFKC'): string =>
  endlessMarks.test(value) ? value : value.normalize(form)

/**
 * Applies NFKC, which converts full-width letters and composes accents, so that different spellings of a name
 * or password become equal.
 */
export const foldWidth = (value: string): string => normalize(value, 'NFKC')

/** Composes letters with their accents. */
export const compose = (value: string): string => normalize(value, 'NFC')

const everyIgnorable = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Normalizes like foldWidth, and also removes ignorable characters, such as marks that chat programs add to
 * copied text.
 */
export const foldShape = (value: string): string => foldWidth(value.replace(everyIgnorable, ''))

/**
 * Returns a pasted code in the form in which it was issued: in upper case, without spaces, dashes, dots and
 * invisible marks.
 */
export const plainCode = (value: string): string =>
  foldShape(value)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/**
 * Folds the case of a character. Leaves the character unchanged if the result would have several characters.
 */
function foldCase(letter: string): string {
  const folded = letter.toUpperCase().toLowerCase()
  return [...folded].length === 1 ? folded : letter
}

/**
 * Returns the key by which names are compared: without ignorable characters, in one width and case, with
 * single spaces and one form of the middle dot. The SQL function name_key of migration 57 must return the
 * same key.
 */
export const nameKey = (name: string): string =>
  Array.from(foldShape(name), foldCase)
    .join('')
    .replace(/[.•‧∙⋅⸱ꞏ・]/gu, '·')
    .replaceAll('ß', 'ss')
    .replace(/[\t-\r \u0085\u1680\u2028\u2029\u2800]+/gu, ' ')
    .replace(/^ | $/g, '')

const separators = /[\s'‘’ʼ·•‧∙⋅⸱ꞏ・.]/gu

/**
 * Returns the text without spaces, apostrophes and dots, in lower case. Names and their pinyin are searched
 * in this form.
 */
export const withoutSeparators = (value: string): string =>
  foldShape(value).toLowerCase().replace(separators, '')

/** Whether PostgreSQL can store the text. PostgreSQL rejects NUL and lone surrogates. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')
