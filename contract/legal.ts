/**
 * Version of the built-in terms and privacy policy: the day of the last change. People must agree again when
 * the version changes.
 */
export const legalVersion = '2026-11-26'

/**
 * The terms that people agree to when they sign in. Operators can replace the built-in texts with their own
 * URLs and version.
 */
export interface Terms {
  version: string
  /** null for the built-in page of the console. */
  termsUrl: string | null
  privacyUrl: string | null
}
