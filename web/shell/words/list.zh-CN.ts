import { zh as list } from '../../list/words.ts'
import { zh as exporting } from '../../transfer/words.ts'

/** The words of every list: filters, table, pager, export. */
export const words = { list, export: exporting }
