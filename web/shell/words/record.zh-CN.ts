import { zh as page } from '../../features/record/words.ts'
import { zh as fields } from '../../record/fields/words.ts'
import { zh as record } from '../../record/words.ts'

/** The words of the record: its page, and the timelines on other pages. */
export const words = { record: { ...record, ...fields, ...page } }
