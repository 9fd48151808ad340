import type { Translation } from '../../lib/texts.ts'
import { en as pick } from '../../pickers/words.ts'
import type { words as chinese } from './pick.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = { pick }
