import type { Translation } from '../../lib/texts.ts'
import { en as opened } from '../handoff/words.ts'
import type { words as chinese } from './opened.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = { opened }
