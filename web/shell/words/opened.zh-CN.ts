import { zh as opened } from '../handoff/words.ts'

/** The words of the page that another program's window opens. */
export const words = { opened }
