// Chinese and English format numbers alike.

/** 12,345 */
export const number = new Intl.NumberFormat('en-US').format

/** Formats a fraction of 1 as 12.3%. */
export const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format

/** Returns the sum of one numeric field over all rows. */
export const sumOf = <Part extends string>(
  rows: readonly Readonly<Record<Part, number>>[],
  part: Part,
): number => rows.reduce((sum, row) => sum + row[part], 0)
