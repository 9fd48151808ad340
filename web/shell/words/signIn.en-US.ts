import { en as signIn } from '../../features/sign-in/words.ts'
import type { Translation } from '../../lib/texts.ts'
import type { words as chinese } from './signIn.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = { signIn }
