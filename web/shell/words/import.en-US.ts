import type { Translation } from '../../lib/texts.ts'
import { en as importing } from '../../transfer/import/words.ts'
import type { words as chinese } from './import.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = {
  import: importing,
}
