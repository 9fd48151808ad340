import ipaddr from 'ipaddr.js'
import * as v from 'valibot'

// Formats of settings. Each error message completes a sentence that starts with the setting's name: "… must
// be …".

export const parsedUrl = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)
export const hasScheme = (text: string, ...schemes: string[]) =>
  schemes.includes(parsedUrl(text)?.protocol ?? '')
export const isOrigin = (text: string) => hasScheme(text, 'http:', 'https:') && bareOrigin(new URL(text))
const bareOrigin = (url: URL) =>
  url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
const isNetwork = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

export const text = (fault: string, valid: (text: string) => boolean) =>
  v.pipe(v.string(), v.check(valid, fault))
export const origin = (fault: string) =>
  v.pipe(
    text(fault, isOrigin),
    v.transform((url) => new URL(url).origin),
  )
export const list = (fault: string, valid: (item: string) => boolean) =>
  v.pipe(
    v.string(),
    v.transform((items) => items.split(/[\s,]+/).filter(Boolean)),
    v.check((items) => items.every(valid), fault),
  )
export const networks = () =>
  v.optional(list('must be IP addresses or ranges such as 10.0.0.0/8, separated by commas', isNetwork), '')
export const port = (min: number) =>
  v.pipe(
    text(`must be a whole number from ${min} to 65535`, (digits) => /^\d{1,5}$/.test(digits)),
    v.transform(Number),
    v.check((port) => port >= min && port <= 65_535, `must be a whole number from ${min} to 65535`),
  )
export const printable = (max: number) =>
  text(`must be 1 to ${max} printable characters`, (name) => name.length <= max && !/\p{C}/u.test(name))
export const host = text(
  'must be an IP address or a host name',
  (name) => ipaddr.isValid(name) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(name),
)

export const whole = ({ min, max }: { min: number; max: number }) =>
  v.pipe(
    text(`must be a whole number from ${min} to ${max}`, (digits) => /^\d{1,9}$/.test(digits)),
    v.transform(Number),
    v.check((number) => number >= min && number <= max, `must be a whole number from ${min} to ${max}`),
  )

const units = { m: 60, h: 3_600, d: 86_400 }
/** Maximum session lifetime in seconds, as promised in the privacy policy. */
const longest = 90 * units.d

/**
 * Parses a session lifetime to seconds. The minimum must be longer than the lifetime of an access token,
 * because only a refresh renews the session.
 */
export const duration = v.pipe(
  text('must be a time such as 30m, 12h or 30d', (time) => /^\d{1,6}[mhd]$/.test(time)),
  v.transform((time) => Number.parseInt(time, 10) * units[time.at(-1) as keyof typeof units]),
  v.check((seconds) => seconds >= 10 * units.m && seconds <= longest, 'must be from 10m to 90d'),
)

export const proxy = text('must be an http: or https: URL of a proxy', (url) =>
  hasScheme(url, 'http:', 'https:'),
)
