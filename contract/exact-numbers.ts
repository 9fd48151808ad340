/**
 * If JSON text does not match this pattern, all of its numbers are so short that a double represents them
 * without losing digits.
 */
export const longNumber = /[\d.]{16}/

const notation = /^(-?)0*(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/**
 * Returns the digits of a JSON number in full, without an exponent. Returns null if the number has a
 * fraction.
 */
function wholeDigits(number: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = notation.exec(number) ?? []
  const digits = whole + fraction
  const places = Number(exponent) - fraction.length
  if (places >= 0) return sign + digits + '0'.repeat(places)
  return /^0*$/.test(digits.slice(places)) ? sign + digits.slice(0, places) : null
}

/**
 * Parses a JSON number. Returns a bigint if the number is an integer that a double cannot represent exactly.
 * Otherwise returns a double, which can be infinite.
 */
export function exactNumber(text: string): number | bigint {
  const double = Number(text)
  if (!Number.isFinite(double) || Math.abs(double) <= Number.MAX_SAFE_INTEGER) return double
  const digits = wholeDigits(text)
  return digits === null || digits === wholeDigits(String(double)) ? double : BigInt(digits)
}
