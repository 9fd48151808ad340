import type { Translation } from '../../lib/texts.ts'
import { en as list } from '../../list/words.ts'
import { en as exporting } from '../../transfer/words.ts'
import type { words as chinese } from './list.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = {
  list,
  export: exporting,
}
