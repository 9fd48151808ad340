import { zh as certification } from '../../features/certification/words.ts'

/** The words of the certification desk. */
export const words = { certification }
