/**
 * Matches the start of a spreadsheet formula. Chinese and Japanese programs also accept full-width
 * characters.
 */
const formula = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export const beginsFormula = (text: string): boolean => formula.test(text)

/** Matches error values of a spreadsheet, which people paste in place of a value. */
export const isErrorValue = (text: string): boolean =>
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i.test(text)

/** Whether a reader could mistake the text for guarded text or for an error value. */
const isAmbiguous = (text: string): boolean =>
  isErrorValue(text) || (text.startsWith("'") && isGuardable(text.replace(/^'+/, '')))

const isGuardable = (text: string): boolean => beginsFormula(text) || isErrorValue(text)

/**
 * Returns text for a cell that is formatted as text. Adds an apostrophe only if unguarded() would change the
 * text.
 */
export const exactText = (text: string): string => (isAmbiguous(text) ? `'${text}` : text)

/** Returns text that no spreadsheet evaluates as a formula, for formats without cell types. */
export const guarded = (text: string): string =>
  beginsFormula(text) || isAmbiguous(text) ? `'${text}` : text

/** Returns the text that exactText() or guarded() was called with. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && isGuardable(text.replace(/^'+/, '')) ? text.slice(1) : text
