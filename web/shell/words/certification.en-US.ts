import { en as certification } from '../../features/certification/words.ts'
import type { Translation } from '../../lib/texts.ts'
import type { words as chinese } from './certification.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = {
  certification,
}
