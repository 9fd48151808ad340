/** Version of the terms and the privacy policy: the day of their last change. A new one is asked about anew. */
export const legalVersion = '2026-11-23'
