import { zh as importing } from '../../transfer/import/words.ts'

/** The words of the dialog that imports a file. */
export const words = { import: importing }
