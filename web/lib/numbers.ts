// Numbers have the same format in Chinese and English, so the locale is always en-US.

/** Formats a number with thousands separators: 12,345. */
export const number = new Intl.NumberFormat('en-US').format

/** Formats a fraction as a percentage: 0.123 as 12.3%. */
export const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format

/** Returns the sum of a numeric field over all rows. */
export const sumOf = <Part extends string>(
  rows: readonly Readonly<Record<Part, number>>[],
  part: Part,
): number => rows.reduce((sum, row) => sum + row[part], 0)
