/** Version of the terms and the privacy policy that come with the console: the day of their last change. A new one is asked about anew. */
export const legalVersion = '2026-11-26'

/** What whoever signs in agrees to; where an operator has texts of their own, their addresses and version. */
export interface Terms {
  version: string
  /** null: the page of the console. */
  termsUrl: string | null
  privacyUrl: string | null
}
