/** What a person pasted as plain ASCII: full-width letters and digits, ideographic spaces, every kind of dash. */
export function halfWidth(text: string): string {
  return text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-')
}

/**
 * A phone number as typed or pasted: digits, and a plus sign where it leads. Everything people put between
 * the digits goes; whether the number exists is for the server to say.
 */
export function phoneDigits(text: string): string {
  const plain = halfWidth(text)
  const digits = plain.replace(/\D/g, '')
  return /^\D*\+/.test(plain) ? `+${digits}` : digits
}

/** Of numbers written without one; the configuration may name another (`settleCallingCode`). */
let callingCode = '+86'
export const settleCallingCode = (code: string): void => {
  callingCode = code
}
export const homeCallingCode = (): string => callingCode

/** Without the country where that is the deployment's own; '' for none. */
export const nationalPhone = (phone: string | null | undefined): string =>
  phone?.startsWith(callingCode) ? phone.slice(callingCode.length) : (phone ?? '')

/** The eleven digits of a Chinese number in the groups that people read them in. */
export const groupedPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')

/** A verification code as typed or pasted, at most `length` digits. */
export function codeDigits(text: string, length: number): string {
  return halfWidth(text).replace(/\D/g, '').slice(0, length)
}

/** An e-mail address: without spaces, full-width characters made plain. */
export const emailAddress = (text: string): string => halfWidth(text).replace(/\s/g, '')

/** A phone or user name: without the spaces that pasting brings along, full-width characters made plain. */
export function loginId(text: string): string {
  const plain = halfWidth(text).replace(/[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
  return /^\+?[\d()-]+$/.test(plain) ? phoneDigits(plain) : plain
}

/** 13800002046 and +8613800002046 as 138****2046: enough to recognise a number, not to call it. */
export function maskPhone(phone: string): string {
  const digits = nationalPhone(phoneDigits(phone).replace(/^00/, '+'))
  return digits.length < 8
    ? digits
    : `${digits.slice(0, digits.startsWith('+') ? 4 : 3)}****${digits.slice(-4)}`
}

/** The same of a number that the server may have masked already; null is none. */
export const shownPhone = (phone: string | null): string | null =>
  phone && (phone.includes('*') ? nationalPhone(phone).trimStart() : maskPhone(phone))

/** wang@example.com as w***@example.com. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1***')
}
