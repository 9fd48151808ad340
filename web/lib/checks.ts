import { checkMessages, type MessageParams, wordsOf } from '../../contract/checks.ts'
import { limits } from '../../contract/limits.ts'
import { knownConfig } from './config.ts'
import { useLocale, useTexts } from './texts.ts'
import { words } from './words.ts'

const username = /^[a-z][a-z0-9._-]*$/i
// Rejects only text that cannot be an email address. The verification code proves that the address exists.
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Returns the number of code points. The limits in contract/limits.ts also count code points. */
const length = (text: string) => [...text].length

/**
 * Returns the validation rules that forms apply before they send a request. Each rule returns an error text,
 * or undefined if the value is valid. A rule that the server also applies has the same error text as on the
 * server.
 */
export function useChecks() {
  const t = useTexts(words)
  const locale = useLocale()
  const fault = (key: keyof typeof checkMessages, params?: MessageParams) =>
    wordsOf(checkMessages[key], locale, params)
  const within = (text: string, { min, max }: { min: number; max: number }) => {
    if (length(text) < min) return fault('field.tooShort', { min })
    return length(text) > max ? fault('field.tooLong', { max }) : undefined
  }

  return {
    phone(value: string) {
      if (!value) return t('phoneEmpty')
      // Mobile numbers in mainland China have 11 digits. Most mistakes are missing or additional digits, so
      // the error text contains their number.
      const chinese = (knownConfig()?.callingCode ?? '+86') === '+86' && /^1\d*$/.test(value)
      const missing = chinese ? 11 - value.length : 0
      if (missing)
        return missing > 0 ? t('phoneShort', { count: missing }) : t('phoneLong', { count: -missing })
      return /^\+?\d{5,15}$/.test(value) ? undefined : fault('phone.invalid')
    },
    code(value: string) {
      if (!value) return t('codeEmpty')
      return value.length === limits.code.digits ? undefined : t('codeShort')
    },
    newPassword: (value: string) =>
      value ? within(value.normalize('NFKC'), limits.password) : t('passwordEmpty'),
    /** The username is optional, so an empty value is valid. */
    username(value: string) {
      if (!value) return undefined
      const fits = username.test(value) && !within(value, limits.username)
      return fits ? undefined : fault('username.format')
    },
    name: (value: string) => within(value.trim().normalize('NFC'), { min: 0, max: limits.name.max }),
    /** Validates free text, which can be empty. */
    text: (value: string, max: number) => within(value.trim().normalize('NFC'), { min: 0, max }),
    email: (value: string) => (email.test(value) ? undefined : fault('email.invalid')),
  }
}
