import { zh as proof } from '../proof/words.ts'
import { zh as extras } from '../settings/words.ts'

/** The words of what lies over the frame, and of the tabs. */
export const words = { extras, proof }
