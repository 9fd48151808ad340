import { en as said } from '../../../contract/audit/words.ts'
import { en as record } from '../../audit/words.ts'
import { en as page } from '../../features/audit/words.ts'
import type { Translation } from '../../lib/texts.ts'
import type { words as chinese } from './record.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = {
  record: { ...record, ...said, ...page },
}
