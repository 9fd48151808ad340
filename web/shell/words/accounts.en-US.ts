import { en as accounts } from '../../features/accounts/words.ts'
import type { Translation } from '../../lib/texts.ts'
import type { words as chinese } from './accounts.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = { accounts }
