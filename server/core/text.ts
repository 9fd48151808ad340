/** Control characters, lone surrogates and marks that turn the reading direction: never part of a name. */
const forbidden = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

export const hasForbiddenCharacters = (value: string): boolean => forbidden.test(value)

const everyForbidden = new RegExp(forbidden, 'gu')
export const withoutForbidden = (value: string): string => value.replace(everyForbidden, '')

/** Characters as people count them: code points, not UTF-16 units. */
export const lengthOf = (value: string): number => [...value].length

/** Two spellings of one name or password become one: full-width letters, composed accents. */
export const foldWidth = (value: string): string => value.normalize('NFKC')

/** PostgreSQL refuses NUL, and has no lone surrogates. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')
