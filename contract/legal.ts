/**
 * Version of the built-in terms and privacy policy, which is the date of their last change. When the version
 * changes, people must agree again.
 */
export const legalVersion = '2026-11-26'

/**
 * The terms that people agree to when they sign in. Operators can replace the built-in texts with their own
 * URLs and version.
 */
export interface Terms {
  version: string
  /** URL of the operator's own text, or null for the built-in page of the console. */
  termsUrl: string | null
  privacyUrl: string | null
}
