// Both languages write them alike.

/** 12,345 */
export const number = new Intl.NumberFormat('en-US').format

/** A share of 1 as 12.3% */
export const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format

/** Of one number of each row. */
export const sumOf = <Part extends string>(
  rows: readonly Readonly<Record<Part, number>>[],
  part: Part,
): number => rows.reduce((sum, row) => sum + row[part], 0)
