import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { type Field, say, stringSchema } from '../../core/input.ts'
import { foldShape } from '../../core/text.ts'

const mobileTypes = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Of numbers that are written without a country: the deployment's own (REEVE_DEFAULT_PHONE_REGION), the same in every call. */
let homeRegion: CountryCode = 'CN'
export const setHomeRegion = (region: CountryCode): void => {
  homeRegion = region
}

/** E.164 of a mobile number in any spelling, with full-width digits, spaces and the marks of a paste; null if it is none. */
export function normalizePhone(input: string, region = homeRegion): string | null {
  if (input.length > 64) return null
  const plain = foldShape(input).trim()
  // The library finds a number within words, too, such as in the user name wang.13800138000.
  if (/\p{L}/u.test(plain)) return null
  const parsed = parsePhoneNumberFromString(plain, region)
  return parsed?.isValid() && mobileTypes.has(parsed.getType() ?? '') ? parsed.number : null
}

export const phoneSchema = v.pipe(
  stringSchema,
  v.check((value) => value.trim().length > 0, say('field.required')),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const phone = normalizePhone(dataset.value)
    if (phone) return phone
    addIssue({ message: say('phone.invalid') })
    return NEVER
  }),
)

/** +86 138****0000: the country, what comes before the last eight digits, the last four. */
export function maskPhone(e164: string): string {
  const parsed = parsePhoneNumberFromString(e164)
  const country = parsed ? `+${parsed.countryCallingCode} ` : ''
  const national: string = parsed?.nationalNumber ?? e164
  return `${country}${national.slice(0, Math.max(0, national.length - 8))}****${national.slice(-4)}`
}

/** A phone as its owner would type it into a password: with and without the country. */
export const phoneSpellings = (e164: string | null): (string | null)[] =>
  e164 ? [e164, e164.slice(1), parsePhoneNumberFromString(e164)?.nationalNumber ?? null] : []

/** w***@example.com */
export const maskEmail = (email: string): string => email.replace(/^(.).*@/, '$1***@')

/** What an audit row shows of a value that may be missing. */
export const masked = (value: string | null, mask: (value: string) => string): string | null =>
  value && mask(value)

/** 王* */
export const maskName = (name: string): string => `${[...name][0]}*`

/** First and last letter of a login name. */
export const maskUsername = (username: string): string => `${username[0]}***${username.at(-1)}`

/** A phone as an argument: any spelling in, E.164 out. */
export const phoneField = (): Field<string> => ({
  type: 'String',
  list: false,
  required: true,
  schema: phoneSchema,
})
