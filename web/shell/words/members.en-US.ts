import { en as members } from '../../features/members/words.ts'
import type { Translation } from '../../lib/texts.ts'
import type { words as chinese } from './members.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = { members }
