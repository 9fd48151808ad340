import type { Config } from '../config.ts'

type HeaderConfig = Pick<Config, 'publicUrl' | 'trustedOpeners' | 'deviceServiceUrl'>

/**
 * Returns the headers of every response, including errors. Scripts can read the access token, so only scripts
 * of the console itself can run. Inline styles are allowed, because the component library writes style
 * elements. Images can be blob: URLs, because pages fetch images with the bearer token.
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
    // Files of the console override this header.
    'Cache-Control': 'no-store',
    // Strict-Transport-Security is sent only if the console uses https:. If the console used http:, this
    // header would lock users out.
    ...(config.publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

const permissions = (camera: '()' | '(self)') =>
  `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`

/** Returns the headers that override the headers of securityHeaders() at this URL. */
export function headersAt(config: HeaderConfig, url: string): Record<string, string> {
  return {
    ...(keepsOpener(config, url) && { 'Cross-Origin-Opener-Policy': 'unsafe-none' }),
    // The page on which users enter a device code can use the camera to scan a QR code.
    ...(/^\/device\/?(?:[?#]|$)/i.test(url) && { 'Permissions-Policy': permissions('(self)') }),
  }
}

/** Whether this is the page that trusted sites open in a new window. It must be able to access its opener. */
const keepsOpener = (config: HeaderConfig, url: string): boolean =>
  config.trustedOpeners.length > 0 && /^\/opened(?:[?#]|$)/i.test(url)
