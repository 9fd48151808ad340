import { zh as lib } from '../../lib/words.ts'
import { zh as shell } from '../words.ts'

/** The words that every visitor needs; one line for each area here and one in entry.en-US.ts. */
export const words = { lib, shell }
