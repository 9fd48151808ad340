import type { Translation } from '../../lib/texts.ts'
import { en as proof } from '../proof/words.ts'
import { en as extras } from '../settings/words.ts'
import type { words as chinese } from './extras.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = {
  extras,
  proof,
}
