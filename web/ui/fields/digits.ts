/**
 * Converts full-width letters and digits, ideographic spaces and all kinds of dashes in pasted text to ASCII.
 */
export function halfWidth(text: string): string {
  return text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-')
}

/**
 * Normalizes a typed or pasted phone number to digits with an optional leading plus sign. Does not check
 * whether the number is valid; the server does.
 */
export function phoneDigits(text: string): string {
  const plain = halfWidth(text)
  const digits = plain.replace(/\D/g, '')
  return /^\D*\+/.test(plain) ? `+${digits}` : digits
}

/**
 * Country calling code for numbers without a country code. The configuration can change it
 * (`settleCallingCode`).
 */
let callingCode = '+86'
export const settleCallingCode = (code: string): void => {
  callingCode = code
}
export const homeCallingCode = (): string => callingCode

/** Returns a phone number without the default country calling code, or '' if `phone` is empty. */
export const nationalPhone = (phone: string | null | undefined): string =>
  phone?.startsWith(callingCode) ? phone.slice(callingCode.length) : (phone ?? '')

/** Formats the eleven digits of a Chinese mobile number in three groups. */
export const groupedPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')

/** Normalizes a typed or pasted verification code to at most `length` digits. */
export function codeDigits(text: string, length: number): string {
  return halfWidth(text).replace(/\D/g, '').slice(0, length)
}

/** Normalizes an email address: removes spaces and converts full-width characters. */
export const emailAddress = (text: string): string => halfWidth(text).replace(/\s/g, '')

/**
 * Normalizes a phone number or username: converts full-width characters, and removes spaces and invisible
 * characters. Pasted text can contain all of these.
 */
export function loginId(text: string): string {
  const plain = halfWidth(text).replace(/[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
  return /^\+?[\d()-]+$/.test(plain) ? phoneDigits(plain) : plain
}

/** Masks 13800002046 and +8613800002046 as 138****2046. People can recognize the number but not call it. */
export function maskPhone(phone: string): string {
  const digits = nationalPhone(phoneDigits(phone).replace(/^00/, '+'))
  return digits.length < 8
    ? digits
    : `${digits.slice(0, digits.startsWith('+') ? 4 : 3)}****${digits.slice(-4)}`
}

/** Like maskPhone, but also accepts a number that the server has already masked. */
export const shownPhone = (phone: string | null): string | null =>
  phone && (phone.includes('*') ? nationalPhone(phone).trimStart() : maskPhone(phone))

/** Masks wang@example.com as w***@example.com. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1***')
}
