import { zh as list } from '../../list/words.ts'

/** The words of every list: filters, table, pager. */
export const words = { list }
