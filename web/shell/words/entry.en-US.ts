import type { Translation } from '../../lib/texts.ts'
import { en as lib } from '../../lib/words.ts'
import { en as shell } from '../words.ts'
import type { words as chinese } from './entry.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = {
  lib,
  shell,
}
