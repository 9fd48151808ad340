import { presentTerms } from '../../../lib/config.ts'
import { agreed } from '../agreed.ts'

/**
 * Returns the version of the terms that was accepted in this browser, if it is the current one. A direct link
 * to a source opens its provider without asking for consent.
 */
export const acceptedTerms = () => (agreed() === 'current' ? { terms: presentTerms().version } : {})
