import { zh as members } from '../../features/members/words.ts'
import { zh as list } from '../../list/words.ts'

/** The words of an organization's pages and their lists. */
export const words = { list, members }
