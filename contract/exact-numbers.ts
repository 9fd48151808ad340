/** JSON text that does not match this pattern contains no number long enough to lose digits as a double. */
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
 * Parses `text`, a JSON number. Returns a bigint if the number is whole and a double cannot represent it
 * exactly. Otherwise returns a double, which may be infinite.
 */
export function exactNumber(text: string): number | bigint {
  const double = Number(text)
  if (!Number.isFinite(double) || Math.abs(double) <= Number.MAX_SAFE_INTEGER) return double
  const digits = wholeDigits(text)
  return digits === null || digits === wholeDigits(String(double)) ? double : BigInt(digits)
}
