import { normalizePhone } from '../../accounts/phones/phone.ts'
import { compose, isStorable, isVisible, withoutForbidden } from '../../core/text.ts'
import { textOf } from './http.ts'
import { type ProvidedIdentity, ProviderError } from './provider.ts'

const longest = { subject: 255, name: 64, email: 254, amr: 20 } as const

/** Values of a provider before they are checked. */
type Claims = { [Name in keyof ProvidedIdentity]?: unknown }

/**
 * Returns the person with values that can be stored and shown. Throws a ProviderError if the subject is not
 * usable.
 */
export function identityOf(url: string | URL, claims: Claims): ProvidedIdentity {
  const subject = textOf(claims.subject)
  if (!subject || subject.length > longest.subject || !isStorable(subject))
    throw new ProviderError('invalid', url, { message: 'source.answer' })
  const phone = textOf(claims.phone)
  const email = textOf(claims.email)
  return {
    subject,
    name: nameOf(claims.name),
    phone: phone && normalizePhone(phone),
    phoneVerified: claims.phoneVerified === true,
    email: email && email.length <= longest.email && isStorable(email) ? email : null,
    emailVerified: claims.emailVerified === true,
    amr: [claims.amr ?? []]
      .flat()
      .filter((each) => typeof each === 'string')
      .slice(0, longest.amr),
    refreshToken: textOf(claims.refreshToken),
    authTime: isTime(claims.authTime) ? Number(claims.authTime) : null,
  }
}

/** Whether a value is a plausible number of seconds since 1970. */
const isTime = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1e11

function nameOf(value: unknown): string | null {
  const text = textOf(value)
  if (!text || text.length > 8 * longest.name || !isStorable(text)) return null
  const name = [...compose(withoutForbidden(text).trim())].slice(0, longest.name).join('').trim()
  return name && isVisible(name) ? name : null
}
