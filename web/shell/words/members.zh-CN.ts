import { zh as members } from '../../features/members/words.ts'

/** The words of an organization's pages. */
export const words = { members }
