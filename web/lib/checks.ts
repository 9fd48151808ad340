import { checkMessages, type MessageParams, wordsOf } from '../../contract/checks.ts'
import { limits } from '../../contract/limits.ts'
import { knownConfig } from './config.ts'
import { useLocale, useTexts } from './texts.ts'
import { words } from './words.ts'

const username = /^[a-z][a-z0-9._-]*$/i
// Only what is certainly no e-mail address; whether it exists is found out by the code sent to it.
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Length as the rules of contract/limits.ts count it. */
const length = (text: string) => [...text].length

/**
 * The rules that a form can hold against a value before it is sent: each answers the words of what is wrong, in
 * the server's own words where it has them, or undefined.
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
      // A mobile number of mainland China: the commonest slip is a digit too few or too many.
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
    /** A password that is being chosen. */
    newPassword: (value: string) =>
      value ? within(value.normalize('NFKC'), limits.password) : t('passwordEmpty'),
    /** '' is no user name, which is allowed. */
    username(value: string) {
      if (!value) return undefined
      const fits = username.test(value) && !within(value, limits.username)
      return fits ? undefined : fault('username.format')
    },
    name: (value: string) => within(value.trim().normalize('NFC'), { min: 0, max: limits.name.max }),
    /** Free text that may be left empty. */
    text: (value: string, max: number) => within(value.trim().normalize('NFC'), { min: 0, max }),
    email: (value: string) => (email.test(value) ? undefined : fault('email.invalid')),
  }
}
