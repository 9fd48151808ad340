/** Begin of a formula in a spreadsheet. Chinese and Japanese programs accept full width, too. */
const formula = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

export const beginsFormula = (text: string): boolean => formula.test(text)

/** Error values of a spreadsheet, which people paste in place of a value. */
export const isErrorValue = (text: string): boolean =>
  /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i.test(text)

/** Whether a reader could take the text for a guarded one, or for an error value. */
const isAmbiguous = (text: string): boolean =>
  isErrorValue(text) || (text.startsWith("'") && isGuardable(text.replace(/^'+/, '')))

const isGuardable = (text: string): boolean => beginsFormula(text) || isErrorValue(text)

/** Text for a cell that its format marks as text: an apostrophe precedes only what unguarded() would change. */
export const exactText = (text: string): string => (isAmbiguous(text) ? `'${text}` : text)

/** Text that no spreadsheet computes, for formats without cell types. */
export const guarded = (text: string): string =>
  beginsFormula(text) || isAmbiguous(text) ? `'${text}` : text

/** The text that exactText() or guarded() was called with. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && isGuardable(text.replace(/^'+/, '')) ? text.slice(1) : text
