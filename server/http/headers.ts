import type { Config } from '../config.ts'

type HeaderConfig = Pick<Config, 'publicUrl' | 'trustedOpeners' | 'deviceServiceUrl'>

/**
 * What every response carries, errors too. The access token lies where a script can read it, so no script runs
 * that is not a file of ours. Styles may be inline: the component library writes style elements. Images may be what a page
 * has fetched with its bearer (blob:).
 */
export function securityHeaders(config: HeaderConfig): Record<string, string> {
  const deviceService = config.deviceServiceUrl ? ` ${new URL(config.deviceServiceUrl).origin}` : ''
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${deviceService}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': permissions('()'),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Files of the console say otherwise.
    'Cache-Control': 'no-store',
    // Only where the console is reached by https: on plain http it would lock its users out.
    ...(config.publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

const permissions = (camera: '()' | '(self)') =>
  `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`

/** What an answer at that URL carries in place of the above. */
export function headersAt(config: HeaderConfig, url: string): Record<string, string> {
  return {
    ...(keepsOpener(config, url) && { 'Cross-Origin-Opener-Policy': 'unsafe-none' }),
    // Where the code of a screen is entered its QR code can be scanned.
    ...(/^\/device\/?(?:[?#]|$)/i.test(url) && { 'Permissions-Policy': permissions('(self)') }),
  }
}

/** A page that a trusted opener opens has to keep its link to the opener. */
const keepsOpener = (config: HeaderConfig, url: string): boolean =>
  config.trustedOpeners.length > 0 && /^\/opened(?:[?#]|$)/i.test(url)
