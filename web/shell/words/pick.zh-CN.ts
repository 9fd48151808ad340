import { zh as pick } from '../../pick/words.ts'

/** The words of what finds one organization or account. */
export const words = { pick }
