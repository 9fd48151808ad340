/** Control characters, lone surrogates and marks that turn the reading direction: never part of a name. */
const forbidden = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

export const hasForbiddenCharacters = (value: string): boolean => forbidden.test(value)

const everyForbidden = new RegExp(forbidden, 'gu')
export const withoutForbidden = (value: string): string => value.replace(everyForbidden, '')

/** Characters as people count them: code points, not UTF-16 units. */
export const lengthOf = (value: string): number => [...value].length

/**
 * More combining marks in a row than any writing has: the Stream-Safe Text Format of Unicode allows 30. The time that
 * normalizing them takes grows with the square of their number, so such a text stays as it is.
 */
const endlessMarks = /\p{M}{31}/u
const normalize = (value: string, form: 'NFC' | 'NFKC'): string =>
  endlessMarks.test(value) ? value : value.normalize(form)

/** Two spellings of one name or password become one: full-width letters, composed accents. */
export const foldWidth = (value: string): string => normalize(value, 'NFKC')

/** Composes accents with their letters. */
export const compose = (value: string): string => normalize(value, 'NFC')

/** PostgreSQL refuses NUL, and has no lone surrogates. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')
