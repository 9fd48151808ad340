import { zh as workplace } from '../../features/workplace/words.ts'

/** The words of the start page. */
export const words = { workplace }
