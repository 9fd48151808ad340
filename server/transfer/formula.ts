/** What a spreadsheet takes for the beginning of a formula; in full width, too, as Chinese and Japanese ones do. */
export const beginsFormula = (text: string): boolean => /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text)

/** Text that no spreadsheet computes. */
export const neutral = (text: string): string => (beginsFormula(text) ? `'${text}` : text)

/** What neutral() was given. */
export const original = (text: string): string =>
  text.startsWith("'") && beginsFormula(text.slice(1)) ? text.slice(1) : text
