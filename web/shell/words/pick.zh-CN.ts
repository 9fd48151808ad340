import { zh as pick } from '../../pickers/words.ts'

/** The words of what finds one organization or account. */
export const words = { pick }
