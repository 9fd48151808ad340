/**
 * Matches the start of a spreadsheet formula. Chinese and Japanese spreadsheet programs also accept
 * full-width characters.
 */
const formula = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export const beginsFormula = (text: string): boolean => formula.test(text)

/** Whether the text is an error value of a spreadsheet, which people paste by mistake. */
export const isErrorValue = (text: string): boolean =>
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i.test(text)

/** Whether unguarded() or a reader could mistake the text for guarded text or for an error value. */
const isAmbiguous = (text: string): boolean =>
  isErrorValue(text) || (text.startsWith("'") && isGuardable(text.replace(/^'+/, '')))

const isGuardable = (text: string): boolean => beginsFormula(text) || isErrorValue(text)

/**
 * Returns the content of a cell that is formatted as text. Adds an apostrophe only if unguarded() would
 * otherwise change the text.
 */
export const exactText = (text: string): string => (isAmbiguous(text) ? `'${text}` : text)

/**
 * Returns the text with a leading apostrophe if a spreadsheet would evaluate it as a formula. For formats
 * without cell types.
 */
export const guarded = (text: string): string =>
  beginsFormula(text) || isAmbiguous(text) ? `'${text}` : text

/** Reverses exactText() and guarded(). */
export const unguarded = (text: string): string =>
  text.startsWith("'") && isGuardable(text.replace(/^'+/, '')) ? text.slice(1) : text
