/** A text of JSON without a match holds no number of so many digits that a double could round it. */
export const longNumber = /[\d.]{16}/

const notation = /^(-?)0*(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/** Returns the digits of a whole number in JSON's notation, without an exponent; null if it has a fraction. */
function wholeDigits(number: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = notation.exec(number) ?? []
  const digits = whole + fraction
  const places = Number(exponent) - fraction.length
  if (places >= 0) return sign + digits + '0'.repeat(places)
  return /^0*$/.test(digits.slice(places)) ? sign + digits.slice(0, places) : null
}

/**
 * Returns a number of JSON as a bigint if it is whole and a double would change its digits; otherwise as a double, even
 * if that is infinite. `text` is its notation.
 */
export function exactNumber(text: string): number | bigint {
  const double = Number(text)
  if (!Number.isFinite(double) || Math.abs(double) <= Number.MAX_SAFE_INTEGER) return double
  const digits = wholeDigits(text)
  return digits === null || digits === wholeDigits(String(double)) ? double : BigInt(digits)
}
