import { zh as said } from '../../../contract/audit/words.ts'
import { zh as record } from '../../audit/words.ts'
import { zh as page } from '../../features/audit/words.ts'

/** The words of the record: its page, and the timelines on other pages. */
export const words = { record: { ...record, ...said, ...page } }
