/**
 * Matches the start of a spreadsheet formula. Chinese and Japanese spreadsheet programs also accept
 * full-width characters.
 */
const formula = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export const beginsFormula = (text: string): boolean => formula.test(text)

/** Whether the text is an error value of a spreadsheet, which people paste by mistake. */
export const isErrorValue = (text: string): boolean =>
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i.test(text)

/**
 * Whether the text needs an apostrophe because it looks like an error value, or because unguarded() would
 * otherwise remove its own apostrophe.
 */
const isAmbiguous = (text: string): boolean =>
  isErrorValue(text) || (text.startsWith("'") && isGuardable(text.replace(/^'+/, '')))

const isGuardable = (text: string): boolean => beginsFormula(text) || isErrorValue(text)

/**
 * Returns the text for a cell that is formatted as text. An apostrophe is added only if unguarded() would
 * otherwise change the text.
 */
export const exactText = (text: string): string => (isAmbiguous(text) ? `'${text}` : text)

/**
 * Returns the text for formats without cell types, such as CSV. An apostrophe is added if a spreadsheet would
 * otherwise evaluate the text as a formula.
 */
export const guarded = (text: string): string =>
  beginsFormula(text) || isAmbiguous(text) ? `'${text}` : text

/** Restores the text that was passed to exactText() or guarded(). */
export const unguarded = (text: string): string =>
  text.startsWith("'") && isGuardable(text.replace(/^'+/, '')) ? text.slice(1) : text
