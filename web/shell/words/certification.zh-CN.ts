import { zh as certification } from '../../features/certification/words.ts'

/** The words of the review queue. */
export const words = { certification }
