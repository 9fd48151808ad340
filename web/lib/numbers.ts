// Both languages write them alike.

/** 12,345 */
export const number = new Intl.NumberFormat('en-US').format

/** A share of 1 as 12.3% */
export const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format
