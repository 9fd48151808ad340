import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { encodeMessage, type Field, stringSchema } from '../../core/input.ts'
import { foldShape } from '../../core/text.ts'

const mobileTypes = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Region (REEVE_DEFAULT_PHONE_REGION) whose country code is added to phone numbers that have none. */
let homeRegion: CountryCode = 'CN'
export const setHomeRegion = (region: CountryCode): void => {
  homeRegion = region
}

/**
 * Returns the E.164 form of a mobile number. Accepts any common format, also with full-width digits, spaces
 * and invisible characters. Returns null if the text is not a mobile number.
 */
export function normalizePhone(input: string, region = homeRegion): string | null {
  if (input.length > 64) return null
  const plain = foldShape(input).trim()
  // Reject texts with letters, because the library also finds phone numbers within other text, such as in the
  // username wang.13800138000.
  if (/\p{L}/u.test(plain)) return null
  const parsed = parsePhoneNumberFromString(plain, region)
  return parsed?.isValid() && mobileTypes.has(parsed.getType() ?? '') ? parsed.number : null
}

export const phoneSchema = v.pipe(
  stringSchema,
  v.check((value) => value.trim().length > 0, encodeMessage('field.required')),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const phone = normalizePhone(dataset.value)
    if (phone) return phone
    addIssue({ message: encodeMessage('phone.invalid') })
    return NEVER
  }),
)

/** Masks all digits except the country code, the first digits and the last four: +86 138****0000 */
export function maskPhone(e164: string): string {
  const parsed = parsePhoneNumberFromString(e164)
  const country = parsed ? `+${parsed.countryCallingCode} ` : ''
  const national: string = parsed?.nationalNumber ?? e164
  return `${country}${national.slice(0, Math.max(0, national.length - 8))}****${national.slice(-4)}`
}

/**
 * Returns the forms in which the owner could use the phone number in a password: with and without the country
 * code.
 */
export const phoneSpellings = (e164: string | null): (string | null)[] =>
  e164 ? [e164, e164.slice(1), parsePhoneNumberFromString(e164)?.nationalNumber ?? null] : []

/** Masks an email address: w***@example.com */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/, '$1***@')

/** Masks a value for an audit event, or returns null if the value is missing. */
export const masked = (value: string | null, mask: (value: string) => string): string | null =>
  value && mask(value)

/** Masks a name: 王* */
export const maskName = (name: string): string => `${[...name][0]}*`

/** Masks all but the first and the last letter of a username. */
export const maskUsername = (username: string): string => `${username[0]}***${username.at(-1)}`

/**
 * Defines a GraphQL argument for a phone number, which is accepted in any common format and converted to
 * E.164.
 */
export const phoneField = (): Field<string> => ({
  type: 'String',
  list: false,
  required: true,
  schema: phoneSchema,
})
